"""The tree of a search, built from its trace and the rules of the game.

The trace says which nodes were opened, and their moves. The rules add the notation of moves, the
player to move at nodes that were not searched, the payoffs of pruned leaves, and the probabilities
of chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from string import ascii_uppercase
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.games.tree import tree_of
from counterplay.textbook.decision import Decision
from counterplay.textbook.log import Visit

LEAVES = ("end", "horizon")
MOST_GREY = 40
"""The most nodes of a pruned subtree that are drawn. Of a larger one, only the root is drawn."""


@dataclass(eq=False)
class Node:
    """One node.

    number       its index in `Tree.nodes`, which is breadth first
    kind         "max", "min", "chance", a player's number, "end" or "horizon"
    label        the move to this node, in the game's notation
    own_name     the name of the node in a tree that gives names
    letter       what stands at an inner node: its own name, or a letter if there are enough
    name         the letter, or words: "the node after …"
    probability  the probability of this outcome, below a chance node
    payoff       the payoff of a terminal state
    searched     whether the search reached this node
    alike        the name that it shares with nodes that look alike to the player who moves
    """

    path: tuple[Any, ...]
    parent: Node | None = None
    number: int = 0
    kind: str = ""
    label: str = ""
    own_name: str = ""
    letter: str = ""
    name: str = ""
    probability: float | None = None
    payoff: Any = None
    searched: bool = False
    alike: str = ""
    children: list[Node] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return len(self.path)

    @property
    def words(self) -> str:
        """The moves from the root to this node, in the game's notation."""
        return f"{self.parent.words} {self.label}".strip() if self.parent else ""

    def below(self) -> Iterator[Node]:
        """Yield all nodes below this one."""
        for child in self.children:
            yield child
            yield from child.below()


@dataclass(frozen=True)
class Tree:
    """All nodes, breadth first, and the names of the players.

    `is_given` says that someone wrote the tree down: it is not that of a game.
    """

    nodes: tuple[Node, ...]
    names: tuple[str, ...]
    is_given: bool = False

    @property
    def root(self) -> Node:
        return self.nodes[0]

    def mover(self, kind: str) -> str:
        """Return who moves at a node of this kind: `MAX`, `chance`, `player 2`."""
        if kind.isdecimal():
            names = dict(enumerate(self.names))
            return names.get(int(kind), f"player {int(kind) + 1}")
        return kind.upper() if kind in ("max", "min") else kind


def build(decision: Decision, game: Any, state: Any, scale: float = 1) -> Tree:
    """Return the tree of a traced decision in `state` of `game`. Payoffs are scaled."""
    if not decision.trace:
        raise InputError("this decision has no trace: run the algorithm with trace=True")
    nodes: dict[tuple[Any, ...], Node] = {(): Node(())}
    for visit in decision.trace:
        _add(nodes, visit)
    root = nodes[()]
    _Rules(game, state, root, decision, scale).fill(root, state)
    ordered = tuple(_breadth_first(root))
    for number, node in enumerate(ordered):
        node.number = number
    names = game.facts.names if isinstance(game, Game) else ()
    _name(ordered, names)
    return Tree(ordered, names, tree_of(game) is not None)


def _node(nodes: dict[tuple[Any, ...], Node], path: tuple[Any, ...]) -> Node:
    """Return the node at the end of a path; create it and missing ancestors."""
    if path not in nodes:
        parent = _node(nodes, path[:-1])
        nodes[path] = Node(path, parent)
        parent.children.append(nodes[path])
    return nodes[path]


def _add(nodes: dict[tuple[Any, ...], Node], visit: Visit) -> None:
    node = _node(nodes, visit.path)
    if visit.event == "open":
        node.kind = visit.kind
        listed = [_node(nodes, (*visit.path, move)) for move in visit.moves]
        # A later search can use another order: keep the order of the last one.
        node.children = [*listed, *(c for c in node.children if c not in listed)]
    node.searched |= visit.event != "prune"


def _breadth_first(root: Node) -> Iterator[Node]:
    queue = deque([root])
    while queue:
        node = queue.popleft()
        yield node
        queue.extend(node.children)


