"""Check a tree as a whole. Each fault is one sentence that names the node by its path."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NoReturn

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.games.tree.draft import Draft, DraftMove, DraftNode, Numbers
from counterplay.games.tree.looks import require_sets
from counterplay.games.tree.model import (
    DECIMALS,
    DEEPEST,
    LARGEST,
    MOST_CHILDREN,
    ROOT,
    Move,
    Node,
    Tree,
    default_names,
    next_turn,
)

LONGEST_PATH = 60
"""The most characters of a path in a message."""


def build(draft: Draft) -> Tree:
    """Return the checked tree. Raises InputError with a sentence about the first fault."""
    return _Builder(draft).tree()


class _Builder:
    """The nodes of a draft, breadth first, with the path and the children of each."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        _refuse_lines("the title", draft.title)
        for name in draft.names:
            _refuse_lines("the name of a player", name)
        self.named = _named(draft.root)
        self.nodes: list[DraftNode] = [draft.root]
        self.index: dict[int, int] = {id(draft.root): 0}
        self.paths: list[str] = [ROOT]
        self.children: list[list[int]] = []
        self.parents: list[int] = [0]
        for node in self.nodes:  # the list grows during the loop
            self.children.append([self.follow(node, i, m) for i, m in enumerate(node.moves, 1)])
        self.players = self.count_players()
        given = [(node, node.payoffs) for node in self.nodes if node.payoffs is not None]
        is_zero_sum = self.players == 2 and not any(sum(self.numbers(*one)) for one in given)
        self.names = draft.names or default_names(self.players, is_zero_sum)

    def follow(self, node: DraftNode, number: int, move: DraftMove) -> int:
        """Return the index of the node that a move leads to; add it if it is new."""
        at = self.index[id(node)]
        path = f"{self.paths[at]}.{number}"
        to = self.named.get(move.to) if isinstance(move.to, str) else move.to
        if to is None:
            place = _place(path, move.where)
            raise InputError(
                f"{place}: {move.to!r} has neither a payoff nor children, and no other node has "
                "this name"
            )
        if id(to) not in self.index:
            self.index[id(to)] = len(self.nodes)
            self.nodes.append(to)
            self.paths.append(path)
            self.parents.append(0)
        child = self.index[id(to)]
        self.parents[child] += 1
        return child

    def refuse(self, node: DraftNode, what: str) -> NoReturn:
        raise InputError(f"{_place(self.paths[self.index[id(node)]], node.where)} {what}")

    # Players and numbers ------------------------------------------------------------------------

    def count_players(self) -> int:
        """The number of players: of names, or of the first payoffs; else two."""
        if self.draft.names:
            return len(self.draft.names)
        lists = (node.payoffs for node in self.nodes if isinstance(node.payoffs, list))
        return max(len(next(lists, [0, 0])), 1)

    def numbers(self, node: DraftNode, given: Numbers, what: str = "payoff") -> list[float]:
        """Return one number for each player."""
        numbers = given if isinstance(given, list) else [given, -given][: self.players]
        if len(numbers) != self.players:
            many = len(given) if isinstance(given, list) else 1
            self.refuse(
                node, f"has {many} {what}{'s' * (many != 1)}, not {self.players}: one a player"
            )
        if any(abs(n) > LARGEST or n != round(n, DECIMALS) for n in numbers):
            shown = ", ".join(f"{n:.15g}" for n in numbers)
            self.refuse(
                node,
                f"has {what}s {shown}: allowed are numbers up to {LARGEST} with at most "
                f"{DECIMALS} decimals",
            )
        return numbers

    # The whole ----------------------------------------------------------------------------------

    def tree(self) -> Tree:
        self.refuse_cycles()
        self.refuse_depth()
        turns = self.turns()
        nodes = [self.checked(i, turn) for i, turn in enumerate(turns)]
        tree = Tree(tuple(nodes), self.names, self.draft.title)
        require_sets(tree, lambda i, what: self.refuse(self.nodes[i], what))
        return tree

    def checked(self, i: int, turn: int | None) -> Node:
        node, children = self.nodes[i], self.children[i]
        payoffs = [] if node.payoffs is None else self.numbers(node, node.payoffs)
        if children and payoffs:
            self.refuse(node, "has payoffs and moves: payoffs belong to the ends")
        if not children and not payoffs:
            self.refuse(node, "has 0 moves and no payoff: give it a payoff, or children")
        if not children and node.evaluation is not None:
            self.refuse(node, "is an end and has an evaluation: its payoff is enough")
        if not children and node.player is not None:
            self.refuse(node, "is an end and has a player: no player moves there")
        if node.info and (not children or self.is_chance(node)):
            self.refuse(node, "has info, but no player moves there")
        _refuse_lines("the info of a node", node.info)
        evaluation: list[float] = []
        if node.evaluation is not None:
            evaluation = self.numbers(node, node.evaluation, "evaluation")
        if self.parents[i] > 1 and not node.name:
            self.refuse(node, "has several parents and no name: give it one")
        moves = self.checked_moves(node, children)
        mover = self.mover(node, turn)
        about = tuple(payoffs), tuple(evaluation), node.info
        return Node(self.paths[i], node.name, mover, moves, *about)

    def checked_moves(self, node: DraftNode, children: Sequence[int]) -> tuple[Move, ...]:
        if len(children) > MOST_CHILDREN:
            self.refuse(node, f"has {len(children)} moves; at most {MOST_CHILDREN} are allowed")
        if self.is_chance(node):
            self.check_probabilities(node)
        seen: dict[str, int] = {}
        moves = []
        for number, (move, child) in enumerate(zip(node.moves, children, strict=True), 1):
            label = move.label or str(number)
            _refuse_lines("the label of a move", label)
            if label in seen:
                self.refuse(
                    node, f"has two moves {label!r}, number {seen[label]} and number {number}"
                )
            seen[label] = number
            moves.append(Move(label, child, move.noisy, move.probability))
        return tuple(moves)

    def check_probabilities(self, node: DraftNode) -> None:
        weights = [move.probability for move in node.moves]
        for number, weight in enumerate(weights, 1):
            if weight is None:
                self.refuse(
                    node,
                    f"is a chance node, but its outcome number {number} has no probability: give "
                    "one to each outcome, or to none",
                )
        if node.player is not None:
            self.refuse(node, "has a player and probabilities: at a chance node no player moves")
        given = [weight for weight in weights if weight is not None]
        if not all(0 <= weight <= 1 for weight in given) or abs(sum(given) - 1) > 1e-9:
            shown = ", ".join(f"{weight:g}" for weight in given)
            self.refuse(node, f"has probabilities {shown}, which do not add up to 1")

    def is_chance(self, node: DraftNode) -> bool:
        return any(move.probability is not None for move in node.moves)

    # Turns --------------------------------------------------------------------------------------

    def turns(self) -> list[int | None]:
        """Whose turn it is at each node if players alternate; None if that depends on the path."""
        turns: dict[int, int | None] = {0: 0}
        for i in self.order:
            turn, node = turns[i], self.nodes[i]
            if turn is None and self.is_chance(node):
                after = None
            else:
                mover = self.mover(node, turn) if self.children[i] else 0
                after = next_turn(mover, turn or 0, self.players)
            for child in self.children[i]:
                turns[child] = after if turns.get(child, after) == after else None
        return [turns[i] for i in range(len(self.nodes))]

    def mover(self, node: DraftNode, turn: int | None) -> int:
        """Who moves at a node: as it says, or whose turn it is."""
        if self.is_chance(node):
            return CHANCE
        if node.player is None:
            if turn is None and node.moves:
                self.refuse(
                    node,
                    f"{node.name!r} is reached with different players to move: give it a player",
                )
            return turn or 0
        if isinstance(node.player, int):
            if not 0 <= node.player < self.players:
                self.refuse(node, f"has player {node.player!r}, not one of 0 to {self.players - 1}")
            return node.player
        wanted = node.player.lower()
        found = [p for p, name in enumerate(self.names) if name.lower() == wanted]
        if not found:
            hint = "" if self.draft.names else "; to name them, begin with a line 'players: A B'"
            names = ", ".join(self.names)
            self.refuse(node, f"has player {node.player!r}; the players are {names}{hint}")
        return found[0]

    # Cycles and depth ---------------------------------------------------------------------------

    def refuse_cycles(self) -> None:
        """Sort the nodes so that parents come first, or refuse a cycle."""
        waiting = list(self.parents)
        queue, self.order = deque([0] if not waiting[0] else []), list[int]()
        while queue:
            i = queue.popleft()
            self.order.append(i)
            for child in self.children[i]:
                waiting[child] -= 1
                if waiting[child] == 0:
                    queue.append(child)
        if len(self.order) == len(self.nodes):
            return
        cycle = self.cycle(set(self.order))
        shown = " → ".join(self.nodes[i].name or self.paths[i] for i in cycle)
        self.refuse(
            self.nodes[cycle[-2]],
            f"leads back to a node above it: {shown}. A game tree has no cycles",
        )

    def cycle(self, done: set[int]) -> list[int]:
        """Return the nodes of a cycle among those that are not done; the last is the first."""
        before = {c: i for i, below in enumerate(self.children) if i not in done for c in below}
        at = next(i for i in range(len(self.nodes)) if i not in done and i in before)
        walk: list[int] = []
        while at not in walk:
            walk.append(at)
            at = before[at]
        loop = walk[walk.index(at) :][::-1]
        start = loop.index(min(loop))
        loop = loop[start:] + loop[:start]
        return [*loop, loop[0]]

    def refuse_depth(self) -> None:
        depth = [0] * len(self.nodes)
        for i in self.order:
            if depth[i] > DEEPEST:
                self.refuse(self.nodes[i], f"is more than {DEEPEST} moves deep")
            for child in self.children[i]:
                depth[child] = max(depth[child], depth[i] + 1)


