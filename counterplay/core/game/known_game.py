"""A game for the algorithms that use only what players know: its states are positions.

What a player knows can depend on all moves so far, which a state alone need not tell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.knowledge import knowledge, tells_knowledge
from counterplay.core.game.position import Position


class KnownGame:
    """A game whose states are positions. `count` is called before every new position."""

    def __init__(
        self, game: Game, count: Callable[[], None] = lambda: None, scale: float = 1
    ) -> None:
        if not tells_knowledge(game):
            raise UnfitError(
                f"{game.name} does not say what players know: define observe(s, p) or "
                "information(s, p)"
            )
        self._game, self._count, self._scale = game, count, scale
        self.facts = game.facts
        self._start = Position(game, game.initial())
        self._after: dict[tuple[int, int], tuple[Position, Position]] = {}

    def initial(self) -> Position:
        return self._start

    def player(self, s: Position) -> int:
        return self._game.player(s.state)

    def actions(self, s: Position) -> list[int]:
        return s.legal_moves

    def result(self, s: Position, a: int) -> Position:
        if (id(s), a) not in self._after:
            self._count()
            self._after[id(s), a] = s, s.play(a)  # keeps s, so that its id stays its own
        return self._after[id(s), a][1]

    def terminal(self, s: Position) -> bool:
        return s.is_over

    def utility(self, s: Position, p: int) -> float:
        return self._game.utility(s.state, p) * self._scale

    def chance(self, s: Position) -> list[tuple[int, float]]:
        return [(a, chance) for a, chance in s.chance_outcomes if chance > 0]

    def information(self, s: Position, p: int) -> Any:
        return knowledge(s, p)


def start_of(position: Position) -> Any:
    """The state in which the game of a position began: the root of a trace of all worlds."""
    return position.past[0] if position.past else position.game.initial()
