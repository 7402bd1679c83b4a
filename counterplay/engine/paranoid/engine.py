"""Paranoid and best-reply search from Python: one player against all others, by alpha-beta."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Kind, Outcome, Result
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.alphabeta.transposition import Table, next_search
from counterplay.engine.fitness import (
    first_reason,
    needs_every_players_evaluation,
    needs_no_chance,
    needs_no_history,
    needs_whole_state,
)
from counterplay.engine.iterative_deepening import (
    Deepening,
    Iteration,
    begin_search,
    search_deeper,
)
from counterplay.engine.settings import TableSettings

KERNEL = Path(__file__).with_name("kernel.py")


@dataclass(frozen=True)
class ParanoidSettings(TableSettings):
    """Settings of paranoid and of best-reply search."""


@dataclass(frozen=True)
class Line:
    """A line of play, and its value in score points for the player at the root."""

    points: int
    moves: tuple[int, ...]


def unfit(game: Game, best_reply: bool = False) -> str | None:
    """A sentence that says why the search does not fit a game; None if it does."""
    method = "best_reply" if best_reply else "paranoid"
    return first_reason(
        needs_no_chance(game, method),
        needs_whole_state(game, method),
        needs_no_history(game, method),
        _needs_null(game) if best_reply else None,
        needs_every_players_evaluation(game),
    )


def _needs_null(game: Game) -> str | None:
    """Best-reply search skips players by a pass."""
    if game.facts.players > 2 and "null" not in game.functions:
        return f"best_reply needs `null(s)`, which {game.name} does not define"
    return None


class Paranoid:
    """An engine for one game that treats all other players as opponents.

    They reply in turn, or with `best_reply` only the one with the strongest reply does.
    """

    def __init__(
        self, game: Game, settings: ParanoidSettings | None = None, best_reply: bool = False
    ) -> None:
        reason = unfit(game, best_reply)
        if reason:
            raise UnfitError(reason)
        self.method = "best_reply" if best_reply else "paranoid"
        self.game, self.settings = game, settings or ParanoidSettings()
        self.kernel = bind(game, KERNEL)
        self.context = Context(game, self.kernel)
        self.table = Table(self.settings.memory)
        self.table.share(self.context)
        self.context.record.best_reply = best_reply
        facts = game.facts
        # With one opponent and a constant total, the opponent really wants me to lose.
        self.is_duel = facts.players == 2 and facts.total is not None

    def new_game(self) -> None:
        """Forget the results of earlier searches."""
        self.table.clear([self.context])

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search deeper and deeper until every line reaches the end, or a limit is reached."""
        ctx = self.context.record
        if ctx.me != position.turn:
            self.new_game()  # the table is about another player
        ctx.me = position.turn
        next_search(ctx)
        ctx.root_first = 0
        begin_search(self.context, position)
        search = ParanoidSearch(self, position)

        def result(found: Iteration[Line], seconds: float) -> Result:
            return self._result(position, found, seconds)

        return search_deeper(search, limit, stop, report, result)

    def distance(self, line: Line) -> int | None:
        """The number of plies to a proven win; None if no win is proven."""
        facts = self.game.facts
        is_sound = self.method == "paranoid" or facts.players == 2
        if line.points <= self.kernel.PROVEN or not is_sound:
            return None
        return facts.win_score - line.points

    def _result(self, position: Position, found: Iteration[Line], seconds: float) -> Result:
        facts, line = self.game.facts, found.value
        distance, points = self.distance(line), line.points
        if points > self.kernel.PROVEN:
            points = facts.win_score
        kind, outcome = self._verdict(points, distance, found.complete)
        if distance is None and kind == "exact":
            distance = len(line.moves)
        values = self._values(position, line, tidy(points / facts.unit + facts.even_share))
        return Result(
            position=position,
            move=line.moves[0],
            value=values[position.turn],
            values=values,
            kind=kind,
            outcome=outcome,
            distance=distance,
            line=line.moves,
            depth=found.depth,
            nodes=int(self.context.record.nodes),
            seconds=seconds,
            method=self.method,
        )

    def _verdict(
        self, points: int, distance: int | None, is_complete: bool
    ) -> tuple[Kind, Outcome | None]:
        """Kind and outcome. Against several players the value is only a lower bound."""
        if distance is not None:
            return "exact", "win"
        if is_complete and self.is_duel:
            return "exact", "win" if points > 0 else "loss" if points < 0 else "draw"
        if is_complete and self.method == "paranoid":
            return "lower", None
        return "estimate", None

    def _values(self, position: Position, line: Line, mine: float) -> tuple[float, ...]:
        """The payoffs at the end of the line; evaluations if the game is not over there."""
        facts, end = self.game.facts, position
        for move in line.moves:
            end = end.play(move)
        if end.is_over:
            return end.payoffs
        if self.is_duel:
            theirs = tidy(2 * facts.even_share - mine)
            return (mine, theirs) if position.turn == 0 else (theirs, mine)
        evaluations = (self.game.evaluate_for(end.state, p) for p in range(facts.players))
        shares = [tidy(points / facts.unit + facts.even_share) for points in evaluations]
        shares[position.turn] = mine
        return tuple(shares)


class ParanoidSearch(Deepening[Line]):
    """The search of one position to a depth, for iterative deepening."""

    def __init__(self, engine: Paranoid, position: Position) -> None:
        super().__init__(engine.context, engine.kernel.think, position)
        self.engine = engine

    def start(self) -> Line:
        game, most = self.position.game, self.engine.kernel.EVALUATION_LIMIT
        evaluation = game.evaluate(self.position.state)
        return Line(max(-most, min(most, evaluation)), (self.position.legal_moves[0],))

    def read(self) -> Line:
        ctx = self.context.record
        moves = ctx.line[0, : ctx.line_length[0]].tolist()
        return Line(int(ctx.value), tuple(moves))

    def is_final(self, found: Iteration[Line]) -> bool:
        distance = self.engine.distance(found.value)
        return distance is not None and distance <= found.depth
