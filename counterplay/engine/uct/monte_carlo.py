"""The base of the Monte Carlo engines: a tree for each thread, and the answer read from the trees.

Threads share nothing: each grows its own tree with its own random numbers, and the visits of the
root moves are added up (root parallelization: Chaslot, Winands and van den Herik 2008). So no lock
and no atomic operation is needed.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result, outcome_of
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.alphabeta.transposition import MEGABYTE
from counterplay.engine.uct.sampling import SamplingSettings, require_memory
from counterplay.engine.uct.tree import Branch, Tree, moves_between
from counterplay.engine.watchdog import watch

KERNEL = Path(__file__).parent / "kernel" / "search.py"

FIRST_REPORT = 1024
NO_LIMIT = 2**62


class MonteCarlo(ABC):
    """An engine for one game by random games.

    A subclass says which branch to play (`choose`), and passes `fields` to the kernel's context.
    """

    method: str

    def __init__(
        self,
        game: Game,
        settings: SamplingSettings,
        *,
        memory: int,
        rave: bool = False,
        **fields: Any,
    ) -> None:
        self.game, self.seed, self.lines = game, settings.seed, settings.lines
        require_memory(memory)
        kernel = bind(game, KERNEL)
        size = memory * MEGABYTE // settings.threads
        self.trees = [Tree(game, kernel, size, rave) for _ in range(settings.threads)]
        fields |= {"draws": settings.draws, "cutoff": settings.cutoff}
        for tree in self.trees:
            for name, value in fields.items():
                tree.ctx[name] = value
        self.new_game()

    @abstractmethod
    def choose(self, branches: Sequence[Branch], mover: int) -> Branch:
        """The branch to play, for the player to move."""

    def new_game(self) -> None:
        """Forget the trees, and start the random numbers again."""
        self.position: Position | None = None
        for number, tree in enumerate(self.trees):
            words = np.random.SeedSequence([self.seed, number]).generate_state(1, np.uint64)
            tree.ctx.random = words[0]

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
        lines: int | None = None,
    ) -> Result:
        """Simulate until the root is proven or a limit is reached.

        `limit.nodes` is the number of simulations. `report` is called with the answer after 1024
        simulations of a tree, and whenever their number has doubled. `lines` is the number of best
        moves to tell; None takes it from the settings.
        """
        if limit.depth is not None:
            raise InputError(f"{self.method} has no depth limit: give time or nodes")
        started = time.perf_counter()
        self._set_root(position)

        def answer(trees: Sequence[Tree]) -> Result:
            seconds = time.perf_counter() - started
            return self._result(position, trees, seconds, lines or self.lines)

        def tell() -> None:
            """Report what the first tree knows; the others are still growing."""
            if report is not None:
                report(answer(self.trees[:1]))

        watch(lambda: self._simulate(limit.nodes, tell), self._halt, limit.share, stop)
        for tree in self.trees:
            tree.context.complain()
        found = answer(self.trees)
        if report is not None:
            report(found)
        return found

    # Simulating ----------------------------------------------------------------------------------

    def _set_root(self, position: Position) -> None:
        """Keep the subtree of the position, if the trees have one."""
        moves = moves_between(self.position, position)
        for tree in self.trees:
            if moves is None or not tree.descend(moves):
                tree.plant()
            tree.set_root(position)
            tree.ctx.nodes, tree.ctx.depth, tree.ctx.fault, tree.ctx.halt = 0, 0, 0, 0
        self.position = position

    def _simulate(self, nodes: int | None, tell: Callable[[], None]) -> None:
        """Let every tree do its share of the simulations; the first one pauses for reports."""
        share, rest = divmod(nodes or NO_LIMIT, len(self.trees))
        shares = [share + (number < rest) for number in range(len(self.trees))]
        with ThreadPoolExecutor(len(self.trees)) as pool:
            work = list(zip(self.trees, shares, strict=True))
            others = [pool.submit(self._grow, tree, target) for tree, target in work[1:]]
            try:
                pause = FIRST_REPORT
                while self._grow(self.trees[0], min(pause, shares[0])) and pause < shares[0]:
                    tell()
                    pause *= 2
            except BaseException:
                self._halt()
                raise
        for other in others:
            other.result()

    def _grow(self, tree: Tree, target: int) -> bool:
        """Simulate in one tree up to `target` simulations; return whether it can continue."""
        tree.ctx.target = target
        tree.context.call(tree.kernel.think)
        if tree.is_proven or tree.ctx.fault:
            self._halt()
        return not tree.ctx.halt

    def _halt(self) -> None:
        for tree in self.trees:
            tree.ctx.halt = 1

    # The answer ----------------------------------------------------------------------------------

    def _result(
        self, position: Position, trees: Sequence[Tree], seconds: float, lines: int
    ) -> Result:
        proven = [tree for tree in trees if tree.is_proven]
        trees = proven[:1] or trees
        first, *others = self._ranked(
            added(position, [tree.branches() for tree in trees]), position.turn, lines
        )
        best = self._one(position, trees, first, bool(proven), seconds)
        rest = (self._one(position, trees, other, other.is_exact, seconds) for other in others)
        return dataclasses.replace(best, alternatives=tuple(rest))

    def _ranked(self, branches: Sequence[Branch], mover: int, count: int) -> list[Branch]:
        """The best branches, best first. After the first, only those that were looked at."""
        ranked = [self.choose(branches, mover)]
        left = [b for b in branches if b is not ranked[0] and (b.visits or b.is_exact)]
        while left and len(ranked) < count:
            ranked.append(self.choose(left, mover))
            left.remove(ranked[-1])
        return ranked

    def _one(
        self,
        position: Position,
        trees: Sequence[Tree],
        branch: Branch,
        is_proven: bool,
        seconds: float,
    ) -> Result:
        """What a branch of the root comes to."""
        mover, values = position.turn, tuple(map(tidy, branch.values))
        line = self._line(position, branch.move, trees)
        # With chance the payoffs are means: the outcome of a single game is not known.
        is_known = is_proven and not self.game.facts.chance
        outcome = outcome_of(values, mover) if is_known else None
        # A longer win may not be the fastest one.
        wins_now = outcome == "win" and len(line) == 1
        return Result(
            position=position,
            move=branch.move,
            value=values[mover],
            values=values,
            kind="exact" if is_proven else "estimate",
            outcome=outcome,
            distance=1 if wins_now else None,
            line=line,
            depth=max(int(tree.ctx.depth) for tree in self.trees),
            nodes=sum(int(tree.ctx.nodes) for tree in self.trees),
            seconds=seconds,
            method=self.method,
        )

    def _line(self, position: Position, move: int, trees: Sequence[Tree]) -> tuple[int, ...]:
        """The expected line after a move, from the tree with the most visits there."""

        def visits(tree: Tree) -> int:
            return max((b.visits for b in tree.branches() if b.move == move), default=0)

        tree, line = max(trees, key=visits), [move]
        if not visits(tree):
            return (move,)
        position, node = position.play(move), tree.child(int(tree.ctx.top), move)
        while not position.is_over and position.turn != CHANCE:
            known = [branch for branch in tree.branches_of(node) if branch.visits]
            if not known:
                break
            line.append(self.choose(known, position.turn).move)
            position, node = position.play(line[-1]), tree.child(node, line[-1])
        return tuple(line)


def added(position: Position, trees: Sequence[Sequence[Branch]]) -> list[Branch]:
    """A branch for each legal move: exact if a tree has proved it, else the mean of all visits."""
    facts = position.game.facts
    known: dict[int, list[Branch]] = {}
    for branch in chain.from_iterable(trees):
        known.setdefault(branch.move, []).append(branch)
    found = []
    for move in position.legal_moves:
        same = known.get(move, [])
        visits = sum(b.visits for b in same)
        exact = next((b for b in same if b.is_exact), None)
        if exact is not None:
            values = exact.values
        elif visits:
            weighed = [[b.visits * value for value in b.values] for b in same]
            values = tuple(sum(sums) / visits for sums in zip(*weighed, strict=True))
        else:
            values = (facts.even_share,) * facts.players
        found.append(Branch(move, visits, values, exact is not None))
    return found
