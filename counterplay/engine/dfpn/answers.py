"""The answer of proof-number search: the best move, and what the questions prove about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.core.bits.casts import tidy
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.dfpn.kernel.table import DISPROVEN
from counterplay.engine.dfpn.proofs import Question, Verdict, reaches, who_wins, won, worst_of


@dataclass(frozen=True)
class Answer:
    """What the questions about a position say so far."""

    position: Position
    questions: tuple[Question, ...]
    at_least: float

    def verdict(self) -> Verdict:
        """What is proven, or else the static evaluation."""
        facts = self.position.game.facts
        if len(self.questions) == 2:
            known = who_wins(facts, self.questions[0].answer, self.questions[1].answer)
        else:
            known = reaches(facts, self.at_least, self.questions[0].answer)
        evaluation = self.position.game.evaluate(self.position.state)
        value = evaluation / facts.unit + facts.even_share
        return known or Verdict("estimate", max(worst_of(facts), min(facts.best, value)))

    def result(self, line: tuple[int, ...], depth: int, nodes: int, seconds: float) -> Result:
        """The answer as a result; `line` follows the best move."""
        facts, known = self.position.game.facts, self.verdict()
        move = choose(self.position, self.questions)
        mine, theirs = tidy(known.value), tidy(2 * facts.even_share - known.value)
        wins_at_once = known == won(facts) and self.position.play(move).is_over
        return Result(
            position=self.position,
            move=move,
            value=mine,
            values=(mine, theirs) if self.position.turn == 0 else (theirs, mine),
            kind=known.kind,
            outcome=known.outcome,
            distance=1 if wins_at_once else None,
            line=(move, *line),
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            method="dfpn",
        )


def choose(position: Position, questions: Sequence[Question]) -> int:
    """The move that is proven best, or else the most promising one."""
    wins, holds = questions[0].phi, questions[-1].phi

    def rank(move: int) -> tuple[float, ...]:
        win, hold = wins.get(move, 1), holds.get(move, 1)
        work = max(question.work.get(move, 0) for question in questions)
        return (win > 0, hold > 0, hold == DISPROVEN, win, hold, -work)

    return min(position.legal_moves, key=rank)
