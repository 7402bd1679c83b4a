"""Max^n from Python: for several players, payoffs without a constant total, and chance."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result, outcome_of
from counterplay.engine.alphabeta.answers import ends
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.alphabeta.transposition import table_of
from counterplay.engine.fitness import (
    first_reason,
    needs_every_players_evaluation,
    needs_listed_chance,
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
class MaxNSettings(TableSettings):
    """Settings of max^n."""


@dataclass(frozen=True)
class Line:
    """A line of play, and the payoff of each player at its end."""

    values: tuple[float, ...]
    moves: tuple[int, ...]


def unfit(game: Game) -> str | None:
    """A sentence that says why max^n does not fit a game; None if it does."""
    return first_reason(
        needs_whole_state(game, "maxn"),
        needs_no_history(game, "maxn"),
        needs_listed_chance(game, "maxn"),
        needs_every_players_evaluation(game),
    )


class MaxN:
    """An engine for one game in which every player maximizes their own payoff."""

    method = "maxn"

    def __init__(self, game: Game, settings: MaxNSettings | None = None) -> None:
        self.game, self.settings = game, settings or MaxNSettings()
        self.kernel = bind(game, KERNEL)
        self.context = Context(game, self.kernel)
        self.table = table_of(self.settings.memory)
        self.context.keep("table", self.table)
        ctx = self.context.record
        ctx.table_words = len(self.table)
        ctx.table_shift = 65 - (len(self.table) // self.kernel.BUCKET_WORDS).bit_length()

    def new_game(self) -> None:
        """Forget the results of earlier searches."""
        self.table[:] = 0

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search deeper and deeper until the payoffs are exact, or a limit is reached."""
        self.context.record.root_first = -1
        begin_search(self.context, position)
        search = MaxNSearch(self.context, self.kernel.think, position)

        def result(found: Iteration[Line], seconds: float) -> Result:
            return self._result(position, found, seconds)

        return search_deeper(search, limit, stop, report, result)

    def _result(self, position: Position, found: Iteration[Line], seconds: float) -> Result:
        mover, line = position.turn, found.value
        # With chance the payoffs are means: the outcome of a single game is not known.
        is_known = found.complete and not self.game.facts.chance
        distance = len(line.moves) if is_known and ends(position, line.moves) else None
        return Result(
            position=position,
            move=line.moves[0],
            value=line.values[mover],
            values=line.values,
            kind="exact" if found.complete else "estimate",
            outcome=outcome_of(line.values, mover) if is_known else None,
            distance=distance,
            line=line.moves,
            depth=found.depth,
            nodes=int(self.context.record.nodes),
            seconds=seconds,
            method=self.method,
        )


class MaxNSearch(Deepening[Line]):
    """The search of one position to a depth, for iterative deepening."""

    def start(self) -> Line:
        facts = self.position.game.facts
        return Line((facts.even_share,) * facts.players, (self.position.legal_moves[0],))

    def read(self) -> Line:
        ctx = self.context.record
        moves = ctx.line[0, : ctx.line_length[0]].tolist()
        return Line(tuple(tidy(v) for v in ctx["values"][0]), tuple(moves))
