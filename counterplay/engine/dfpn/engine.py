"""Proof-number search from Python: who wins, as far as it is proven, and the line of the proof.

Two questions settle a game of two: does the mover win, and does the other? Each is asked for a
while in turn, twice as long every time, so that one that is hard does not hide an easy one.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.bits.casts import tidy
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
from counterplay.engine.dfpn.kernel.table import BUCKET_WORDS, HOPELESS
from counterplay.engine.dfpn.proofs import (
    WHO_WINS,
    Question,
    Verdict,
    goal_of,
    reaches,
    who_wins,
    won,
    worst_of,
)
from counterplay.engine.settings import option
from counterplay.engine.watchdog import watch

KERNEL = Path(__file__).parent / "kernel" / "search.py"
FIRST_SLICE = 1 << 16
NO_LIMIT = 2**62


@dataclass(frozen=True)
class DfPnSettings:
    """Settings of proof-number search."""

    memory: int = option(64, "megabytes of table", 1, 2**20)
    at_least: float = option(WHO_WINS, "the payoff that is asked for; -inf asks who wins")
    epsilon: float = option(0.25, "how far past the second best move the best is followed", 0, 10)
    weak: bool = option(True, "do not count twice what is reached on two ways")
    mobility: bool = option(True, "a state with many moves is harder to refute")


def unfit(game: Game) -> str | None:
    """Why proof-number search does not fit a game, in a sentence; None where it does."""
    facts = game.facts
    if facts.players != 2:
        return f"{game.name} is for {facts.players} players, dfpn for two: use maxn or paranoid"
    if facts.total is None:
        return f"{game.name} has no constant total of payoffs, as dfpn needs: use maxn"
    if facts.chance:
        return f"{game.name} has chance in it, where nothing is proven: use maxn"
    if facts.hidden:
        return f"{game.name} hides part of its state, and dfpn needs to see all of it"
    if facts.superko:
        return f"{game.name} forbids positions that were there before, which dfpn forgets"
    return None


def unfit_without_depth(game: Game) -> str | None:
    """Why only wins within so many plies can be looked for; None where any can."""
    if game.facts.repetition or game.facts.no_progress:
        return (
            f"{game.name} has a rule about the way to a position, which dfpn forgets: look for a "
            "win within so many plies, by a depth"
        )
    return None


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
        self._asked: tuple[bytes, tuple[int, ...]] | None = None
        """The state and the worn keys that wins within some plies were last looked for from."""

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
        """Search until the answer is proven, or a limit is reached.

        With a depth in the limit, only wins within so many plies are looked for.
        """
        started, ctx = time.perf_counter(), self.context.record
        self._set_horizon(position, limit.depth)
        ctx.nodes, ctx.aborted, ctx.fault, ctx.deepest = 0, 0, 0, 0
        ctx.node_limit = limit.nodes or NO_LIMIT
        questions = [Question(position.turn)]
        if self.settings.at_least == WHO_WINS:
            questions.append(Question(1 - position.turn))
        rest: tuple[int, ...] = ()

        def tell() -> Result:
            return self._result(position, questions, rest, time.perf_counter() - started)

        def work() -> None:
            nonlocal rest
            for _ in self._ask(position, questions):
                if report is not None and not ctx.fault:
                    report(tell())
            if not ctx.fault:
                rest = self._rest(position, questions)

        def halt() -> None:
            ctx.node_limit = 0

        watch(work, halt, limit.share, stop)
        self.context.complain()
        return tell()

    def _set_horizon(self, position: Position, depth: int | None) -> None:
        """How far to look, and which states are drawn if they come up again."""
        ctx, facts = self.context.record, self.game.facts
        reason = unfit_without_depth(self.game)
        if depth is None and reason:
            raise UnfitError(reason)
        # Where paths matter, all that is asked for lies within a horizon.
        ctx.last = min(depth or NO_LIMIT, plies(self.game) - (reason is not None))
        if facts.no_progress and position.reversible + ctx.last >= facts.no_progress:
            raise UnfitError(
                f"{self.game.name} may be drawn for want of progress within {ctx.last} plies from "
                "here, which dfpn forgets: use alphabeta"
            )
        worn = self._worn(position)
        asked = self.game.shape.encode(position.state).tobytes(), worn
        if ctx.last < plies(self.game) and asked != self._asked:
            # What was proven holds for other draws by the path, or by a clock in the state.
            self.new_game()
            self._asked = asked
        ctx.worn_count = len(worn)
        ctx.worn[: len(worn)] = worn

    def _worn(self, position: Position) -> tuple[int, ...]:
        """The keys of states that are drawn if they come up once more."""
        often = self.game.facts.repetition - 1
        if often < 0:
            return ()
        times = Counter(position.keys[-1 - position.reversible :])
        worn = tuple(key for key, count in times.items() if count >= often)
        if len(worn) > self.kernel.MOST_WORN:
            raise UnfitError(
                f"dfpn looks out for {self.kernel.MOST_WORN} positions that must not come back, "
                f"and here are {len(worn)}: use alphabeta"
            )
        return worn

    # Questions ----------------------------------------------------------------------------------

    def _ask(self, position: Position, questions: list[Question]) -> Iterator[None]:
        """Ask in turn; yields after each time, until all is answered or the limit is reached."""
        ctx, nodes = self.context.record, FIRST_SLICE
        while any(question.is_open for question in questions):
            for question in questions:
                if question.is_open:
                    self._look(position, question, int(ctx.nodes) + nodes)
                    yield
                if question.answer:
                    return  # what one has won, the other has not
                if ctx.aborted:
                    return
            nodes *= 2

    def _look(self, position: Position, question: Question, pause_at: int) -> None:
        """Ask one question about a position for a while; `pause_at=0` only reads the table."""
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
            question.answer = None  # it may have been the horizon that saved the defender

    # Answers ------------------------------------------------------------------------------------

    def _choose(self, position: Position, questions: list[Question]) -> int:
        """A move that is proven to be best, or else the most promising one."""
        wins, holds = questions[0].phi, questions[-1].phi

        def rank(move: int) -> tuple[float, ...]:
            win, hold = wins.get(move, 1), holds.get(move, 1)
            work = max(question.work.get(move, 0) for question in questions)
            return (win > 0, hold > 0, hold == HOPELESS, win, hold, -work)

        return min(position.legal_moves, key=rank)

    def _rest(self, position: Position, questions: list[Question]) -> tuple[int, ...]:
        """How the game goes on after the best move, as far as the table knows the proof."""
        answers = [question.answer for question in questions]
        if None in answers and not any(answers):
            return ()
        winners = [question.attacker for question in questions if question.answer]
        is_draw = len(questions) == 2 and not winners
        attacker = winners[0] if winners else questions[0].attacker
        line: list[int] = []
        position = position.play(self._choose(position, questions))
        ctx = self.context.record
        is_bounded = ctx.last < plies(self.game)
        while not position.is_over:
            ctx.last -= is_bounded
            ahead = Question(1 - position.turn if is_draw else attacker)
            self._look(position, ahead, 0)
            if ahead.is_open or ctx.aborted:
                break
            line.append(self._choose(position, [ahead]))
            position = position.play(line[-1])
        return tuple(line)

    def _result(
        self, position: Position, questions: list[Question], rest: tuple[int, ...], seconds: float
    ) -> Result:
        known = self._verdict(position, questions)
        move = self._choose(position, questions)
        mine, theirs = tidy(known.value), tidy(2 * self.game.facts.even_share - known.value)
        wins_at_once = known == won(self.game.facts) and position.play(move).is_over
        return Result(
            position=position,
            move=move,
            value=mine,
            values=(mine, theirs) if position.turn == 0 else (theirs, mine),
            kind=known.kind,
            outcome=known.outcome,
            distance=1 if wins_at_once else None,
            line=(move, *rest),
            depth=int(self.context.record.deepest),
            nodes=int(self.context.record.nodes),
            seconds=seconds,
            method=self.method,
        )

    def _verdict(self, position: Position, questions: list[Question]) -> Verdict:
        """What the answers say, or else the evaluator's guess."""
        facts = self.game.facts
        if len(questions) == 2:
            known = who_wins(facts, questions[0].answer, questions[1].answer)
        else:
            known = reaches(facts, self.settings.at_least, questions[0].answer)
        guess = self.game.evaluate(position.state) / facts.unit + facts.even_share
        return known or Verdict("estimate", max(worst_of(facts), min(facts.best, guess)))
