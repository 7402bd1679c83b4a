"""Minimax: the value of a state if both sides play their best (Shannon 1950).

    MINIMAX(s) = UTILITY(s, MAX)                       if TERMINAL(s)
                 the largest  MINIMAX(RESULT(s, a))    if MAX is to move
                 the smallest MINIMAX(RESULT(s, a))    if MIN is to move

MAX is the player to move at the root. Nothing asks that players alternate.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.decision import Decision, TextbookGame, Visit


def minimax(game: TextbookGame, state: Any, trace: bool = False) -> Decision:
    """The minimax decision in `state`, the first of the best moves, by a look at every end."""
    search = _Minimax(game, game.player(state))
    if game.terminal(state):
        raise ValueError("the game is over here: there is no move to decide on")
    best, best_move = -inf, None
    for move in game.actions(state):
        value = search.value(game.result(state, move), (move,))
        if value > best:
            best, best_move = value, move
    visits = (Visit((), "enter"), *search.visits, Visit((), "leave", best))
    return Decision(best_move, best, search.nodes + 1, search.evaluated, 0, visits if trace else ())


class _Minimax:
    def __init__(self, game: TextbookGame, max_player: int) -> None:
        self.game, self.max_player = game, max_player
        self.nodes = self.evaluated = 0
        self.visits: list[Visit] = []

    def value(self, state: Any, path: tuple[Any, ...]) -> float:
        game = self.game
        self.nodes += 1
        if game.terminal(state):
            self.evaluated += 1
            value = game.utility(state, self.max_player)
            self.visits.append(Visit(path, "leaf", value))
            return value
        self.visits.append(Visit(path, "enter"))
        children = ((game.result(state, a), (*path, a)) for a in game.actions(state))
        values = [self.value(child, where) for child, where in children]
        value = max(values) if game.player(state) == self.max_player else min(values)
        self.visits.append(Visit(path, "leave", value))
        return value
