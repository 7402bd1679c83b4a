"""Proof-number search from Python: who wins, as far as it is proven, and the line of the proof.

Two questions settle a game for two players: does the mover win, and does the opponent win? They are
asked in turn, each time with twice the nodes, so that a hard question does not delay an easy one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.compile.rules import plies
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.alphabeta.transposition import table_of
from counterplay.engine.dfpn.answers import Answer, choose
from counterplay.engine.dfpn.fitness import drawn_keys, unfit, unfit_without_depth
from counterplay.engine.dfpn.kernel.table import BUCKET_WORDS
from counterplay.engine.dfpn.proofs import WHO_WINS, Question, goal_of
from counterplay.engine.settings import option
from counterplay.engine.watchdog import watch

__all__ = ["KERNEL", "DfPn", "DfPnSettings", "unfit", "unfit_without_depth"]

KERNEL = Path(__file__).parent / "kernel" / "search.py"
FIRST_SLICE = 1 << 16
"""The nodes that the first question gets before the second one is asked."""
NO_LIMIT = 2**62


@dataclass(frozen=True)
class DfPnSettings:
    """Settings of proof-number search."""

    memory: int = option(64, "Megabytes of table; cheap entries are replaced first.", 1, 2**20)
    at_least: float = option(WHO_WINS, "The payoff to prove for the mover; -inf: who wins.")
    epsilon: float = option(
        0.25, "How far past the second best move to follow the best, as a part of it.", 0, 10
    )
    weak: bool = option(True, "Weak proof numbers: do not count a state twice.")
    mobility: bool = option(True, "Begin with a larger delta where the mover has more moves.")


class DfPn:
    """A prover for one game: the compiled search and its table, kept from move to move."""

    method = "dfpn"

    def __init__(self, game: Game, settings: DfPnSettings | None = None) -> None:
        reason = unfit(game)
        if reason:
            raise UnfitError(reason)
        self.game, self.settings = game, settings or DfPnSettings()
        goal = goal_of(game, self.settings.at_least)
        self.kernel = bind(game, KERNEL)
        self.context = Context(game, self.kernel)
        self.table = table_of(self.settings.memory)
        self.context.keep("table", self.table)
        ctx = self.context.record
        ctx.table_words = len(self.table)
        ctx.table_shift = 65 - (len(self.table) // BUCKET_WORDS).bit_length()
        ctx.at_least, ctx.epsilon = goal, self.settings.epsilon
        ctx.weak, ctx.mobility = self.settings.weak, self.settings.mobility
        self._last_root: tuple[bytes, tuple[int, ...]] | None = None
        """The state and the drawn keys of the last search with a depth."""

    def new_game(self) -> None:
        """Forget what earlier searches proved."""
        self.table[:] = 0
        self.context.record.horizon = 0

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search until the answer is proven or a limit is reached.

        With a depth in the limit, look only for wins within that many plies.
        """
        started, ctx = time.perf_counter(), self.context.record
        self._set_horizon(position, limit.depth)
        ctx.nodes, ctx.aborted, ctx.fault, ctx.deepest = 0, 0, 0, 0
        ctx.node_limit = limit.nodes or NO_LIMIT
        questions = [Question(position.turn)]
        if self.settings.at_least == WHO_WINS:
            questions.append(Question(1 - position.turn))
        line: tuple[int, ...] = ()

        def answer() -> Result:
            found = Answer(position, tuple(questions), self.settings.at_least)
            seconds = time.perf_counter() - started
            return found.result(line, int(ctx.deepest), int(ctx.nodes), seconds)

        def work() -> None:
            nonlocal line
            for _ in self._ask(position, questions):
                if report is not None and not ctx.fault:
                    report(answer())
            if not ctx.fault:
                line = self._line(position, questions)

        def halt() -> None:
            ctx.node_limit = 0

        watch(work, halt, limit.share, stop)
        self.context.complain()
        return answer()

    def _set_horizon(self, position: Position, depth: int | None) -> None:
        """Set the horizon, and the states that are drawn if they occur again."""
        ctx, facts = self.context.record, self.game.facts
        reason = unfit_without_depth(self.game)
        if depth is None and reason:
            raise UnfitError(reason)
        # If history matters, every question must have a horizon.
        ctx.last = min(depth or NO_LIMIT, plies(self.game) - (reason is not None))
        if facts.no_progress and position.reversible + ctx.last >= facts.no_progress:
            raise UnfitError(
                f"{self.game.name} may be drawn for lack of progress within {ctx.last} plies from "
                "here, which dfpn does not know: use alphabeta"
            )
        keys = drawn_keys(position, self.kernel.MOST_DRAWN_KEYS)
        root = self.game.shape.encode(position.state).tobytes(), keys
        if ctx.last < plies(self.game) and root != self._last_root:
            self.new_game()  # the old proofs had other draws
            self._last_root = root
        ctx.drawn_count = len(keys)
        ctx.drawn_keys[: len(keys)] = keys

    # Questions ----------------------------------------------------------------------------------

    def _ask(self, position: Position, questions: list[Question]) -> Iterator[None]:
        """Ask in turn until all is answered or the limit is reached; yield after each turn."""
        ctx, nodes = self.context.record, FIRST_SLICE
        while any(question.is_open for question in questions):
            for question in questions:
                if question.is_open:
                    self._prove(position, question, int(ctx.nodes) + nodes)
                    yield
                if question.answer:
                    return  # if one player wins, the other does not
                if ctx.aborted:
                    return
            nodes *= 2

    def _prove(self, position: Position, question: Question, pause_at: int) -> None:
        """Work on one question up to `pause_at` nodes; with 0, only read the table."""
        ctx = self.context.record
        self.context.set_root(position.state)
        ctx.attacker, ctx.pause_at = question.attacker, pause_at
        self.context.call(self.kernel.think)
        n = int(ctx.root_count)
        if n == 0:
            return
        moves, phi = ctx.moves[0, :n].tolist(), ctx.phi[0, :n].tolist()
        question.phi = dict(zip(moves, phi, strict=True))
        question.work = dict(zip(moves, ctx.work[0, :n].tolist(), strict=True))
        mover_attacks = position.turn == question.attacker
        if 0 in phi:
            question.answer = mover_attacks
        elif not ctx.delta[0, :n].any():
            question.answer = not mover_attacks
        question.is_open = question.answer is None
        is_bounded = ctx.last < plies(self.game)
        if (is_bounded or ctx.horizon) and not question.answer:
            question.answer = None  # beyond the horizon the attacker may still succeed

    def _line(self, position: Position, questions: list[Question]) -> tuple[int, ...]:
        """The moves of the proof after the best move, as far as the table has them."""
        answers = [question.answer for question in questions]
        if None in answers and not any(answers):
            return ()
        winners = [question.attacker for question in questions if question.answer]
        is_draw = len(questions) == 2 and not winners
        attacker = winners[0] if winners else questions[0].attacker
        line: list[int] = []
        position = position.play(choose(position, questions))
        ctx = self.context.record
        is_bounded = ctx.last < plies(self.game)
        while not position.is_over:
            ctx.last -= is_bounded
            ahead = Question(1 - position.turn if is_draw else attacker)
            self._prove(position, ahead, 0)
            if ahead.is_open or ctx.aborted:
                break
            line.append(choose(position, [ahead]))
            position = position.play(line[-1])
        return tuple(line)
