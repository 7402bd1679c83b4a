"""How the story of a search is made: its trace gone through, visit by visit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from counterplay.drawing.ranges import UNKNOWN, both, combine, known, standing
from counterplay.drawing.steps import Mark, Step, Story
from counterplay.drawing.tree import LEAVES, Node, Tree, build
from counterplay.drawing.words import bounds, interval, listed, number, pretty, sentence
from counterplay.textbook.decision import Decision
from counterplay.textbook.log import Visit

__all__ = ["Story", "tell"]

GAMES = re.compile(r"\d+ (games?|visits?)")
"""What a note of a Monte Carlo search begins with."""
MET = re.compile(r"\b(before|table)\b")
"""What a note on a value that was looked up has in it."""


def tell(decision: Decision, game: Any, state: Any = None, title: str = "") -> Story:
    """The story of a traced decision; `state` is where it was taken, the start if left out."""
    tree = build(decision, game, game.initial() if state is None else state)
    teller = _Teller(tree, decision)
    steps = tuple(teller.steps())
    line = frozenset(node.number for node in teller.best_line())
    return Story(title, tree, decision, steps, line)


class _Teller:
    """Goes through a trace and keeps what is known so far."""

    def __init__(self, tree: Tree, decision: Decision) -> None:
        self.tree, self.decision = tree, decision
        self.at = {node.path: node for node in tree.nodes}
        self.vectors = tree.root.kind.isdecimal()
        self.windows = any(visit.alpha is not None for visit in decision.trace)
        self.marks = [Mark(range=None if self.vectors else UNKNOWN) for _ in tree.nodes]
        self.guessed: set[int] = set()
        self.looked_up: set[tuple[Any, ...]] = set()
        self.changes: dict[int, Mark] = {}

    def steps(self) -> Iterator[Step]:
        for visits in _grouped(self.decision.trace):
            visit, self.changes = visits[0], {}
            pruned = visit.event == "prune"
            node = self.at[visit.path[:-1] if pruned else visit.path]
            told = self.prune(node, visits) if pruned else self.take(node, visit)
            yield Step(node, visit.event, told, self.changes)

    def take(self, node: Node, visit: Visit) -> str:
        if visit.event == "open":
            return self.open(node, visit)
        return self.leaf(node, visit) if visit.event == "leaf" else self.leave(node, visit)

    def open(self, node: Node, visit: Visit) -> str:
        again = self.marks[node.number].status != "unseen"
        if again:
            self.forget(node)
        held = self.marks[node.number].range
        self.put(node, Mark("open", None, held, visit.alpha, visit.beta, visit.note))
        if not visit.moves:
            self.looked_up.add(node.path)
        self.narrow(node.parent)
        if again:
            told = f"{node.name} is searched again"
        elif node.parent is None:
            told = f"the search starts at {node.name}"
        elif node.letter:
            told = f"move {node.label} at {node.parent.name} leads to {node.name}"
        else:
            told = f"the search comes to {node.name}"
        who = self.tree.mover(node.kind)
        told += ": chance decides" if node.kind == "chance" else f", where {who} moves"
        if visit.alpha is not None:
            told += f"; alpha is {number(visit.alpha)}, beta is {number(visit.beta)}"
        # The probabilities of chance stand at its edges.
        return self.ended(told, "" if node.kind == "chance" else visit.note)

    def forget(self, node: Node) -> None:
        """A node is searched again: of what is below it only what is proven is still known."""
        below = [node, *node.below()]
        guessed = any(lower.number in self.guessed for lower in below)
        for lower in below:
            held = UNKNOWN if guessed and not self.vectors else self.marks[lower.number].range
            self.put(lower, Mark(range=held))
        self.guessed -= {lower.number for lower in below}

    def leaf(self, node: Node, visit: Visit) -> str:
        held = None if self.vectors else known(visit.value, visit.note)
        before = self.marks[node.number].range
        if node.kind != "end" and not MET.search(visit.note):
            self.guessed.add(node.number)
        elif held and before:
            held = both(held, before)
        self.put(node, Mark("done", visit.value, held, note=visit.note))
        where = f"move {node.label} at {node.parent.name}" if node.parent else node.name
        told = f"{where} {_arrival(node, visit.note)}: {number(visit.value)}"
        so = self.consequences(node.parent) or self.unchanged(node.parent)
        return self.ended(f"{told}, so {so}" if so else told, visit.note)

    def leave(self, node: Node, visit: Visit) -> str:
        before = self.marks[node.number]
        mark = replace(before, status="done", value=visit.value, note=visit.note or before.note)
        if node.path in self.looked_up and not self.vectors:
            mark = replace(mark, range=known(visit.value, visit.note))
        self.put(node, mark)
        if visit.value is None:
            told = f"{node.name} is left before its value is known"
        elif mark.range in (None, UNKNOWN, (visit.value, visit.value)):
            told = f"{node.name} is worth {number(visit.value)}"
        else:
            told = f"{node.name} is left at {number(visit.value)}: it is {bounds(mark.range)}"
        so = self.consequences(node.parent)
        return self.ended(f"{told}, so {so}" if so else told, visit.note)

    def prune(self, node: Node, group: list[Visit]) -> str:
        for visit in group:
            pruned = self.at[visit.path]
            for grey in (pruned, *pruned.below()):
                mark = Mark("pruned", grey.payoff, self.marks[grey.number].range, note=visit.note)
                self.put(grey, mark)
        moves = [self.at[visit.path].label for visit in group]
        verb = "move {} is" if len(moves) == 1 else "moves {} are"
        told = f"at {node.name} {verb.format(listed(moves))} not tried"
        return f"{sentence(told)[:-1]}: {pretty(group[0].note).rstrip('.')}."

    # What follows -------------------------------------------------------------------------------

    def consequences(self, node: Node | None) -> str:
        """Which ranges have narrowed, in words."""
        narrowed = self.narrow(node)
        held = [(n, self.marks[n.number].range) for n in narrowed]
        said = [f"{n.name} is {bounds(r)}" for n, r in held if r is not None and r != UNKNOWN]
        return listed(said)

    def unchanged(self, node: Node | None) -> str:
        same = self.marks[node.number].range if node else None
        return (
            "" if not node or not same or same == UNKNOWN else f"{node.name} stays {bounds(same)}"
        )

    def narrow(self, node: Node | None) -> list[Node]:
        """Work out the ranges above what has changed; the nodes that have another one now."""
        narrowed = []
        while node is not None and not self.vectors:
            mark = self.marks[node.number]
            if mark.status != "open" or not node.children:
                break
            ranges = [self.marks[c.number].range or UNKNOWN for c in node.children]
            odds = [c.probability or 0 for c in node.children]
            found = combine(node.kind, [*ranges, *standing(mark.note)], odds)
            if found == mark.range:
                break
            self.put(node, replace(mark, range=found))
            narrowed.append(node)
            node = node.parent
        return narrowed

    def put(self, node: Node, mark: Mark) -> None:
        mark = replace(mark, text=self.beside(node, mark))
        if mark != self.marks[node.number]:
            self.marks[node.number] = self.changes[node.number] = mark

    def beside(self, node: Node, mark: Mark) -> str:
        """What stands beside the node: a range while it is open, a value when it is known."""
        if node.kind in LEAVES or mark.status in ("unseen", "pruned"):
            return number(mark.value)
        if mark.range is None or (mark.status == "done" and not self.windows):
            return number(mark.value)
        return interval(mark.range)

    def ended(self, told: str, note: str) -> str:
        return sentence(f"{told} ({pretty(note)})" if note else told)

    def best_line(self) -> Iterator[Node]:
        """The root, the move decided on, and from there the first reply that has the value.

        Where moves were left out the value is only a bound, and the line ends; at a node of chance
        it goes on with every outcome.
        """
        yield self.tree.root
        first = self.at.get((self.decision.move,))
        queue = [first] if first else []
        while queue:
            node = queue.pop()
            yield node
            mark = self.marks[node.number]
            done = [c for c in node.children if self.marks[c.number].status == "done"]
            if node.kind == "chance":
                queue += done
            elif mark.range is None or mark.range[0] == mark.range[1]:
                queue += [c for c in done if self.marks[c.number].value == mark.value][:1]


def _arrival(node: Node, note: str) -> str:
    """How the value of a leaf is known."""
    if node.kind == "end":
        return "ends the game"
    if GAMES.match(note):
        return "is tried in random games"
    if MET.search(note):
        return "leads to a state met before"
    return "is as far as the search looks"


def _grouped(trace: Sequence[Visit]) -> Iterator[list[Visit]]:
    """Moves of a node that are pruned together are one step; every other visit is its own."""
    group: list[Visit] = []
    for visit in trace:
        together = group and all(
            one.event == "prune" and (one.path[:-1], one.note) == (visit.path[:-1], visit.note)
            for one in (group[-1], visit)
        )
        if group and not together:
            yield group
            group = []
        group.append(visit)
    yield group
