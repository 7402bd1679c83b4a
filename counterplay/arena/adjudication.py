"""Adjudication: a game that reaches a position whose result a table knows is ended there.

A table knows positions, not the way to them. A rule about the way (a position that comes up too
often, too many plies without progress) only ever makes a game a draw. So what is drawn by the table
is drawn; what is won is won if no such rule can come first, however the loser plays:

- the winner comes closer with each move, so that no position after this one comes up twice, and one
  from before at most once more;
- the win takes at most `distance` plies, which has to be in time.

Otherwise the game goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.tablebase.endgames import Tablebase
from counterplay.tablebase.lookup import Entry
from counterplay.tablebase.store.file import head_of
from counterplay.tablebase.store.opening import open_solution


class Judge:
    """What a solution, or a folder of tables, says of games that are going on."""

    def __init__(self, game: Game, path: str | Path) -> None:
        facts = game.facts
        if facts.players != 2 or facts.total is None:
            raise UnfitError(
                f"{game.name} cannot be ended by a table: best play has one result only where two "
                "players share a constant sum"
            )
        self._solution = open_solution(game, Path(path))
        if isinstance(self._solution, Tablebase) and not self._solution:
            raise InputError(
                f"there are no tables of {game.name} in {path}: `counterplay table build "
                f"{game.name}` makes them"
            )

    def payoffs(self, position: Position) -> Sequence[float] | None:
        """What each player gets from here with best play; None where that is not certain."""
        if not self._solution.has(position.state):
            return None
        entry = self._solution.value(position)
        return entry.values if self._is_certain(position, entry) else None

    def _is_certain(self, position: Position, entry: Entry) -> bool:
        """Whether a rule about the way to a position cannot change what the table says of it."""
        facts = position.game.facts
        patience = facts.no_progress or facts.patience
        if entry.outcome == "draw" or (facts.repetition == 0 and patience == 0):
            return True
        if entry.distance is None:
            return False  # who wins is known, but not for how long a rule has to keep away
        if patience and _knows_progress(position):
            is_in_time = position.reversible + entry.distance <= patience
        else:
            is_in_time = patience == 0 or self._wins_quietly(position)
        return is_in_time and not _can_repeat(position)

    def _wins_quietly(self, position: Position) -> bool:
        """Whether best play from here is in time without ever setting the count of plies back:
        then no other play takes longer."""
        found = self._solution.answer(position)
        where = position
        for move in () if found is None else found.line:
            if position.game.ask("irreversible", where.state, move):
                return False
            where = where.play(move)
        return found is not None


def _knows_progress(position: Position) -> bool:
    """Whether `reversible` has all plies without progress: a position that was set up may have some
    before it, which its state counts."""
    game, start = position.game, (*position.past, position.state)[0]
    is_from_start = bool(game.shape.encode(start) == game.shape.encode(game.initial()))
    return not game.facts.patience or position.reversible < len(position.past) or is_from_start


def _can_repeat(position: Position) -> bool:
    """Whether a position of the way here would be drawn by coming up once more."""
    limit, plies = position.game.facts.repetition, position.reversible
    here = position.keys[-1]
    before = Counter(key for key in position.keys[-1 - plies : -1] if key != here)
    return limit > 0 and any(count + 1 >= limit for count in before.values())


def table_version(game: Game, path: str | Path) -> str:
    """A hash of what tables say of themselves, the sums of what they hold among it."""
    solution = open_solution(game, Path(path))
    files = solution.paths.values() if isinstance(solution, Tablebase) else [Path(path)]
    told = {file.name: head_of(file)[0] for file in files}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    return f"{len(told)} files {digest[:16]}"
