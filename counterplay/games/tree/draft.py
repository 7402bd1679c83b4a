"""A tree as it was written: what a reader has understood, before it is checked as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field

Numbers = list[float] | float


@dataclass(eq=False)
class DraftMove:
    """A move. `to` is the node it leads to, or the name of a node that is described elsewhere."""

    to: DraftNode | str
    label: str = ""
    noisy: bool = False
    probability: float | None = None
    where: str = ""


@dataclass(eq=False)
class DraftNode:
    """A node. `where` is its place in a text: `line 3, column 5`; empty in nested lists.

    Nodes with the same `info` look alike to the player who moves there.

    Payoffs and evaluations are a list with a number for each player, or one number: that of the
    first of two players; the second gets its negative.
    """

    where: str = ""
    name: str = ""
    player: int | str | None = None
    payoffs: Numbers | None = None
    evaluation: Numbers | None = None
    info: str = ""
    moves: list[DraftMove] = field(default_factory=list)


@dataclass
class Draft:
    """The root of a tree, the names of its players if they are given, and its title."""

    root: DraftNode
    names: tuple[str, ...] = ()
    title: str = ""
