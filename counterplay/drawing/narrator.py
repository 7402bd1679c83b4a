"""The narrator: it turns the trace of a search into an explanation, one sentence a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from counterplay.drawing.explanation import Explanation, NodeInfo, Step
from counterplay.drawing.formatting import (
    as_sentence,
    describe_range,
    format_note,
    format_range,
    format_value,
    join_words,
)
from counterplay.drawing.looks import mark_alike
from counterplay.drawing.notes import GAMES, LOOKED_UP
from counterplay.drawing.tree import LEAVES, Node, Tree, build
from counterplay.drawing.value_ranges import (
    UNKNOWN,
    combine,
    intersection,
    range_of_value,
    stand_pat_range,
)
from counterplay.textbook.decision import Decision
from counterplay.textbook.log import Visit


def explain(
    decision: Decision, game: Any, state: Any = None, title: str = "", scale: float = 1
) -> Explanation:
    """Return the explanation of a traced decision.

    `state` is the state of the decision; by default `game.initial()`. `scale` is what a payoff of
    1 is worth in the values of the trace.
    """
    start = game.initial() if state is None else state
    tree = build(decision, game, start, scale)
    mark_alike(tree.root, game, start)
    narrator = _Narrator(tree, decision)
    steps = tuple(narrator.steps())
    line = frozenset(node.number for node in narrator.best_line())
    return Explanation(title, tree, decision, steps, line)


class _Narrator:
    """Reads a trace and keeps what is known about each node so far."""

    def __init__(self, tree: Tree, decision: Decision) -> None:
        self.tree, self.decision = tree, decision
        self.node_at = {node.path: node for node in tree.nodes}
        self.counts_visits = any(visit.event == "update" for visit in decision.trace)
        self.has_ranges = not (
            tree.root.kind.isdecimal() or self.counts_visits or decision.places != ((),)
        )
        self.windows = any(visit.alpha is not None for visit in decision.trace)
        self.infos = [NodeInfo(range=UNKNOWN if self.has_ranges else None) for _ in tree.nodes]
        self.evaluated: set[int] = set()
        self.looked_up: set[tuple[Any, ...]] = set()
        self.changes: dict[int, NodeInfo] = {}

    def steps(self) -> Iterator[Step]:
        for visits in _grouped(self.decision.trace):
            visit, self.changes = visits[0], {}
            if visit.event == "update":
                yield Step(self.node_at[visit.path], "update", self.update(visits), self.changes)
                continue
            pruned = visit.event == "prune"
            node = self.node_at[visit.path[:-1] if pruned else visit.path]
            text = self.prune(node, visits) if pruned else self.describe(node, visit)
            yield Step(node, visit.event, text, self.changes)

    def describe(self, node: Node, visit: Visit) -> str:
        if visit.event == "open":
            return self.open(node, visit)
        return self.leaf(node, visit) if visit.event == "leaf" else self.leave(node, visit)

    def open(self, node: Node, visit: Visit) -> str:
        again = self.infos[node.number].status != "unseen"
        if again:
            self.forget(node)
        range_ = self.infos[node.number].range
        self.put(node, NodeInfo("open", None, range_, visit.alpha, visit.beta, visit.note))
        if not visit.moves:
            self.looked_up.add(node.path)
        self.narrow(node.parent)
        if again:
            text = f"{node.name} is searched again"
        elif node.parent is None:
            text = f"the search starts at {node.name}"
        elif node.letter:
            text = f"move {node.label} at {node.parent.name} leads to {node.name}"
        else:
            text = f"the search comes to {node.name}"
        who = self.tree.mover(node.kind)
        text += ": chance decides" if node.kind == "chance" else f", where {who} moves"
        if visit.alpha is not None:
            text += f"; alpha is {format_value(visit.alpha)}, beta is {format_value(visit.beta)}"
        # The picture shows the probabilities of a chance node at its edges.
        return self.with_note(text, "" if node.kind == "chance" else visit.note)

    def forget(self, node: Node) -> None:
        """Reset the nodes below one that is searched again, except for proven ranges."""
        below = [node, *node.below()]
        has_evaluation = any(lower.number in self.evaluated for lower in below)
        for lower in below:
            proven = not self.has_ranges or not has_evaluation
            self.put(lower, NodeInfo(range=self.infos[lower.number].range if proven else UNKNOWN))
        self.evaluated -= {lower.number for lower in below}

    def leaf(self, node: Node, visit: Visit) -> str:
        range_ = range_of_value(visit.value, visit.note) if self.has_ranges else None
        before = self.infos[node.number].range
        if node.kind != "end" and not LOOKED_UP.search(visit.note):
            self.evaluated.add(node.number)
        elif range_ and before:
            range_ = intersection(range_, before)
        self.put(node, NodeInfo("done", visit.value, range_, note=visit.note))
        where = f"move {node.label} at {node.parent.name}" if node.parent else node.name
        text = f"{where} {_leaf_phrase(node, visit.note)}: {format_value(visit.value)}"
        so = self.consequences(node.parent) or self.unchanged(node.parent)
        return self.with_note(f"{text}, so {so}" if so else text, visit.note)

    def leave(self, node: Node, visit: Visit) -> str:
        before = self.infos[node.number]
        info = replace(before, status="done", value=visit.value, note=visit.note or before.note)
        if node.path in self.looked_up and self.has_ranges:
            info = replace(info, range=range_of_value(visit.value, visit.note))
        self.put(node, info)
        if visit.value is None:
            text = f"{node.name} is left before its value is known"
        elif info.range in (None, UNKNOWN, (visit.value, visit.value)):
            text = f"{node.name} is worth {format_value(visit.value)}"
        else:
            value, range_ = format_value(visit.value), describe_range(info.range)
            text = f"{node.name} is left at {value}: it is {range_}"
        so = self.consequences(node.parent)
        return self.with_note(f"{text}, so {so}" if so else text, visit.note)

    def update(self, group: list[Visit]) -> str:
        """A game of a Monte Carlo search: every node on its path has one more visit."""
        for visit in group:
            node = self.node_at[visit.path]
            info = self.infos[node.number]
            status = "done" if node.kind in LEAVES else "open"
            value = info.value if node.kind == "end" else visit.mean
            changed = replace(info, status=status, value=value, note=visit.note)
            self.put(node, replace(changed, visits=visit.visits, mean=visit.mean))
        first, last = self.node_at[group[0].path], group[-1]
        through = f"through {first.words}" if first.parent else "from the root"
        mean = format_value(last.mean)
        return as_sentence(f"game {last.visits} goes {through}: the mean of all games is {mean}")

    def prune(self, node: Node, group: list[Visit]) -> str:
        for visit in group:
            pruned = self.node_at[visit.path]
            for grey in (pruned, *pruned.below()):
                range_ = self.infos[grey.number].range
                self.put(grey, NodeInfo("pruned", grey.payoff, range_, note=visit.note))
        moves = [self.node_at[visit.path].label for visit in group]
        verb = "move {} is" if len(moves) == 1 else "moves {} are"
        text = f"at {node.name} {verb.format(join_words(moves))} not tried"
        return f"{as_sentence(text)[:-1]}: {format_note(group[0].note).rstrip('.')}."

    # Consequences of a step ---------------------------------------------------------------------

    def consequences(self, node: Node | None) -> str:
        """Update the ranges from this node up; return the changes in words."""
        narrowed = self.narrow(node)
        ranges = [(n.name, self.infos[n.number].range) for n in narrowed]
        return join_words(
            [f"{name} is {describe_range(r)}" for name, r in ranges if r not in (None, UNKNOWN)]
        )

    def unchanged(self, node: Node | None) -> str:
        """Return the unchanged range of this node in words, if it is known."""
        range_ = self.infos[node.number].range if node else None
        if node is None or range_ is None or range_ == UNKNOWN:
            return ""
        return f"{node.name} stays {describe_range(range_)}"

    def narrow(self, node: Node | None) -> list[Node]:
        """Update the ranges from this node up; return the nodes whose range changed."""
        narrowed = []
        while node is not None and self.has_ranges:
            info = self.infos[node.number]
            if info.status != "open" or not node.children:
                break
            ranges = [self.infos[c.number].range or UNKNOWN for c in node.children]
            odds = [c.probability or 0 for c in node.children]
            new_range = combine(node.kind, [*ranges, *stand_pat_range(info.note)], odds)
            if new_range == info.range:
                break
            self.put(node, replace(info, range=new_range))
            narrowed.append(node)
            node = node.parent
        return narrowed

    def put(self, node: Node, info: NodeInfo) -> None:
        info = replace(info, text=self.beside(node, info), under=self.below(node, info))
        if info != self.infos[node.number]:
            self.infos[node.number] = self.changes[node.number] = info

    def beside(self, node: Node, info: NodeInfo) -> str:
        """Return the text beside the node: a range while it is open, a value when it is known."""
        if info.visits is not None and node.kind not in LEAVES:
            return f"{format_value(info.mean)} ({info.visits})"
        if node.kind in LEAVES or info.status in ("unseen", "pruned"):
            return format_value(info.value)
        if info.range is None or (info.status == "done" and not self.windows):
            return format_value(info.value)
        return format_range(info.range)

    def below(self, node: Node, info: NodeInfo) -> str:
        """Return the text below a leaf: its games, and its name if the tree gives it one."""
        if node.kind not in LEAVES:
            return ""
        games = GAMES.match(info.note)
        return ", ".join(filter(None, (node.own_name, games[0] if games else "")))

    def with_note(self, text: str, note: str) -> str:
        return as_sentence(f"{text} ({format_note(note)})" if note else text)

    def best_line(self) -> Iterator[Node]:
        """Yield the nodes of best play: the root, the chosen move, then the first best reply.

        The line ends at a node whose value is only a bound. At a chance node it continues with
        every outcome.
        """
        yield self.tree.root
        chosen = [(*place, self.decision.move) for place in self.decision.places]
        queue = [self.node_at[path] for path in chosen if path in self.node_at]
        while queue:
            node = queue.pop()
            yield node
            info = self.infos[node.number]
            done = [c for c in node.children if self.infos[c.number].status == "done"]
            if info.visits is not None:
                queue += self.most_visited(node)
            elif node.kind == "chance":
                queue += done
            elif info.range is None or info.range[0] == info.range[1]:
                queue += [c for c in done if self.infos[c.number].value == info.value][:1]

    def most_visited(self, node: Node) -> list[Node]:
        """Return the child with the most visits, or none; of a chance node, all with visits."""
        visited = [c for c in node.children if self.infos[c.number].visits]
        if node.kind == "chance":
            return visited
        return sorted(visited, key=lambda c: -(self.infos[c.number].visits or 0))[:1]


def _leaf_phrase(node: Node, note: str) -> str:
    """Return how the value of a leaf was found, in words."""
    if node.kind == "end":
        return "ends the game"
    if GAMES.match(note):
        return "is tried in random games"
    if LOOKED_UP.search(note):
        return "leads to a known state"
    return "is at the depth limit"


def _grouped(trace: Sequence[Visit]) -> Iterator[list[Visit]]:
    """Group visits into steps: moves that are pruned together, and the updates after a game."""
    group: list[Visit] = []
    for visit in trace:
        if group and not _together(group[-1], visit):
            yield group
            group = []
        group.append(visit)
    yield group


def _together(last: Visit, visit: Visit) -> bool:
    """Return whether two visits belong to one step."""
    if last.event != visit.event:
        return False
    if visit.event == "update":  # a game is backed up from its last node to the root
        return last.path[:-1] == visit.path and bool(last.path)
    return visit.event == "prune" and (last.path[:-1], last.note) == (visit.path[:-1], visit.note)
