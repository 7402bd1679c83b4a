"""Write the games of a match or tournament to a file, in a format of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from counterplay.arena.record import Record
from counterplay.arena.result import MatchResult
from counterplay.arena.standings import TournamentResult
from counterplay.cli.support.common import progress, say
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.formats.record import GameRecord, payoffs_of_score
from counterplay.formats.registry import writable, write_games
from counterplay.formats.replay import Replay
from counterplay.presentation.words import count

TERMINATIONS = {
    "table": "adjudication",
    "time": "time forfeit",
    "illegal": "rules infraction",
    "error": "abandoned",
}
"""The tag Termination of PGN, by the ending of a game."""


def require_notation(game: Game, pgn: Path | None, pdn: Path | None) -> None:
    """InputError if a file is asked for whose format does not fit the game."""
    for name, path in (("pgn", pgn), ("pdn", pdn)):
        if path is not None and not writable(name).fits(game):
            row = writable(name)
            raise InputError(f"--{name}: {row.title} is for {row.games}, not for {game!r}")


def write_notation(
    game: Game,
    names: Sequence[str],
    result: MatchResult | TournamentResult,
    pgn: Path | None,
    pdn: Path | None,
) -> None:
    """Write the games to the files that are asked for, and say so."""
    event = f"{' against '.join(names)}, {result.pace}" if len(names) == 2 else result.pace
    for name, path in (("pgn", pgn), ("pdn", pdn)):
        if path is None:
            continue
        games = ((game, record) for record in _records(game, names, result.games, event))
        try:
            with path.open("w", encoding="utf-8", newline="\n") as file:
                written = write_games(file, games, writable(name))
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from None
        say(progress(), f"{count(written, 'games')} written to {path}")


def _records(
    game: Game, names: Sequence[str], played: Sequence[Record], event: str
) -> Iterator[GameRecord]:
    replay = Replay(game)
    for one in played:
        is_cut_short = one.ending in TERMINATIONS
        yield GameRecord.of(
            replay.play(one.opening, one.moves),
            payoffs_of_score(game.facts, one.score_of(one.seats[0])),
            players=tuple(names[player] for player in one.seats),
            event=event,
            round=str(one.number + 1),
            tags={"Termination": TERMINATIONS[one.ending]} if is_cut_short else {},
        )
