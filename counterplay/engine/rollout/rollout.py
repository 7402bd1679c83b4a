"""`rollout`: play a position many times, and return the mean of the results with its error.

All games are played in native code. The games of different moves have the same dice, so that their
differences depend less on luck. The same seed gives the same games, with any number of threads.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.game.checked import say_unchecked
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import MOST
from counterplay.core.game.position import Position, as_position
from counterplay.engine.alphabeta.transposition import table_of
from counterplay.engine.expectiminimax.engine import make_context
from counterplay.engine.expectiminimax.engine import unfit as unfit_for_search
from counterplay.engine.expectiminimax.settings import Settings
from counterplay.engine.rollout.kernel.sizes import BATCH, EVERY_ROLL
from counterplay.engine.rollout.result import RolledMove, Rollout
from counterplay.engine.rollout.statistics import (
    Estimate,
    Floats,
    Numbers,
    confidence,
    estimate,
)
from counterplay.engine.watchdog import watch

KERNEL = Path(__file__).parent / "kernel" / "rollout.py"
GAMES = 1296
"""The usual number of games: each pair of first and second rolls of two dice comes up as often as
its chance says."""
LEAST_GAMES = 128
"""The games before an error is trusted."""
LEAST_CHUNK, LOOKS = 64, 16
"""About how many games are played at once; between two looks at the error, this part more."""
NO_LIMIT = 2**62
STOPPED = "the rollout was stopped before its first games were over"

Report = Callable[[Rollout], None]
"""Called with the result so far."""


@dataclass
class Candidate:
    """A position to play from, and the games so far.

    sign     1 if the first player asks, -1 if it is the second
    chunks   the results, luck and first outcomes of games, as values of the player who asks
    """

    position: Position
    sign: int
    move: int | None = None
    evaluation: float = 0.0
    chunks: list[tuple[Floats, Floats, Numbers]] = field(default_factory=list)

    def games(self) -> tuple[Floats, Floats, Numbers]:
        """The results without luck, the results, and the first outcomes, of all games."""
        results, lucks, firsts = (np.concatenate(part) for part in zip(*self.chunks, strict=True))
        self.chunks = [(results, lucks, firsts)]
        return results - lucks, results, firsts


@dataclass(frozen=True)
class Ranked:
    """A candidate with all its games."""

    candidate: Candidate
    adjusted: Floats
    results: Floats
    firsts: Numbers


def unfit(game: Game) -> str | None:
    """A sentence that says why a game cannot be rolled out; None if it can."""
    if not game.facts.chance:
        return f"{game.name} has no chance: all games of a rollout would be the same"
    return unfit_for_search(game)


def rollout(
    game: Game,
    position: Position | str | None = None,
    *,
    games: int = GAMES,
    moves: int | Sequence[int | str] = 0,
    depth: int = 1,
    luck: bool | None = None,
    truncate: int | None = None,
    error: float | None = None,
    seed: int = 1,
    threads: int = 1,
    memory: int = 16,
    stop: threading.Event | None = None,
    report: Report | None = None,
) -> Rollout:
    """Play `games` games from a position and return their mean result, with its error.

    moves     roll out so many of the best moves, or these moves, and rank them; 0: the position
    depth     the depth of the search that chooses moves; 1 evaluates the state after each move
    luck      whether to subtract the luck of the rolls; None: if the game has what it takes
    truncate  evaluate a game after so many rolls, instead of playing it to the end
    error     stop as soon as half of the 95 % interval is at most this, in points of payoff
    memory    megabytes of transposition table for each thread, with a depth of 2 or more

    Set `stop`, or press Ctrl-C, to end with the result so far.
    """
    reason = unfit(game)
    if reason is not None:
        raise UnfitError(reason)
    _require_numbers(games, depth, truncate, error, threads)
    if not 0 <= seed <= MOST:
        raise InputError(f"seed={seed} must be a whole number from 0 to {MOST}")
    uses_luck = _uses_luck(game, luck)
    _require_evaluator(game, depth, truncate)
    where = as_position(game, position).beside(game)
    if where.is_over:
        raise InputError(f"the game is over in {where.text}: there is nothing to roll out")
    say_unchecked(game)
    roller = Roller(game, depth, uses_luck, truncate, seed, threads, memory)
    candidates = roller.candidates(where, moves, stop)
    started, played, is_stopped = time.perf_counter(), 0, False

    def result() -> Rollout:
        seconds, finished = time.perf_counter() - started, not is_stopped
        return roller.result(where, candidates, played, seconds, finished)

    chunk, next_look = roller.divide(candidates[0], stop), 0
    try:
        while played < games and not is_stopped:
            count = min(chunk, games - played)
            is_stopped = not roller.play(candidates, played, count, stop)
            played += 0 if is_stopped else count
            if played >= next_look and not is_stopped and (report or error is not None):
                next_look, so_far = played + played // LOOKS, result()
                if report is not None:
                    report(so_far)
                if error is not None and played >= LEAST_GAMES and _worst_error(so_far) <= error:
                    break
    except KeyboardInterrupt:
        is_stopped = True
    if played == 0:
        raise InputError(STOPPED)
    return result()


class Roller:
    """The compiled rollouts of a game, with these settings."""

    def __init__(
        self,
        game: Game,
        depth: int,
        luck: bool,
        truncate: int | None,
        seed: int,
        threads: int,
        memory: int,
    ) -> None:
        self.game, self.depth, self.luck = game, depth, luck
        self.truncate, self.seed = truncate, seed
        self.kernel = bind(game, KERNEL)
        settings = Settings(memory=memory if depth > 1 else 1)
        self.contexts = [
            make_context(game, self.kernel, settings, table_of(settings.memory))
            for _ in range(threads)
        ]
        for context in self.contexts:
            ctx = context.record
            ctx.depth, ctx.uses_luck, ctx.longest = depth, int(luck), game.facts.longest_game
            ctx.dice_seed = seed
            ctx.truncation = EVERY_ROLL if truncate is None else truncate
            ctx.node_limit = NO_LIMIT

    def candidates(
        self,
        where: Position,
        moves: int | Sequence[int | str],
        stop: threading.Event | None,
    ) -> list[Candidate]:
        """The positions to roll out: after the moves that were asked for, or `where` itself."""
        if moves == 0:
            return [Candidate(where, -1 if where.turn == 1 else 1)]
        if where.turn not in (0, 1):
            raise InputError(f"chance is to move in {where.text}: there are no moves to compare")
        sign = 1 if where.turn == 0 else -1
        ctx = self._search(where, self.kernel.judge, stop)
        n = int(ctx.root_count)
        judged = dict(zip(ctx.root_moves[:n].tolist(), ctx.root_values[:n].tolist(), strict=True))
        if isinstance(moves, int):
            chosen = sorted(judged, key=lambda move: -judged[move])[:moves]
        else:
            chosen = [where.play(move).moves[-1] for move in moves]
        return [Candidate(where.play(move), sign, move, judged[move]) for move in chosen]

    def divide(self, candidate: Candidate, stop: threading.Event | None) -> int:
        """Divide the first roll into strata, and return the number of games of a chunk."""
        strata = int(self._search(candidate.position, self.kernel.divide, stop).strata)
        for other in self.contexts:
            other.record.strata = strata
        return math.ceil(LEAST_CHUNK / strata) * strata

    def _search(self, where: Position, entry: Any, stop: threading.Event | None) -> Any:
        """Call a search before the first game, and return what it wrote. It can be stopped."""
        context = self.contexts[0]
        context.set_root(where.state)
        context.record.nodes, context.record.node_limit = 0, NO_LIMIT
        try:
            watch(lambda: context.call(entry), self._halt, None, stop)
        except KeyboardInterrupt:
            context.record.aborted = 1
        context.complain()
        if context.record.aborted:
            raise InputError(STOPPED)
        return context.record

    def play(
        self,
        candidates: Sequence[Candidate],
        start: int,
        count: int,
        stop: threading.Event | None,
    ) -> bool:
        """Play games of all candidates. False if they were stopped; then none of them counts."""
        found = []
        for candidate in candidates:
            if stop is not None and stop.is_set():
                return False
            for context in self.contexts:
                context.set_root(candidate.position.state)
                context.record.nodes, context.record.node_limit = 0, NO_LIMIT
            watch(lambda: self._share(start, count), self._halt, None, stop)
            for context in self.contexts:
                context.complain()
            if any(context.record.aborted for context in self.contexts):
                return False
            results, lucks, firsts = (self._read(name) for name in ("results", "lucks", "firsts"))
            found.append((candidate.sign * results, candidate.sign * lucks, firsts))
        for candidate, chunk in zip(candidates, found, strict=True):
            candidate.chunks.append(chunk)
        return True

    def _share(self, start: int, count: int) -> None:
        """Play games, divided among the threads."""
        share = math.ceil(count / len(self.contexts))
        work = []
        for place, context in enumerate(self.contexts):
            ctx, before = context.record, min(place * share, count)
            ctx.batch_start, ctx.batch_count = start + before, min(share, count - before)
            work.append(threading.Thread(target=context.attempt, args=(self.kernel.play_batch,)))
        for thread in work[1:]:
            thread.start()
        work[0].run()
        for thread in work[1:]:
            thread.join()

    def _read(self, name: str) -> npt.NDArray[Any]:
        parts = [c.record[name][: int(c.record.batch_done)] for c in self.contexts]
        return np.concatenate(parts)

    def _halt(self) -> None:
        for context in self.contexts:
            context.record.node_limit = 0

    def result(
        self,
        where: Position,
        candidates: Sequence[Candidate],
        games: int,
        seconds: float,
        finished: bool,
    ) -> Rollout:
        """The result of the games so far."""
        rows = [Ranked(one, *one.games()) for one in candidates]
        rows.sort(key=lambda row: -float(row.adjusted.mean()))
        best = rows[0]
        return Rollout(
            position=where,
            value=self._estimate(best.adjusted, best.firsts),
            plain=self._estimate(best.results, best.firsts),
            player=where.turn if where.turn in (0, 1) else 0,
            games=games,
            depth=self.depth,
            luck=self.luck,
            truncate=self.truncate,
            seed=self.seed,
            seconds=seconds,
            moves=tuple(
                self._rolled(where, row, best, row.candidate.move)
                for row in rows
                if row.candidate.move is not None
            ),
            finished=finished,
        )

    def _rolled(self, where: Position, row: Ranked, best: Ranked, move: int) -> RolledMove:
        behind = Estimate(0.0, 0.0)
        if row is not best:
            behind = estimate(best.adjusted - row.adjusted, best.firsts)
        return RolledMove(
            move=move,
            text=where.show_move(move),
            value=self._estimate(row.adjusted, row.firsts),
            plain=self._estimate(row.results, row.firsts),
            evaluation=tidy(row.candidate.evaluation + self.game.facts.even_share),
            behind=behind,
            confidence=confidence(behind),
        )

    def _estimate(self, games: Floats, firsts: Numbers) -> Estimate:
        found = estimate(games, firsts)
        return Estimate(tidy(found.mean + self.game.facts.even_share), found.error)


def _worst_error(found: Rollout) -> float:
    return max([found.value.error, *(move.value.error for move in found.moves)])


def _uses_luck(game: Game, luck: bool | None) -> bool:
    """Whether the luck of rolls is subtracted: on by default, if the game has what it needs."""
    lacks = None
    if game.evaluator is None:
        lacks = "an evaluator"
    elif "chance" not in game.functions:
        lacks = "`chance(s)`"
    if luck and lacks:
        raise UnfitError(f"to subtract luck takes {lacks}, which {game.name} does not define")
    return lacks is None if luck is None else luck


def _require_evaluator(game: Game, depth: int, truncate: int | None) -> None:
    if game.evaluator is not None:
        return
    if depth == 1:
        raise UnfitError(
            f"at depth 1 the evaluator chooses the moves, and {game.name} has none: use a depth "
            "of 2 or more"
        )
    if truncate is not None:
        raise UnfitError(
            f"a truncated game is evaluated, and {game.name} has no evaluator: play whole games"
        )


def _require_numbers(
    games: int, depth: int, truncate: int | None, error: float | None, threads: int
) -> None:
    for name, number in (("games", games), ("depth", depth), ("threads", threads)):
        if number < 1:
            raise InputError(f"{name}={number} must be 1 or more")
    for name, number in (("depth", depth), ("truncate", truncate or 1)):
        if number > MOST:
            raise InputError(f"{name}={number} is too large: it can be up to {MOST}")
    if truncate is not None and truncate < 1:
        raise InputError(f"truncate={truncate} must be 1 or more rolls")
    if error is not None and not error > 0:
        raise InputError(f"error={error:g} must be above 0")
    if threads > BATCH:
        raise InputError(f"threads={threads} must be at most {BATCH}")
