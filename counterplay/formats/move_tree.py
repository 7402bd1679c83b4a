"""MoveTree: the moves of a game with variations, comments and glyphs.

A tree never changes: every method returns another one. Each node has a number. `ROOT` is the start
of the game, and the first child of a node continues its line, so that the first children from
`ROOT` on are the main line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from counterplay.core.game.errors import InputError

ROOT = 0
FIRST_VARIATION = 1 << 20
"""The first number of a node beside the main line. A node of the main line has its ply."""

MOST_NODES = 50_000
"""The most nodes of a tree in a file."""

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""How good a move is, by its NAG (Numeric Annotation Glyph) of PGN."""


class Node(NamedTuple):
    """A move of a tree: the node before it, the move, its NAGs, and a comment."""

    parent: int
    move: int
    nags: tuple[int, ...] = ()
    comment: str = ""


START = Node(-1, -1)


@dataclass(frozen=True)
class MoveTree:
    """Nodes by number, and for each node the numbers of its children, the main one first."""

    nodes: Mapping[int, Node]
    children: Mapping[int, tuple[int, ...]]

    @classmethod
    def of(cls, moves: Iterable[int] = ()) -> MoveTree:
        """A tree that is one line. The number of a node is its ply."""
        builder = TreeBuilder()
        at = ROOT
        for move in moves:
            at = builder.add(at, move)
        return builder.tree()

    # Reading ------------------------------------------------------------------------------------

    @cached_property
    def main_line(self) -> tuple[int, ...]:
        """The nodes of the main line, `ROOT` first."""
        return tuple(self.line_from(ROOT))

    def line_from(self, node: int) -> Iterator[int]:
        """A node, and the first children from it on."""
        yield node
        while self.children[node]:
            node = self.children[node][0]
            yield node

    def line_to(self, node: int) -> list[int]:
        """The nodes from `ROOT` to a node."""
        line = [node]
        while line[-1] != ROOT:
            line.append(self.nodes[line[-1]].parent)
        return line[::-1]

    def moves_to(self, node: int) -> tuple[int, ...]:
        """The moves that lead to a node."""
        return tuple(self.nodes[one].move for one in self.line_to(node)[1:])

    def child(self, node: int, move: int) -> int | None:
        """The child of a node by its move; None if there is none."""
        return next((one for one in self.children[node] if self.nodes[one].move == move), None)

    def find(self, moves: Iterable[int]) -> int | None:
        """The node to which these moves lead; None if there is none."""
        node: int | None = ROOT
        for move in moves:
            node = None if node is None else self.child(node, move)
        return node

    @property
    def is_bare(self) -> bool:
        """Whether there is only a line of moves, without variations, glyphs and comments."""
        nodes = self.nodes.values()
        return len(self.main_line) == len(self.nodes) and not any(
            n.nags or n.comment for n in nodes
        )

    def walk(self) -> Iterator[int]:
        """All nodes: each before its children, and a line before its variations."""
        waiting = [ROOT]
        while waiting:
            line = list(self.line_from(waiting.pop()))
            yield from line
            for node in line:  # so that the variations of the last moves come first
                waiting += reversed(self.children[node][1:])

    # Changing -----------------------------------------------------------------------------------

    def add(self, node: int, move: int) -> tuple[MoveTree, int]:
        """The tree with a move after a node, as the last variation, and the number of the move.
        A move that is there already is not added again."""
        known = self.child(node, move)
        if known is not None:
            return self, known
        number = max(FIRST_VARIATION, max(self.nodes) + 1)
        return self._with(number, Node(node, move), (*self.children[node], number)), number

    def play(self, plies: int, move: int) -> MoveTree:
        """The tree after a move of the game, whose first `plies` moves are in the main line."""
        node = self.main_line[plies]
        known = self.child(node, move)
        if known is None:
            return self._with(plies + 1, Node(node, move), (plies + 1, *self.children[node]))
        return self.promote(known).numbered(plies + 1)

    def remove(self, node: int) -> MoveTree:
        """The tree without a node and all that follow it."""
        gone, waiting = set[int](), [node]
        while waiting:
            one = waiting.pop()
            gone.add(one)
            waiting += self.children[one]
        kept = {one: node for one, node in self.nodes.items() if one not in gone}
        return MoveTree(
            kept, {one: tuple(c for c in self.children[one] if c not in gone) for one in kept}
        )

    def promote(self, node: int, plies: int = 0) -> MoveTree:
        """The tree in which the line to a node is the main line. The first `plies` moves of the
        main line stay: a variation of them becomes the first variation."""
        kept = set(self.main_line[: plies + 1])
        children = dict(self.children)
        for one in self.line_to(node)[1:]:
            parent = self.nodes[one].parent
            others = [child for child in children[parent] if child != one]
            place = 1 if others and others[0] in kept else 0
            children[parent] = (*others[:place], one, *others[place:])
        return MoveTree(self.nodes, children)

    def annotate(self, node: int, nags: tuple[int, ...], comment: str) -> MoveTree:
        """The tree with other glyphs and another comment of a node."""
        changed = self.nodes[node]._replace(nags=nags, comment=comment)
        return MoveTree({**self.nodes, node: changed}, self.children)

    def numbers(self, plies: int | None = None) -> dict[int, int]:
        """For each node, its number in `numbered`."""
        count = len(self.main_line) if plies is None else plies + 1
        numbers = {node: ply for ply, node in enumerate(self.main_line[:count])}
        for node in self.walk():
            numbers.setdefault(node, FIRST_VARIATION + len(numbers) - count)
        return numbers

    def numbered(self, plies: int | None = None) -> MoveTree:
        """The same tree, in which the first `plies` nodes of the main line (at first all) have
        their ply as number, and all others numbers from `FIRST_VARIATION` on."""
        numbers = self.numbers(plies)
        nodes = {
            numbers[one]: node._replace(parent=numbers.get(node.parent, -1))
            for one, node in self.nodes.items()
        }
        children = {
            numbers[one]: tuple(numbers[child] for child in found)
            for one, found in self.children.items()
        }
        return MoveTree(nodes, children)

    def _with(self, number: int, node: Node, siblings: tuple[int, ...]) -> MoveTree:
        children = {**self.children, node.parent: siblings, number: ()}
        return MoveTree({**self.nodes, number: node}, children)

    # JSON ---------------------------------------------------------------------------------------

    def as_json(self) -> list[list[Any]]:
        """A row for each node: its number, its parent's, the move, the NAGs and the comment."""
        return [[one, *self.nodes[one][:2], list(self.nodes[one].nags), self.nodes[one].comment]
                for one in self.walk()]  # fmt: skip

    @classmethod
    def from_json(cls, rows: Sequence[Sequence[Any]]) -> MoveTree:
        """The tree that `as_json` has written."""
        nodes = {
            one: Node(parent, move, tuple(nags), text) for one, parent, move, nags, text in rows
        }
        children: dict[int, tuple[int, ...]] = dict.fromkeys(nodes, ())
        for one, (parent, *_) in nodes.items():
            if one != ROOT:
                children[parent] += (one,)
        return cls(nodes, children)


