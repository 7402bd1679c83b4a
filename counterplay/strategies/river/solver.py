"""Regret minimisation for two ranges of hands over a tree of bets."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.engine.watchdog import watch
from counterplay.games import load
from counterplay.strategies.river.hands import Hands, met_by
from counterplay.strategies.river.tree import FOLDED, Node
from counterplay.strategies.river.weights import Numbers
from counterplay.strategies.variants import Variant

KERNEL = Path(__file__).parent / "kernel" / "solve.py"
CARRIER = "kuhn"
"""The game that the kernel is bound to. It uses none of its rules, so any game will do."""

VARIANT = Variant(1.5, 0, 3, "Brown and Sandholm (2019)")
"""Discounted CFR with the cube of the iterations as weights of the average strategy: it took the
fewest iterations of eight choices to 0.5 and to 0.1 % of the pot on the spots of `bench/river.py`.
"""

MEAN, BEST = 1, 2
"""Tasks of the kernel: the values of the average strategy, or of the best response."""


class RiverSolver:
    """Minimises the regrets of two ranges over a tree of bets, iteration by iteration.

    `solve_river` is the short way to use it.
    """

    def __init__(self, hands: tuple[Hands, Hands], nodes: list[Node]) -> None:
        self.hands, self.nodes, self.iterations = hands, nodes, 0
        self._met = met_by(*hands), met_by(*reversed(hands))
        self.total = float(hands[0].weights @ self._met[0])
        if self.total <= 0:
            raise InputError("no hand of one range goes with a hand of the other: the cards clash")
        carrier = load(CARRIER)
        self._kernel = bind(carrier, KERNEL)
        self._context = Context(carrier, self._kernel)
        self._rows = _reach_rows(nodes)
        self._slots, counts = _slots(nodes)
        self._fill(counts)

    def run(
        self, iterations: int, seconds: float | None = None, stop: threading.Event | None = None
    ) -> None:
        """Make iterations until a limit is reached."""
        record: Any = self._context.record
        record.rounds, record.done, record.halt = iterations, 0, 0
        factors = VARIANT.factors(self.iterations + 1, iterations)
        self._context.keep("factors", factors.astype(np.float32))

        def halt() -> None:
            record.halt = 1

        watch(lambda: self._context.call(self._kernel.iterate), halt, seconds, stop)
        self.iterations += int(record.done)

    def hand_values(self, player: int, is_best: bool = False) -> Numbers:
        """What each hand of a player gets on average above a half of the pot, by the average
        strategy or by the best response to it."""
        record: Any = self._context.record
        record.viewer, record.task = player, BEST if is_best else MEAN
        self._context.keep("factors", np.zeros((1, 3), np.float32))
        self._context.call(self._kernel.judge)
        met = self._met[player]
        found = self._values[0, : len(met)]
        return np.asarray(np.divide(found, met, out=np.zeros(len(met)), where=met > 0))

    def value(self, player: int, is_best: bool = False) -> float:
        """The mean of the values of all hands of a player."""
        weights = self._met[player] * self.hands[player].weights
        return float(self.hand_values(player, is_best) @ weights / self.total)

    @property
    def exploitability(self) -> float:
        """The mean gain of a player by the best response, in chips."""
        return (self.value(0, True) + self.value(1, True)) / 2

    def policy(self, node: int) -> Numbers:
        """The average strategy at a node: one row for each action, one column for each hand."""
        sums = self._sums[self.nodes[node].kind].astype(np.float64)
        count = len(self.nodes[node].actions)
        part = sums[self._slots[node] : self._slots[node] + count]
        totals = part.sum(axis=0)
        even = np.full(part.shape, 1 / count)
        return np.asarray(np.divide(part, totals, out=even, where=totals > 0))

    def set_policy(self, node: int, policy: Numbers) -> None:
        """Replace the average strategy at a node, to judge another strategy."""
        sums = self._sums[self.nodes[node].kind]
        sums[self._slots[node] : self._slots[node] + len(policy)] = policy

    def reach(self, node: int, player: int) -> Numbers:
        """How likely each hand of a player is to come to a node, times its weight, by the average
        strategy and if the other does what leads there."""
        found, line = self.hands[player].weights.copy(), self._path(node)
        for before, action in line:
            if self.nodes[before].kind == player:
                found *= self.policy(before)[action]
        return found

    def _path(self, node: int) -> list[tuple[int, int]]:
        """The nodes before a node, and the number of the action at each."""
        found: list[tuple[int, int]] = []
        while node:
            for i, one in enumerate(self.nodes):
                if one.actions and one.children <= node < one.children + len(one.actions):
                    found.append((i, node - one.children))
                    node = i
                    break
        return found[::-1]

    def _fill(self, counts: tuple[int, int]) -> None:
        """Write the tree, the hands and the room for numbers into the context."""
        context, nodes = self._context, self.nodes
        record: Any = context.record
        record.nodes, record.widest = len(nodes), max(len(one.numbers) for one in self.hands)
        columns = {
            "kinds": np.array([node.kind for node in nodes], np.int32),
            "children": np.array([node.children for node in nodes], np.int32),
            "counts": np.array([len(node.actions) for node in nodes], np.int32),
            "losers": np.array([node.loser for node in nodes], np.int32),
            "stakes": np.array([node.stake for node in nodes]),
            "node_slots": self._slots,
            "node_rows": self._rows,
        }
        self._values = np.zeros((len(nodes), int(record.widest)), np.float32)
        columns |= {"values": self._values, "totals": np.zeros(int(record.widest), np.float32)}
        for name, column in columns.items():
            context.keep(name, column)
        self._sums: list[npt.NDArray[np.float32]] = []
        self._kept: list[Any] = []
        for p, own in enumerate(self.hands):
            size, rows = len(own.numbers), int(self._rows[p].max()) + 1
            where = {number: j for j, number in enumerate(self.hands[1 - p].numbers.tolist())}
            same = np.array([where.get(n, -1) for n in own.numbers.tolist()], np.int32)
            reach = np.zeros((rows, size), np.float32)
            reach[0] = own.weights
            record.hands[p], record.reach_rows[p], record.slots[p] = size, rows, counts[p]
            names = ("regrets", "sums", "policies")
            room = {name: np.zeros((counts[p], size), np.float32) for name in names}
            others = self.hands[1 - p].strengths
            parts: dict[str, npt.NDArray[Any]] = {
                "weaker": np.searchsorted(others, own.strengths).astype(np.uint32),
                "not_stronger": np.searchsorted(others, own.strengths, "right").astype(np.uint32),
                "cards": own.cards,
                "same": same,
                "reach": reach,
            }
            for name, array in (parts | room).items():
                context.array[name][0, p] = array.ctypes.data
                self._kept.append(array)
            self._sums.append(room["sums"])


def _slots(nodes: list[Node]) -> tuple[npt.NDArray[np.int64], tuple[int, int]]:
    """The first row of each decision among the rows of its player, and how many rows there are."""
    slots, counts = np.full(len(nodes), -1, np.int64), [0, 0]
    for i, node in enumerate(nodes):
        if node.kind < FOLDED:
            slots[i] = counts[node.kind]
            counts[node.kind] += len(node.actions)
    return slots, (counts[0], counts[1])


def _reach_rows(nodes: list[Node]) -> npt.NDArray[np.int64]:
    """For each player and node, the row of the reach. It changes only with moves of the player."""
    rows, used = np.zeros((2, len(nodes)), np.int64), [1, 1]
    for i, node in enumerate(nodes):
        for child in range(node.children, node.children + len(node.actions)):
            rows[:, child] = rows[:, i]
            rows[node.kind, child] = used[node.kind]
            used[node.kind] += 1
    return rows
