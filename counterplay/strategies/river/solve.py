"""Solve the last round of bets of hold'em: an equilibrium of two ranges, by regret minimisation."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.games.poker.cards import DECK, HANDS, card_text, read_cards
from counterplay.games.poker.ranges import class_of
from counterplay.strategies.river.hands import Hands, hands_on
from counterplay.strategies.river.solver import RiverSolver
from counterplay.strategies.river.tree import Node, Sizes, betting_tree
from counterplay.strategies.river.weights import Numbers, hand_text, read_weights

BOARD_CARDS = 5
TOLERANCE = 0.005
"""The exploitability at which a run ends, unless another is asked for: a part of the pot."""

ROUND = 10
"""The iterations before the first judgement; later a tenth of all so far."""

SELDOM = 1e-3
"""Classes of which fewer hands than this come to a node are left out of a table."""

Range = str | Sequence[float] | Numbers
"""A text, or the weights of all 1,326 hands."""


@dataclass(frozen=True, eq=False)
class RiverResult:
    """A solved round of bets.

    values           what each player gets on average: a part of the pot, in chips
    exploitability   what a player gains on average by the best response, in chips
    iterations, seconds   what it took
    """

    board: tuple[int, ...]
    pot: float
    stack: float
    values: tuple[float, float]
    exploitability: float
    iterations: int
    seconds: float
    solver: RiverSolver

    @property
    def nodes(self) -> list[Node]:
        """The tree of bets; its root is the first node."""
        return self.solver.nodes

    def node(self, line: str = "") -> int:
        """The number of the node after a line of bets: `check bet50`."""
        for i, node in enumerate(self.nodes):
            if node.line == " ".join(line.split()):
                return i
        raise InputError(f"there is no line {line!r} in the tree: see `nodes`")

    def strategy(self, line: str = "") -> dict[str, dict[str, float]]:
        """What each hand does after a line: the probability of each action, the best hand first."""
        number = self.decision(line)
        node = self.nodes[number]
        policy, own = self.solver.policy(number), self.solver.hands[node.kind]
        return {
            hand_text(int(own.numbers[i])): dict(
                zip(node.actions, policy[:, i].tolist(), strict=True)
            )
            for i in reversed(range(len(own.numbers)))
        }

    def by_class(self, line: str = "") -> dict[str, tuple[float, dict[str, float]]]:
        """What the hands of each class do after a line, `AA`, `AKs`, …: how many hands come there,
        and the probability of each action. The class with the best hand comes first."""
        number = self.decision(line)
        node = self.nodes[number]
        policy, own = self.solver.policy(number), self.solver.hands[node.kind]
        reach = self.solver.reach(number, node.kind)
        found: dict[str, tuple[float, Numbers]] = {}
        for i in reversed(range(len(own.numbers))):
            kind = class_of(HANDS[own.numbers[i]])
            weight, sums = found.get(kind, (0.0, np.zeros(len(node.actions))))
            found[kind] = weight + float(reach[i]), sums + reach[i] * policy[:, i]
        return {
            kind: (weight, dict(zip(node.actions, (sums / weight).tolist(), strict=True)))
            for kind, (weight, sums) in found.items()
            if weight > SELDOM
        }

    def decision(self, line: str) -> int:
        """The node after a line, at which a player decides."""
        number = self.node(line)
        if not self.nodes[number].actions:
            raise InputError(f"after {line!r} nobody has to decide")
        return number

    def __repr__(self) -> str:
        board = " ".join(map(card_text, self.board))
        return (
            f"<River {board}: {self.values[0]:.2f} and {self.values[1]:.2f} of {self.pot:g}, "
            f"exploitability {100 * self.exploitability / self.pot:.2g} % of the pot>"
        )


def solve_river(
    board: str | Sequence[int],
    ranges: tuple[Range, Range],
    *,
    pot: float,
    stack: float,
    bets: Sequence[float] = (0.5, 1.0),
    raises: Sequence[float] = (1.0,),
    all_in: bool = True,
    sizes: Mapping[str, Sequence[float]] | None = None,
    exploitability: float = TOLERANCE,
    seconds: float | None = None,
    iterations: int | None = None,
    stop: threading.Event | None = None,
) -> RiverResult:
    """An equilibrium of the last round of bets in hold'em, for two ranges of hands.

    `board` has five cards. `ranges` are those of the player who acts first and of the other: texts
    such as `QQ+,AKs,random`, or weights of all 1,326 hands. Both have `stack` chips left; `pot` is
    what they have bet before. `bets` and `raises` are fractions of the pot; `sizes` gives others
    after some lines: {"check": (0.5,)}. It ends when a player gains at most `exploitability` of the
    pot by the best response, or after so many `seconds` or `iterations`.

    >>> import counterplay as cp
    >>> found = cp.solve_river("As Kd 8h 5c 2s", ("KK,QJs", "AQ"), pot=100, stack=100, bets=())
    >>> found.exploitability < 0.5
    True
    >>> round(found.strategy()["KhKs"]["all-in"], 1)
    1.0
    """
    cards = read_cards(board) if isinstance(board, str) else tuple(int(card) for card in board)
    _require(cards, exploitability, seconds, iterations)
    nodes = betting_tree(pot, stack, Sizes(bets, raises, all_in, sizes))
    one, other = (_hands(cards, given, p) for p, given in enumerate(ranges))
    solver, began = RiverSolver((one, other), nodes), time.monotonic()
    gap = solver.exploitability
    while gap > exploitability * pot and not (stop is not None and stop.is_set()):
        gone = time.monotonic() - began
        length = max(ROUND, solver.iterations // 10)
        left = length if iterations is None else min(length, iterations - solver.iterations)
        if left <= 0 or (seconds is not None and gone >= seconds):
            break
        solver.run(left, None if seconds is None else seconds - gone, stop)
        gap = solver.exploitability
    first = pot / 2 + solver.value(0)
    return RiverResult(
        board=cards,
        pot=pot,
        stack=stack,
        values=(first, pot - first),
        exploitability=gap,
        iterations=solver.iterations,
        seconds=time.monotonic() - began,
        solver=solver,
    )


def _hands(board: tuple[int, ...], given: Range, player: int) -> Hands:
    """The hands of a player on the board."""
    weights = read_weights(given) if isinstance(given, str) else np.asarray(given, np.float64)
    if weights.shape != (len(HANDS),) or not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise InputError(
            f"the range of player {player + 1} must have {len(HANDS):,} weights of 0 or more, or be"
            " a text such as QQ+,AKs"
        )
    found = hands_on(board, weights)
    if not len(found.numbers):
        raise InputError(
            f"no hand of the range of player {player + 1} is possible on this board: its cards are "
            "taken"
        )
    return found


def _require(
    board: tuple[int, ...], exploitability: float, seconds: float | None, iterations: int | None
) -> None:
    """Refuse a board that is not one of the river, and limits that no run can have."""
    if len(board) != BOARD_CARDS or len(set(board)) != len(board):
        raise InputError(
            f"the board has {len(set(board))} different cards, but on the river there are "
            f"{BOARD_CARDS}"
        )
    if not all(0 <= card < DECK for card in board):
        raise InputError("a card of the board is not a number from 0 to 51")
    for name, number in (("exploitability", exploitability), ("seconds", seconds)):
        if number is not None and not (isfinite(number) and number > 0):
            raise InputError(f"{name}={number} must be a number above 0")
    if iterations is not None and iterations < 1:
        raise InputError(f"iterations={iterations} must be 1 or more")
