"""One tree of a Monte Carlo search: its memory, its root, and how to read its nodes."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from counterplay.core.compile.kernel import Context
from counterplay.core.compile.rules import plies
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.engine.alphabeta.transposition import MEGABYTE

MOST_NODES = 2**31 - 1


@dataclass(frozen=True)
class Branch:
    """A child of a node: the mean payoffs of its visits, or the exact payoffs."""

    move: int
    visits: int
    values: tuple[float, ...]
    is_exact: bool


class Tree:
    """The tree of one thread, in its own memory."""

    def __init__(self, game: Game, kernel: ModuleType, size: int, rave: bool) -> None:
        self.game, self.kernel = game, kernel
        self.context = Context(game, kernel)
        self.ctx: Any = self.context.record
        facts = game.facts
        self._has_path = bool(facts.repetition or facts.no_progress or facts.superko)
        self._allocate(size, rave)
        self.ctx.rave = rave
        self.ctx.is_listed = "chance" in game.functions
        # If one player's gain is the other's loss, every best child is worth the same.
        self.ctx.takes_any_best = facts.players == 1 or (
            facts.players == 2 and facts.total is not None
        )

    def _allocate(self, size: int, rave: bool) -> None:
        kernel = self.kernel
        each = kernel.NODE.itemsize + kernel.BID.itemsize + 4 + rave * kernel.AMAF.itemsize
        capacity = min(size // each, MOST_NODES)
        if capacity <= kernel.WIDEST:
            least = -(-each * (kernel.WIDEST + 1) // MEGABYTE)
            raise InputError(
                f"memory: a tree for {self.game.name} needs at least {least} megabytes per thread"
            )
        self.nodes = np.zeros(capacity, kernel.NODE)
        self.bids = np.zeros(capacity, kernel.BID)
        self.context.keep("nodes_at", self.nodes)
        self.context.keep("bids_at", self.bids)
        self.context.keep("forward", np.zeros(capacity, np.int32))
        self.amaf = np.zeros(capacity if rave else 1, kernel.AMAF)
        self.context.keep("amaf", self.amaf)
        self.ctx.capacity = capacity

    # The root ------------------------------------------------------------------------------------

    def plant(self) -> None:
        """Start a new tree: a root without visits."""
        self.nodes[0], self.bids[0] = np.zeros((), self.nodes.dtype), np.zeros((), self.bids.dtype)
        self.ctx.top, self.ctx.used = 0, 1
        self.ctx.lowest[:] = self.ctx.highest[:] = self.game.facts.even_share
        self.ctx.reach[:] = 0

    def descend(self, moves: tuple[int, ...]) -> bool:
        """Make the node after these moves the root; return whether the tree has it."""
        node = int(self.ctx.top)
        for move in moves:
            first, end = self.children(node)
            found = np.flatnonzero(self.nodes["move"][first:end] == move)
            if not len(found) or not self.nodes["visits"][first + found[0]]:
                return False
            node = first + int(found[0])
        self.ctx.top = node
        return True

    def set_root(self, position: Position) -> None:
        """Set the state of the root, and the history if the rules need it."""
        self.context.set_root(position.state)
        if self._has_path:
            history = position.keys[-position.reversible - 1 :]
            room = len(history) + plies(self.game) + int(self.ctx.cutoff) + 2
            keys = np.zeros(room, np.uint64)
            keys[: len(history)] = history
            self.context.keep("keys", keys)
            self.ctx.key_room, self.ctx.history = room, len(history)

    @property
    def is_proven(self) -> bool:
        """Whether the value of the root is exact."""
        return bool(self.nodes["closed"][self.ctx.top])

    # Reading -------------------------------------------------------------------------------------

    def branches(self, moves: tuple[int, ...] = ()) -> list[Branch]:
        """The children of the node after these moves from the root."""
        node = int(self.ctx.top)
        for move in moves:
            node = self.child(node, move)
        return self.branches_of(node)

    def branches_of(self, node: int) -> list[Branch]:
        """The children of a node."""
        first, end = self.children(node)
        children = self.nodes[first:end]
        is_exact, visits = children["closed"] > 0, children["visits"]
        means = children["totals"] / np.where(is_exact, 1, np.maximum(visits, 1))[:, None]
        columns = children["move"].tolist(), visits.tolist(), means.tolist(), is_exact.tolist()
        return [Branch(m, n, tuple(v), e) for m, n, v, e in zip(*columns, strict=True)]

    def child(self, node: int, move: int) -> int:
        """The child after a move, which must be one of the node's moves."""
        first, end = self.children(node)
        return first + int(np.flatnonzero(self.nodes["move"][first:end] == move)[0])

    def children(self, node: int) -> tuple[int, int]:
        """The indices of the first child of a node and of the end of its children."""
        first = int(self.nodes["first"][node])
        return first, first + int(self.nodes["count"][node])


def moves_between(before: Position | None, after: Position) -> tuple[int, ...] | None:
    """The moves from one position to a later one of the same game; None if there are none."""
    if before is None or after.moves[: len(before.moves)] != before.moves:
        return None
    encode = after.game.shape.encode
    starts = [(*position.past, position.state)[0] for position in (before, after)]
    same = encode(starts[0]).tobytes() == encode(starts[1]).tobytes()
    return after.moves[len(before.moves) :] if same else None