def _named(root: DraftNode) -> dict[str, DraftNode]:
    """Return the nodes of a draft by their names; refuse a name that is given twice."""
    named: dict[str, DraftNode] = {}
    seen, nodes = {id(root)}, [root]
    for node in nodes:  # the list grows during the loop
        if node.name:
            _refuse_lines("the name of a node", node.name)
            if node.name in named:
                places = " and ".join(filter(None, (named[node.name].where, node.where)))
                at = f" ({places})" if places else ""
                raise InputError(f"two nodes are called {node.name!r}{at}: give one another name")
            if node.name.split(".")[0] == ROOT:
                at = f" ({node.where})" if node.where else ""
                raise InputError(
                    f"a node cannot be called {node.name!r}{at}: paths begin with {ROOT!r}"
                )
            named[node.name] = node
        for move in node.moves:
            if isinstance(move.to, DraftNode) and id(move.to) not in seen:
                seen.add(id(move.to))
                nodes.append(move.to)
    return named


def _refuse_lines(what: str, text: str) -> None:
    if text != text.strip() or not (text + "x").isprintable():
        raise InputError(f"{what} is {text!r}: write it in one line, without spaces at its ends")


def _place(path: str, where: str) -> str:
    shown = path if len(path) <= LONGEST_PATH else f"{path[:LONGEST_PATH]}…"
    return f"node {shown} ({where})" if where else f"node {shown}"
