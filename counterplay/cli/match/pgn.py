"""The games of a match at chess, as PGN."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from counterplay.arena.record import Record
from counterplay.arena.result import MatchResult
from counterplay.core.errors import InputError
from counterplay.core.game import Game
from counterplay.notation.pgn_game import Game as PgnGame
from counterplay.notation.pgn_write import write_pgn

RESULTS = {0: "0-1", 0.5: "1/2-1/2", 1: "1-0"}
TERMINATIONS = {"time": "time forfeit", "illegal": "rules infraction", "error": "abandoned"}


def require_chess(game: Game) -> None:
    """PGN is for chess as it is usually set up; a sentence where it is something else."""
    usual = all(p.value == p.default for p in game.parameters.values())
    if game.name != "chess" or not usual:
        raise InputError(f"--pgn: PGN has games of chess, not of {game!r}")


def write_games(game: Game, result: MatchResult, path: Path) -> int:
    """Write the games to a file; how many there are."""
    return write_pgn(path, _games(game, result))


def _games(game: Game, result: MatchResult) -> Iterator[PgnGame]:
    names = [side.name for side in result.sides]
    for record in result.games:
        position = game.position(record.opening)
        for move in record.moves:
            position = position.play(move)
        white, black = (names[player] for player in record.seats)
        yield PgnGame.of(position, _result(record), **_tags(record, white, black, result))


def _result(record: Record) -> str:
    """As White sees it; the score is that of the first player."""
    return RESULTS[record.score if record.seats[0] == 0 else 1 - record.score]


def _tags(record: Record, white: str, black: str, result: MatchResult) -> dict[str, str]:
    tags = {
        "Event": f"{result.sides[0].name} against {result.sides[1].name}, {result.pace}",
        "Round": str(record.number + 1),
        "White": white,
        "Black": black,
    }
    if record.ending in TERMINATIONS:
        tags["Termination"] = TERMINATIONS[record.ending]
    return tags
