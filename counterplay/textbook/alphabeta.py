"""Alpha-beta: minimax without the moves that cannot matter (Knuth and Moore 1975).

    alpha   what MAX is sure of by an earlier choice on the way here
    beta    what MIN is sure of by an earlier choice on the way here

Once a node is worth at least beta to MAX, MIN will not let the game come to it; once it is worth
at most alpha, MAX will not. Either way its other moves are left out. Fail-soft: a node returns
the best value it has seen, which is a bound where moves were left out. That is why the best move
is kept as it is found, and not looked up by its value afterwards.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.decision import Decision, TextbookGame, Visit


def alphabeta(game: TextbookGame, state: Any, trace: bool = False) -> Decision:
    """The same decision as minimax, by a look at fewer ends."""
    if game.terminal(state):
        raise ValueError("the game is over here: there is no move to decide on")
    search = _AlphaBeta(game, game.player(state))
    value, move = search.max_value(state, -inf, inf, ())
    visits = tuple(search.visits) if trace else ()
    return Decision(move, value, search.nodes, search.evaluated, search.pruned, visits)


class _AlphaBeta:
    def __init__(self, game: TextbookGame, max_player: int) -> None:
        self.game, self.max_player = game, max_player
        self.nodes = self.evaluated = self.pruned = 0
        self.visits: list[Visit] = []

    def value(self, state: Any, alpha: float, beta: float, path: tuple[Any, ...]) -> float:
        game = self.game
        if game.terminal(state):
            self.nodes += 1
            self.evaluated += 1
            value = game.utility(state, self.max_player)
            self.visits.append(Visit(path, "leaf", value, alpha, beta))
            return value
        if game.player(state) == self.max_player:
            return self.max_value(state, alpha, beta, path)[0]
        return self.min_value(state, alpha, beta, path)[0]

    def max_value(
        self, state: Any, alpha: float, beta: float, path: tuple[Any, ...]
    ) -> tuple[float, Any]:
        best, best_move = -inf, None
        moves = self._enter(state, alpha, beta, path)
        for tried, move in enumerate(moves, 1):
            v = self.value(self.game.result(state, move), alpha, beta, (*path, move))
            if v > best:
                best, best_move = v, move
            if best >= beta:
                self._prune(moves[tried:], best, alpha, beta, path, f"{best} >= beta {beta}")
                break
            alpha = max(alpha, best)
        self.visits.append(Visit(path, "leave", best, alpha, beta))
        return best, best_move

    def min_value(
        self, state: Any, alpha: float, beta: float, path: tuple[Any, ...]
    ) -> tuple[float, Any]:
        best, best_move = inf, None
        moves = self._enter(state, alpha, beta, path)
        for tried, move in enumerate(moves, 1):
            v = self.value(self.game.result(state, move), alpha, beta, (*path, move))
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                self._prune(moves[tried:], best, alpha, beta, path, f"{best} <= alpha {alpha}")
                break
            beta = min(beta, best)
        self.visits.append(Visit(path, "leave", best, alpha, beta))
        return best, best_move

    def _enter(self, state: Any, alpha: float, beta: float, path: tuple[Any, ...]) -> list[Any]:
        self.nodes += 1
        self.visits.append(Visit(path, "enter", None, alpha, beta))
        return list(self.game.actions(state))

    def _prune(
        self, moves: list[Any], value: float, alpha: float, beta: float, path: tuple[Any, ...],
        reason: str,
    ) -> None:  # fmt: skip
        self.pruned += len(moves)
        for move in moves:
            self.visits.append(Visit((*path, move), "prune", value, alpha, beta, reason))
