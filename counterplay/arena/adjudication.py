"""Adjudication: a game is ended when it reaches a position whose result the tables know.

Tables know positions, not the history of a game. Rules about the history (repetition, too many
plies without progress) can only turn a result into a draw. So what the tables call drawn is drawn.
What they call won is won if no such rule can intervene, however the loser plays:

- every winning move shortens the distance, so no later position occurs twice, and an earlier one at
  most once more;
- the win takes at most `distance` plies, and that must be in time.

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
from counterplay.core.table_file import read_header
from counterplay.tablebase.lookup import Entry
from counterplay.tablebase.store.open import open_solution
from counterplay.tablebase.tablebase import Tablebase


class Judge:
    """Ends games by a solution or by endgame tables."""

    def __init__(self, game: Game, path: str | Path) -> None:
        facts = game.facts
        if facts.players != 2 or facts.total is None:
            raise UnfitError(
                f"{game.name} cannot be adjudicated by tables: it is not a "
                "constant-sum game of two players"
            )
        if facts.chance:
            raise UnfitError(
                f"{game.name} cannot be adjudicated by tables: with chance, the result of a game "
                "is open to its end"
            )
        self._solution = open_solution(game, Path(path))
        if isinstance(self._solution, Tablebase) and not self._solution:
            raise InputError(
                f"there are no tables of {game.name} in {path}: `counterplay table build "
                f"{game.name}` makes them"
            )

    def payoffs(self, position: Position) -> Sequence[float] | None:
        """The payoffs with best play from here; None if they are not certain."""
        if not self._solution.has(position.state):
            return None
        entry = self._solution.value(position)
        return entry.values if self._is_certain(position, entry) else None

    def _is_certain(self, position: Position, entry: Entry) -> bool:
        """Whether no rule about the history of the game can change the table's result."""
        facts = position.game.facts
        patience = facts.no_progress or facts.patience
        if entry.outcome == "draw" or (facts.repetition == 0 and patience == 0):
            return True
        if entry.distance is None:
            return False  # the winner is known, but not how many plies the win takes
        if patience and _knows_progress(position):
            is_in_time = position.reversible + entry.distance <= patience
        else:
            is_in_time = patience == 0 or self._wins_quietly(position)
        return is_in_time and not _can_repeat(position)

    def _wins_quietly(self, position: Position) -> bool:
        """Whether the line of best play wins in time without any irreversible move. Then no other
        defence takes longer."""
        found = self._solution.answer(position)
        where = position
        for move in () if found is None else found.line:
            if position.game.ask("irreversible", where.state, move):
                return False
            where = where.play(move)
        return found is not None


def _knows_progress(position: Position) -> bool:
    """Whether `reversible` counts all plies without progress. A position that was set up may have
    more, which only its state counts."""
    game, start = position.game, (*position.past, position.state)[0]
    is_from_start = bool(game.shape.encode(start) == game.shape.encode(game.initial()))
    return not game.facts.patience or position.reversible < len(position.past) or is_from_start


def _can_repeat(position: Position) -> bool:
    """Whether an earlier position would be a draw if it occurred once more."""
    limit, plies = position.game.facts.repetition, position.reversible
    here = position.keys[-1]
    before = Counter(key for key in position.keys[-1 - plies : -1] if key != here)
    return limit > 0 and any(count + 1 >= limit for count in before.values())


def table_version(game: Game, path: str | Path) -> str:
    """A hash of the headers of the tables, which contain their checksums."""
    solution = open_solution(game, Path(path))
    files = solution.paths.values() if isinstance(solution, Tablebase) else [Path(path)]
    told = {file.name: read_header(file)[0] for file in files}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    return f"{len(told)} files {digest[:16]}"
