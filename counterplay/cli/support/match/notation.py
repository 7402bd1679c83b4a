"""The games of a match or a tournament in the notation that people know: PGN for chess, PDN for
checkers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from counterplay.arena.record import Record
from counterplay.arena.result import MatchResult
from counterplay.arena.standings import TournamentResult
from counterplay.cli.support.common import progress, say
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.pdn import write_pdn
from counterplay.formats.pgn.game import Game as PgnGame
from counterplay.formats.pgn.write import write_pgn
from counterplay.presentation.words import count

RESULTS = {0: "0-1", 0.5: "1/2-1/2", 1: "1-0"}
TERMINATIONS = {
    "table": "adjudication",
    "time": "time forfeit",
    "illegal": "rules infraction",
    "error": "abandoned",
}
FORMS = {"PGN": "chess", "PDN": "checkers"}


def require_notation(game: Game, pgn: Path | None, pdn: Path | None) -> None:
    """A sentence where a form is asked for that is another game's."""
    usual = all(p.value == p.default for p in game.parameters.values())
    for (form, name), path in zip(FORMS.items(), (pgn, pdn), strict=True):
        if path is not None and (game.name != name or not usual):
            raise InputError(f"--{form.lower()}: {form} has games of {name}, not of {game!r}")


def write_notation(
    game: Game,
    names: Sequence[str],
    result: MatchResult | TournamentResult,
    pgn: Path | None,
    pdn: Path | None,
) -> None:
    """Write the games to the files that are asked for, and say so."""
    event = f"{' against '.join(names)}, {result.pace}" if len(names) == 2 else result.pace
    played = _played(game, names, result.games, event)
    written = 0
    if pgn is not None:
        written = write_pgn(pgn, (PgnGame.of(end, score, **tags) for end, score, tags in played))
    if pdn is not None:
        written = write_pdn(pdn, played)
    for path in filter(None, (pgn, pdn)):
        say(progress(), f"{count(written, 'games')} written to {path}")


def _played(
    game: Game, names: Sequence[str], records: Sequence[Record], event: str
) -> Iterator[tuple[Position, str, dict[str, str]]]:
    """How each game ended, its result as White sees it, and its tags."""
    white = game.facts.names.index("White")
    for record in records:
        position = game.position(record.opening)
        for move in record.moves:
            position = position.play(move)
        tags = {"Event": event, "Round": str(record.number + 1)}
        tags |= {
            colour: names[player]
            for colour, player in zip(game.facts.names, record.seats, strict=True)
        }
        if record.ending in TERMINATIONS:
            tags["Termination"] = TERMINATIONS[record.ending]
        yield position, RESULTS[record.score_of(record.seats[white])], tags