def require_size(count: int) -> None:
    """Refuse a game of a file with far more moves than anyone has looked at."""
    if count > MOST_NODES:
        raise InputError(f"a game has more than {MOST_NODES:,} moves with its variations")


class TreeBuilder:
    """Makes a tree node by node; the first child that a node gets continues its line."""

    def __init__(self) -> None:
        self._nodes, self._children = {ROOT: START}, {ROOT: list[int]()}

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, node: int, move: int, nags: Iterable[int] = (), comment: str = "") -> int:
        """Add a move after a node, and return its number. A move that is there already gets the
        glyphs and the comment as well."""
        known = next((one for one in self._children[node] if self._nodes[one].move == move), None)
        number = len(self._nodes) if known is None else known
        if known is None:
            self._nodes[number] = Node(node, move)
            self._children[node].append(number)
            self._children[number] = []
        self.annotate(number, nags, comment)
        return number

    def annotate(self, node: int, nags: Iterable[int] = (), comment: str = "") -> None:
        """Add glyphs and a comment to a node."""
        before = self._nodes[node]
        both = f"{before.comment} {comment}".strip()
        merged = (*before.nags, *(nag for nag in nags if nag not in before.nags))
        self._nodes[node] = before._replace(nags=merged, comment=both)

    def tree(self) -> MoveTree:
        """The tree, with the numbers of `MoveTree.numbered`."""
        made = MoveTree(self._nodes, {one: tuple(found) for one, found in self._children.items()})
        return made.numbered()
