"""Write the games of a match or tournament to files, in formats of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from counterplay.arena.record import Record
from counterplay.arena.result import MatchResult
from counterplay.arena.standings import TournamentResult
from counterplay.cli.support.common import progress, say
from counterplay.cli.support.match.options import GameOptions
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.table_file import whole_text
from counterplay.formats.record import GameRecord, payoffs_of_score
from counterplay.formats.registry import (
    GameFormat,
    by_suffix,
    writable,
    writable_suffixes,
    write_games,
)
from counterplay.formats.replay import Replay
from counterplay.presentation.words import count

TERMINATIONS = {
    "table": "adjudication",
    "time": "time forfeit",
    "illegal": "rules infraction",
    "error": "abandoned",
}
"""The tag Termination of PGN, by the ending of a game."""


def require_notation(game: Game, options: GameOptions) -> None:
    """InputError if a file is asked for whose format is unknown or does not fit the game."""
    for option, row, _ in _files(options):
        if not row.fits(game):
            raise InputError(f"{option}: {row.title} is for {row.games}, not for {game!r}")


def write_notation(
    game: Game,
    names: Sequence[str],
    result: MatchResult | TournamentResult,
    options: GameOptions,
) -> None:
    """Write the games to the files that are asked for, and say so."""
    event = f"{' against '.join(names)}, {result.pace}" if len(names) == 2 else result.pace
    for _, row, path in _files(options):
        games = ((game, record) for record in _records(game, names, result.games, event))
        with whole_text(path) as file:
            written = write_games(file, games, row)
        say(progress(), f"{count(written, 'games')} written to {path}")


def _files(options: GameOptions) -> Iterator[tuple[str, GameFormat, Path]]:
    """The files to write: the option that asks for each, its format and its path."""
    if options.pgn is not None:
        yield "--pgn", writable("pgn"), options.pgn
    if options.pdn is not None:
        yield "--pdn", writable("pdn"), options.pdn
    if options.export is not None:
        row = by_suffix(options.export, lambda row: row.write is not None)
        if row is None:
            raise InputError(f"--export {options.export}: end its name in {writable_suffixes()}")
        yield "--export", row, options.export


def _records(
    game: Game, names: Sequence[str], played: Sequence[Record], event: str
) -> Iterator[GameRecord]:
    replay = Replay(game)
    for one in played:
        position = replay.play(one.opening, one.moves)
        score = one.score_of(one.seats[0])
        is_cut_short = one.ending in TERMINATIONS
        yield GameRecord.of(
            position,
            None if position.is_over else payoffs_of_score(game.facts, score),
            players=tuple(names[player] for player in one.seats),
            event=event,
            round=str(one.number + 1),
            tags={"Termination": TERMINATIONS[one.ending]} if is_cut_short else {},
        )
