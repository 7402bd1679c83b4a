"""A search in plain Python that answers until the engine is compiled.

It needs no compiler and no kernel. For two players with a constant sum, no chance and open cards it
is alpha-beta with iterative deepening; with chance and an evaluator, it evaluates the states after
the moves. For all other games it plays random games, and tries moves that did well more often
(UCB1, Auer, Cesa-Bianchi and Fischer 2002). It looks ahead a few plies and knows nothing of draws
by repetition. Whoever shows its answers says where they come from.
"""

from __future__ import annotations

import dataclasses
import random
import threading
import time
from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result, outcome_of
from counterplay.engine.fitness import (
    first_reason,
    needs_constant_total,
    needs_no_chance,
    needs_two_players,
    needs_whole_state,
)
from counterplay.engine.hidden.plain_worlds import plain_worlds

METHOD = "plain Python"
MOST_SECONDS = 0.5
"""The stand-in never thinks longer: it is there to answer soon."""
MOST_DEPTH = 60
EXPLORATION = 1.4


class TimeUpError(Exception):
    """The time of the search is over."""


class StandIn:
    """The search of one game, in plain Python."""

    method = METHOD

    def __init__(self, game: Game) -> None:
        self.game = game
        self._is_over: Callable[[], bool] = lambda: False
        self._nodes = 0
        self._is_cut = False

    def new_game(self) -> None:
        """There is nothing to forget."""

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Callable[[Result], None] | None = None,
        among: Sequence[int] | None = None,
    ) -> Result:
        """The best move, of those in `among`, that is found within the limit and half a second."""
        started, seconds = time.monotonic(), min(limit.seconds or MOST_SECONDS, MOST_SECONDS)
        self._is_over = lambda: (
            time.monotonic() - started > seconds or (stop is not None and stop.is_set())
        )
        self._nodes = 0
        moves = position.legal_moves if among is None else list(among)
        if not moves:
            self.game.complain_of_no_move()
        if _is_plain(self.game):
            return self._deepen(position, moves, limit, report)
        if _can_evaluate(self.game):
            return self._look(position, moves)
        return self._sample(position, moves, limit)

    # Alpha-beta ---------------------------------------------------------------------------------

    def _deepen(
        self,
        position: Position,
        moves: list[int],
        limit: Limit,
        report: Callable[[Result], None] | None,
    ) -> Result:
        started = time.monotonic()
        found = self._result(position, (moves[0],), 0, 0, False, started)
        for depth in range(1, min(limit.depth or MOST_DEPTH, MOST_DEPTH) + 1):
            self._is_cut = False
            moves = sorted(moves, key=lambda move: move != found.move)
            try:
                value, line = self._best(position.state, position.turn, moves, depth, -inf, inf)
            except TimeUpError:
                break
            found = self._result(position, line, value, depth, not self._is_cut, started)
            if report is not None:
                report(found)
            if not self._is_cut or self._nodes >= (limit.nodes or inf):
                break
        return found

    def _value(
        self, s: Any, p: int, depth: int, alpha: float, beta: float
    ) -> tuple[float, tuple[int, ...]]:
        """The score points of a state for player `p`, who is to move there, and the best line."""
        game, facts = self.game, self.game.facts
        self._nodes += 1
        if self._is_over():
            raise TimeUpError
        if game.terminal(s):
            return facts.unit * (game.utility(s, p) - facts.even_share), ()
        if depth == 0:
            self._is_cut = True
            return game.evaluate_for(s, p), ()
        return self._best(s, p, game.actions(s), depth, alpha, beta)

    def _best(
        self, s: Any, p: int, moves: list[int], depth: int, alpha: float, beta: float
    ) -> tuple[float, tuple[int, ...]]:
        """The same, when only these moves are considered."""
        game = self.game
        best: float = -inf
        line: tuple[int, ...] = ()
        for move in moves:
            child = game.result(s, move)
            q = p if game.terminal(child) else game.player(child)
            low, high = (alpha, beta) if q == p else (-beta, -alpha)
            value, rest = self._value(child, q, depth - 1, low, high)
            value = value if q == p else -value
            if value > best:
                best, line = value, (move, *rest)
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best, line

    def _result(
        self,
        position: Position,
        line: tuple[int, ...],
        score: float,
        depth: int,
        is_exact: bool,
        started: float,
    ) -> Result:
        facts = self.game.facts
        mine = facts.even_share + score / facts.unit
        values = [facts.total - mine if facts.total is not None else -mine] * facts.players
        values[position.turn] = mine
        return Result(
            position=position,
            move=line[0],
            value=mine,
            values=tuple(values),
            kind="exact" if is_exact else "estimate",
            outcome=outcome_of(tuple(values), position.turn) if is_exact else None,
            distance=None,
            line=line,
            depth=depth,
            nodes=self._nodes,
            seconds=time.monotonic() - started,
            method=METHOD,
        )

    # With chance: one move ahead ---------------------------------------------------------------

    def _look(self, position: Position, moves: list[int]) -> Result:
        """The move with the best evaluation after it."""
        game, facts, started = self.game, self.game.facts, time.monotonic()
        found = self._result(position, (moves[0],), 0, 0, False, started)
        best: float = -inf
        for move in moves:
            if self._is_over():
                break
            self._nodes += 1
            child = game.result(position.state, move)
            if game.terminal(child):
                score = facts.unit * (game.utility(child, position.turn) - facts.even_share)
            else:
                score = game.evaluate_for(child, position.turn)
            if score > best:
                best = score
                found = self._result(position, (move,), score, 1, False, started)
        return dataclasses.replace(found, nodes=self._nodes)

    # Random games -------------------------------------------------------------------------------

    def _sample(self, position: Position, moves: list[int], limit: Limit) -> Result:
        started, mover = time.monotonic(), position.turn
        dice = random.Random(0)
        worlds = plain_worlds(position, dice)
        if not worlds:  # what is hidden is not known, so all moves are equal
            dice.shuffle(moves)
            limit = Limit(nodes=1)
        visits, totals = dict.fromkeys(moves, 0), dict.fromkeys(moves, 0.0)
        payoffs = [0.0] * self.game.facts.players
        while not self._is_over() and self._nodes < (limit.nodes or inf):
            move = self._most_promising(visits, totals)
            world = dice.choice(worlds) if worlds else None
            ended = self._play_out(world, move, dice)
            visits[move] += 1
            totals[move] += ended[mover]
            payoffs = [sum(pair) for pair in zip(payoffs, ended, strict=True)]
            self._nodes += 1
        best = max(moves, key=lambda move: visits[move])
        means = tuple(total / max(self._nodes, 1) for total in payoffs)
        return Result(
            position=position,
            move=best,
            value=totals[best] / max(visits[best], 1),
            values=means,
            kind="estimate",
            outcome=None,
            distance=None,
            line=(best,),
            depth=1 if self._nodes else 0,
            nodes=self._nodes,
            seconds=time.monotonic() - started,
            method=METHOD,
        )

    def _most_promising(self, visits: dict[int, int], totals: dict[int, float]) -> int:
        """UCB1: a move that was never tried, or the one with the highest upper bound."""
        facts, played = self.game.facts, sum(visits.values())
        span = EXPLORATION * (facts.best - facts.even_share)

        def bound(move: int) -> float:
            n = visits[move]
            return inf if n == 0 else totals[move] / n + span * sqrt(log(played) / n)

        return max(visits, key=bound)

    def _play_out(self, world: Any, move: int, dice: random.Random) -> list[float]:
        """The payoffs of a random game that begins with `move`; even ones without a world."""
        game = self.game
        if world is None:
            return [game.facts.even_share] * game.facts.players
        s = game.result(world, move)
        for _ in range(game.facts.longest_game):
            if game.terminal(s):
                return [game.utility(s, p) for p in range(game.facts.players)]
            if game.player(s) == CHANCE:
                s = game.result(s, game.draw(s, dice.getrandbits(62)))
            else:
                s = game.result(s, dice.choice(game.some_actions(s)))
            if self._is_over():
                break
        return [game.facts.even_share] * game.facts.players


def _is_plain(game: Game) -> bool:
    """Whether alpha-beta fits a game."""
    reasons = (needs_whole_state, needs_two_players, needs_constant_total, needs_no_chance)
    return first_reason(*(reason(game, METHOD) for reason in reasons)) is None


def _can_evaluate(game: Game) -> bool:
    """Whether the states after a move of a game of two with open cards can be evaluated."""
    reasons = (needs_whole_state, needs_two_players, needs_constant_total)
    fits = first_reason(*(reason(game, METHOD) for reason in reasons)) is None
    return fits and game.evaluator is not None
