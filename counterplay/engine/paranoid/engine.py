"""Paranoid and best-reply search from Python: one player against all others, by alpha-beta."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import NO_ACTION, Context
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Kind, Outcome, Result
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.alphabeta.transposition import Table, next_search
from counterplay.engine.iterative_deepening import Iteration, deepen
from counterplay.engine.settings import option

KERNEL = Path(__file__).with_name("kernel.py")


@dataclass(frozen=True)
class ParanoidSettings:
    """Settings of paranoid and of best-reply search."""

    memory: int = option(64, "megabytes of transposition table", 1, 2**20)


@dataclass(frozen=True)
class Line:
    """A line of play, and what it is worth to the player at the root in score points."""

    points: int
    moves: tuple[int, ...]


def unfit(game: Game, best_reply: bool = False) -> str | None:
    """Why the search does not fit a game, in a sentence; None where it does."""
    facts, method = game.facts, "best_reply" if best_reply else "paranoid"
    if facts.chance:
        return f"{game.name} has chance in it, {method} cannot have: use maxn"
    if facts.hidden:
        return f"{game.name} hides part of its state, and {method} needs to see all of it"
    if facts.repetition or facts.superko or facts.no_progress:
        return f"{game.name} has a rule about the way to a position, which {method} forgets"
    if best_reply and facts.players > 2 and "null" not in game.functions:
        return f"{game.name} has no null(s), by which best_reply passes players over: use paranoid"
    speaks_for_one = game.evaluator is not None and "p" not in game.evaluator.asks_for
    if speaks_for_one and (facts.players != 2 or facts.total is None):
        return f"the evaluator of {game.name} speaks for the side to move: write evaluate(s, p, …)"
    return None


class Paranoid:
    """A player of one game who takes all others for enemies: in turn, or by their best reply."""

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
        # With one opponent, and what one gets the other loses, nothing is paranoid about it.
        self.is_duel = facts.players == 2 and facts.total is not None

    def new_game(self) -> None:
        """Forget what earlier searches found."""
        self.table.clear([self.context])

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search ever deeper until the end of the game is reached everywhere, or a limit is."""
        started = time.perf_counter()
        self._set_root(position)

        def tell(found: Iteration[Line]) -> Result:
            return self._result(position, found, time.perf_counter() - started)

        def is_final(found: Iteration[Line]) -> bool:
            if report is not None:
                report(tell(found))
            distance = self._distance(found.value)
            return distance is not None and distance <= found.depth

        found = deepen(
            self.context,
            self.kernel.think,
            position,
            limit,
            stop,
            start=lambda: Line(self._guess(position), (position.legal_moves[0],)),
            read=self._read,
            stopped=self._stopped,
            is_final=is_final,
        )
        return tell(found)

    def _set_root(self, position: Position) -> None:
        ctx = self.context.record
        if ctx.me != position.turn:
            self.new_game()  # what the table holds was about another player
        ctx.me = position.turn
        next_search(ctx)
        ctx.nodes, ctx.aborted, ctx.root_first = 0, 0, 0
        ctx.fault = 0 if position.legal_moves else NO_ACTION
        self.context.complain()
        self.context.set_root(position.state)

    def _guess(self, position: Position) -> int:
        most: int = self.kernel.EVALUATION_LIMIT
        return max(-most, min(most, self.game.evaluate(position.state)))

    def _read(self) -> Line:
        ctx = self.context.record
        moves = ctx.line[0, : ctx.line_length[0]].tolist()
        return Line(int(ctx.value), tuple(moves))

    def _stopped(self, last: Iteration[Line]) -> Iteration[Line]:
        """A stopped iteration tried the best move of the one before first, so it knows better."""
        if not self.context.record.improved:
            return last
        return Iteration(last.depth, self._read(), False)

    def _distance(self, line: Line) -> int | None:
        """Plies to a proven win."""
        facts = self.game.facts
        is_sound = self.method == "paranoid" or facts.players == 2
        if line.points <= self.kernel.PROVEN or not is_sound:
            return None
        return facts.win_score - line.points

    def _result(self, position: Position, found: Iteration[Line], seconds: float) -> Result:
        facts, line = self.game.facts, found.value
        distance, points = self._distance(line), line.points
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
        """Kind and outcome: against several, all that is certain is what I get at least."""
        if distance is not None:
            return "exact", "win"
        if is_complete and self.is_duel:
            return "exact", "win" if points > 0 else "loss" if points < 0 else "draw"
        if is_complete and self.method == "paranoid":
            return "lower", None
        return "estimate", None

    def _values(self, position: Position, line: Line, mine: float) -> tuple[float, ...]:
        """What each player gets at the end of the line, or may get where it breaks off."""
        facts, end = self.game.facts, position
        for move in line.moves:
            end = end.play(move)
        if end.is_over:
            return end.payoffs
        if self.is_duel:
            theirs = tidy(2 * facts.even_share - mine)
            return (mine, theirs) if position.turn == 0 else (theirs, mine)
        guesses = (self.game.evaluate_for(end.state, p) for p in range(facts.players))
        shares = [tidy(points / facts.unit + facts.even_share) for points in guesses]
        shares[position.turn] = mine
        return tuple(shares)