def _name(nodes: Sequence[Node], players: Sequence[str]) -> None:
    """Name the nodes. A letter is neither the name of another node nor a word of a player's name.

    In a small tree all inner nodes have one, also those that are pruned: so every algorithm gives
    them the same letters.
    """
    taken = {*" ".join(players).split(), *(node.own_name for node in nodes)}
    letters = [letter for letter in ascii_uppercase if letter not in taken]
    inner = [node for node in nodes if node.kind not in LEAVES]
    unnamed = [node for node in inner if not node.own_name]
    if len(unnamed) > len(letters):
        unnamed = [node for node in unnamed if node.searched]
    for node in inner:
        node.letter = node.own_name
    for node, letter in zip(unnamed, letters if len(unnamed) <= len(letters) else "", strict=False):
        node.letter = letter
    for node in nodes:
        words = f"the node after {node.words}" if node.parent else "the root"
        node.name = node.letter or node.own_name or words


class _Rules:
    """Adds to the nodes of a trace what the rules of the game say."""

    def __init__(self, game: Any, state: Any, root: Node, decision: Decision, scale: float) -> None:
        trace = decision.trace
        self.game, self.scale = game, scale
        self.given_tree = tree_of(game)
        for move in decision.places[0]:
            state = game.result(state, move)
        self.max_player, self.mixed = game.player(state), decision.odds
        self.by_number = root.kind.isdecimal()
        self.deepest = max(len(visit.path) for visit in trace)
        self.horizon = False
        self.grey: list[tuple[Node, Any]] = []
        vectors = (visit.value for visit in trace if isinstance(visit.value, tuple))
        self.players = len(next(vectors, ()))

    def fill(self, root: Node, state: Any) -> None:
        """Complete all nodes, then add nodes below those that were pruned."""
        self.complete(root, state)
        for node, s in list(self.grey):
            self.grow(node, s)
            self.complete(node, s)

    def complete(self, node: Node, s: Any) -> None:
        """Complete the node of state `s` and all nodes below it."""
        over = self.game.terminal(s)
        if over:
            node.payoff = self.payoff(s)
        if self.given_tree is not None:
            node.own_name = self.given_tree.nodes[s.node].name
        if not node.children:
            node.kind = "end" if over else "horizon" if node.searched else self.kind(s)
            self.horizon |= node.kind == "horizon"
            if node.kind not in LEAVES:
                self.grey.append((node, s))
        odds = dict(self.game.chance(s)) if node.kind == "chance" else {}
        for child in node.children:
            move = child.path[-1]
            child.label = self.show(s, move)
            child.probability = odds.get(move, self.mixed.get(child.path))
            self.complete(child, self.game.result(s, move))

    def kind(self, s: Any) -> str:
        player = self.game.player(s)
        if player == CHANCE:
            return "chance"
        if self.by_number:
            return str(player)
        return "max" if player == self.max_player else "min"

    def payoff(self, s: Any) -> Any:
        if self.players:
            return tuple(self.game.utility(s, p) * self.scale for p in range(self.players))
        return self.game.utility(s, self.max_player) * self.scale

    def show(self, s: Any, move: Any) -> str:
        return self.game.show_move(s, move) if isinstance(self.game, Game) else str(move)

    def moves(self, s: Any) -> list[Any]:
        if self.game.player(s) == CHANCE:
            return [outcome for outcome, _ in self.game.chance(s)]
        return list(self.game.actions(s))

    def grow(self, node: Node, s: Any) -> None:
        """Add the nodes below a pruned node, down to the depth limit, unless there are too many."""
        limit = self.deepest if self.horizon else inf
        queue, added = deque([(node, s)]), 0
        while queue:
            parent, state = queue.popleft()
            if parent.depth >= limit or self.game.terminal(state):
                continue
            parent.kind = self.kind(state)
            moves = self.moves(state)
            added += len(moves)
            if added > MOST_GREY:
                node.children = []
                return
            parent.children = [Node((*parent.path, move), parent) for move in moves]
            queue += [(child, self.game.result(state, child.path[-1])) for child in parent.children]
