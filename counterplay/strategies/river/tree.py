"""The tree of bets on the river: who may do what, and what is at stake at each end.

Sizes of bets are fractions of the pot; those of raises, of the pot after a call. A size that comes
to the stack or more is all in. A raise is at least as large as the bet before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from counterplay.core.game.errors import InputError

FIRST, SECOND, FOLDED, SHOWDOWN = range(4)
"""The kinds of nodes: a decision of one of the players, or an end."""

MOST_NODES = 20_000
ROUNDING = 1e-9


class Node(NamedTuple):
    """A node of the tree.

    kind       FIRST or SECOND: this player decides; FOLDED or SHOWDOWN: the end
    line       the actions so far, as text: `check bet50`
    actions    the actions of the player to move
    children   the node after the first action; the others follow it
    stake      at an end: what the winner gets from the loser, with a half of the first pot
    loser      at the end by a fold: who folded
    """

    kind: int
    line: str
    actions: tuple[str, ...] = ()
    children: int = -1
    stake: float = 0.0
    loser: int = -1


@dataclass(frozen=True)
class Sizes:
    """The sizes of bets and raises, as fractions of the pot.

    bets     of a first bet
    raises   of a raise
    all_in   whether all in is always possible, too
    at       the sizes after some lines, instead of these: {"check": (0.5,)}
    """

    bets: Sequence[float] = (0.5, 1.0)
    raises: Sequence[float] = (1.0,)
    all_in: bool = True
    at: Mapping[str, Sequence[float]] | None = None

    def __post_init__(self) -> None:
        for sizes in (self.bets, self.raises, *(self.at or {}).values()):
            for size in sizes:
                if not (isfinite(size) and size > 0):
                    raise InputError(f"a bet of {size:g} pots is not possible: give sizes above 0")

    def after(self, line: str, is_raise: bool) -> Sequence[float]:
        """The sizes after a line."""
        return (self.at or {}).get(line, self.raises if is_raise else self.bets)


class _Open(NamedTuple):
    """A state of the bets: what each player has put in on the river, who moves, and the last raise
    or bet."""

    node: int
    line: str
    paid: tuple[float, float]
    turn: int
    last: float
    is_checked: bool


def betting_tree(pot: float, stack: float, sizes: Sizes) -> list[Node]:
    """All nodes; the first is the root, and the actions of a node lead to nodes in a row."""
    for name, amount in (("pot", pot), ("stack", stack)):
        if not (isfinite(amount) and amount > 0):
            raise InputError(f"{name}={amount:g} must be a number above 0")
    nodes = [Node(FIRST, "")]
    waiting = [_Open(0, "", (0.0, 0.0), 0, 0.0, False)]
    lines = set[str]()
    while waiting:
        here = waiting.pop(0)
        lines.add(here.line)
        choices = _choices(here, pot, stack, sizes)
        first = len(nodes)
        nodes[here.node] = Node(here.turn, here.line, tuple(name for name, *_ in choices), first)
        for i, (name, kind, paid, last) in enumerate(choices):
            line = f"{here.line} {name}".strip()
            stake = pot / 2 + min(paid)
            nodes.append(Node(kind, line, stake=stake, loser=here.turn if kind == FOLDED else -1))
            if kind < FOLDED:
                waiting.append(_Open(first + i, line, paid, kind, last, name == "check"))
        if len(nodes) > MOST_NODES:
            raise InputError(
                f"the tree of bets has more than {MOST_NODES:,} nodes: give fewer sizes, or larger "
                "raises"
            )
    unknown = set(sizes.at or {}) - lines
    if unknown:
        raise InputError(f"sizes are given for a line that cannot occur: {min(unknown)!r}")
    return nodes


_Choice = tuple[str, int, tuple[float, float], float]
"""The name of an action, the kind of the node after it, what is paid then, and the last raise."""


def _choices(here: _Open, pot: float, stack: float, sizes: Sizes) -> list[_Choice]:
    me, other = here.turn, 1 - here.turn
    to_call = here.paid[other] - here.paid[me]
    level = max(here.paid)
    found: list[_Choice] = []
    if to_call > 0:
        found = [
            ("fold", FOLDED, here.paid, 0.0),
            ("call", SHOWDOWN, (level, level), 0.0),
        ]
    else:
        kind = SHOWDOWN if here.is_checked else other
        found = [("check", kind, here.paid, 0.0)]
    for amount in _amounts(here, pot, stack, sizes, to_call > 0):
        name = "raise" if to_call > 0 else "bet"
        text = "all-in" if amount >= stack else f"{name}{amount:g}"
        paid = (amount, here.paid[1]) if me == 0 else (here.paid[0], amount)
        found.append((text, other, paid, amount - level))
    return found


def _amounts(here: _Open, pot: float, stack: float, sizes: Sizes, is_raise: bool) -> list[float]:
    """What the player may have put in after a bet or a raise, from small to large."""
    level = max(here.paid)
    if level >= stack - ROUNDING:
        return []
    found = {stack} if sizes.all_in else set[float]()
    for size in sizes.after(here.line, is_raise):
        raised = max(size * (pot + 2 * level), here.last)
        amount = level + raised
        found.add(stack if amount >= stack - ROUNDING else amount)
    return sorted(found)
