"""A tree, or a graph without cycles, of a game: what all readers return and all writers take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from counterplay.core.game.facts import CHANCE

MOST_CHILDREN, DEEPEST, LARGEST, DECIMALS = 1024, 200, 1_000_000, 3
ROOT: Final = "root"
"""The path of the root. The second child of the root is `root.2`."""
TWO_NAMES: Final = ("MAX", "MIN")
"""The names of two players with opposite payoffs, if the tree gives none."""
MARKS: Final = ("noisy", "quiet")
"""The marks of a move. Quiescence search follows noisy moves; a move without a mark is quiet."""


@dataclass(frozen=True)
class Move:
    """A move, or an outcome of chance.

    label        its text; by default its number, from 1
    to           the index of the node it leads to
    noisy        whether quiescence search follows it
    probability  of an outcome of chance; None otherwise
    """

    label: str
    to: int
    noisy: bool = False
    probability: float | None = None


@dataclass(frozen=True)
class Node:
    """A node.

    path        the number of each move on a shortest path to it: `root.2.1`
    name        its own name; empty without one. A shared node has a name
    player      who moves: 0, 1, … or CHANCE; at an end, whose turn it would be
    moves       its moves; none at an end
    payoffs     of each player, at an end; else empty
    evaluation  of each player, at an inner node that has one; else empty
    info        its information set: nodes with the same one look alike to the player who moves;
                empty if the player sees where it is
    """

    path: str
    name: str
    player: int
    moves: tuple[Move, ...] = ()
    payoffs: tuple[float, ...] = ()
    evaluation: tuple[float, ...] = ()
    info: str = ""

    @property
    def text(self) -> str:
        """The name of the node, or its path if it has none."""
        return self.name or self.path


@dataclass(frozen=True)
class Tree:
    """All nodes, breadth first: the root has index 0. Nodes with several parents are shared.

    names   of the players
    title   of the tree; empty without one
    """

    nodes: tuple[Node, ...]
    names: tuple[str, ...]
    title: str = ""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.names)

    @property
    def is_zero_sum(self) -> bool:
        """Whether there are two players, and what one gets the other loses."""
        ends = (node.payoffs for node in self.nodes if not node.moves)
        return self.players == 2 and not any(sum(payoffs) for payoffs in ends)

    @property
    def default_names(self) -> tuple[str, ...]:
        """The names of the players if the tree gives none."""
        return default_names(self.players, self.is_zero_sum)

    @property
    def has_chance(self) -> bool:
        """Whether chance decides somewhere."""
        return any(node.player == CHANCE for node in self.nodes)

    @property
    def is_hidden(self) -> bool:
        """Whether players do not see everything: some nodes look alike to the one who moves."""
        return any(node.info for node in self.nodes)


def default_names(players: int, is_zero_sum: bool) -> tuple[str, ...]:
    """The names of players without names: MAX and MIN only if one loses what the other gets."""
    return TWO_NAMES if is_zero_sum else tuple(f"player {p + 1}" for p in range(players))


def next_turn(player: int, turn: int, players: int) -> int:
    """Whose turn it is after a node: the next player's, or after chance the same player's."""
    return turn if player == CHANCE else (player + 1) % players
