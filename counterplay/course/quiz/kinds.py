"""The kinds of questions, one function each.

A function takes a subject, a source of random numbers and whether ranges are shown. It returns a
question, or None if the subject has nothing to ask about. Steps are counted as in an Explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from counterplay.course.quiz.answers import (
    Answer,
    Move,
    Number,
    Numbers,
    Path,
    Pruned,
    YesOrNo,
    moves_of,
    words_of,
)
from counterplay.course.quiz.question import Question, View, path_of
from counterplay.course.quiz.reasons import prunings, why_worth
from counterplay.course.quiz.subject import Subject, veiled
from counterplay.drawing.explanation import Explanation, Step
from counterplay.drawing.formatting import format_value
from counterplay.drawing.plain import plain
from counterplay.drawing.tree import LEAVES, Node

Ask = Callable[[Subject, Random, bool], Question | None]


@dataclass(frozen=True)
class Kind:
    """A kind of question. `pruning` is true if it is about alpha-beta."""

    name: str
    about: str
    ask: Ask
    pruning: bool = True


# The whole tree ---------------------------------------------------------------------------------


def ask_value(subject: Subject, random: Random, shows_ranges: bool) -> Question:
    """What is the value of a node?"""
    whole = subject.whole
    node = random.choice([node for node in subject.nodes if node.kind not in LEAVES])
    value = whole.node_infos()[node.number].value
    if isinstance(value, tuple):
        answer: Answer = Numbers(value, " ".join("123456789"[: len(value)]))
        text = f"What are the values of node {node.letter} for the players, in order?"
    else:
        answer, text = Number(value), f"What is the value of node {node.letter}?"
    return _about_tree("value", subject, text, answer, why_worth(whole, node))


def ask_move(subject: Subject, random: Random, shows_ranges: bool) -> Question | None:
    """Which move is the best at the root?"""
    whole, root = subject.whole, subject.whole.tree.root
    infos = whole.node_infos()
    mover = int(root.kind) if root.kind.isdecimal() else None

    def worth(node: Node) -> float:
        value = infos[node.number].value
        return float(value if mover is None else value[mover])

    most = max(map(worth, root.children))
    best = tuple(child.label for child in root.children if worth(child) == most)
    legal = tuple(child.label for child in root.children)
    if len(best) == len(legal):
        return None
    who = whole.tree.mover(root.kind)
    text = f"Which move is best for {who} at {root.letter}?"
    return _about_tree("move", subject, text, Move(best, legal), why_worth(whole, root))


def ask_leaves(subject: Subject, random: Random, shows_ranges: bool) -> Question | None:
    """How many leaves does alpha-beta evaluate?"""
    pruning = subject.pruning
    if pruning is None:
        return None
    count, total = pruning.decision.evaluated, len(subject.leaves)
    text = f"How many of the {total} leaves does alpha-beta evaluate, with the moves from the left?"
    order = ", ".join(
        format_value(step.node.payoff) for step in pruning.steps if step.event == "leaf"
    )
    cuts = list(prunings(pruning)) or ["Nothing is pruned."]
    why = [*cuts, f"It evaluates {count} leaves: {order}."]
    before, after = View(plain(subject.whole)), View(pruning)
    return Question("leaves", text, subject, Number(count), tuple(why), before, after)


def _about_tree(
    kind: str, subject: Subject, text: str, answer: Answer, why: Sequence[str]
) -> Question:
    before, after = View(plain(subject.whole)), View(subject.whole)
    return Question(kind, text, subject, answer, tuple(why), before, after)


# In the middle of alpha-beta --------------------------------------------------------------------


def ask_cutoff(subject: Subject, random: Random, shows_ranges: bool) -> Question | None:
    """Are the remaining moves of a node pruned now?"""
    pruning = subject.pruning
    moments = _moments(pruning) if pruning else []
    if pruning is None or not moments:
        return None
    is_cut = random.random() < 0.5
    chosen = [at for at in moments if (_next_event(pruning, at) == "prune") == is_cut] or moments
    at = random.choice(chosen)
    parent = _parent(pruning.steps[at - 1].node)
    rest = [child.label for child in _untried(pruning, at)]
    subject_of_verb = f"{moves_of(rest)} {'is' if len(rest) == 1 else 'are'}"
    text = f"At {parent.letter} {subject_of_verb} not searched yet. Does alpha-beta prune now?"
    next_step = pruning.steps[at]
    answer = YesOrNo(next_step.event == "prune")
    why = [pruning.steps[at - 1].text, next_step.text]
    if not answer.value:
        why.insert(1, f"That is no reason for a cutoff: {_window_words(pruning, parent, at)}.")
    return _in_search("cutoff", subject, pruning, at, text, answer, why, shows_ranges)


def ask_window(subject: Subject, random: Random, shows_ranges: bool) -> Question | None:
    """What are alpha and beta when the search enters a node?"""
    pruning = subject.pruning
    opened = [
        at
        for at, step in enumerate(pruning.steps if pruning else (), 1)
        if step.event == "open" and step.node.parent
    ]
    if pruning is None or not opened:
        return None
    at = random.choice(opened)
    node = pruning.steps[at - 1].node
    info = pruning.steps[at - 1].changes[node.number]
    assert info.alpha is not None and info.beta is not None
    text = f"The search goes on to node {node.letter}. What are alpha and beta there?"
    answer = Numbers((info.alpha, info.beta), "3 inf or -inf 5")
    why = [step.text for step in pruning.steps[:at] if step.event == "leave"]
    why += [pruning.steps[at - 1].text, WINDOW]
    return _in_search("window", subject, pruning, at - 1, text, answer, why, shows_ranges)


WINDOW = (
    "Alpha is the most that MAX can already get on the path to the node. Beta is the least to "
    "which MIN can already hold MAX."
)


def ask_leaf(subject: Subject, random: Random, shows_ranges: bool) -> Question | None:
    """Which leaf is evaluated next?"""
    pruning = subject.pruning
    steps = pruning.steps if pruning else ()
    found = [at for at in range(1, len(steps)) if _next(steps, at, "leaf") is not None]
    # The next sibling is no question, unless there is no other.
    harder = [at for at in found if steps[at].event != "leaf" and steps[at - 1].event == "leaf"]
    if pruning is None or not found or not _has_single_words(subject):
        return None
    at = random.choice(harder or found)
    coming = _next(steps, at, "leaf")
    assert coming is not None
    leaves = frozenset(path_of(leaf) for leaf in subject.leaves)
    answer = Path(path_of(steps[coming].node), leaves)
    text = "Which leaf does alpha-beta evaluate next?"
    why = [step.text for step in steps[at : coming + 1]]
    return _in_search("leaf", subject, pruning, at, text, answer, why, shows_ranges)


def ask_pruned(subject: Subject, random: Random, shows_ranges: bool) -> Question | None:
    """What is pruned next?"""
    pruning = subject.pruning
    steps = pruning.steps if pruning else ()
    moments = [at for at in range(1, len(steps) - 1) if steps[at - 1].event in ("leaf", "leave")]
    if pruning is None or not moments or not _has_single_words(subject):
        return None
    with_cut = [at for at in moments if _next(steps, at, "prune") is not None]
    at = random.choice(with_cut if with_cut and random.random() < 0.8 else moments)
    moves_at = {
        node.letter: tuple(child.label for child in node.children)
        for node in pruning.tree.nodes
        if node.letter
    }
    coming = _next(steps, at, "prune")
    if coming is None:
        answer = Pruned("", frozenset(), moves_at)
        why = [*(step.text for step in steps[at:]), "Nothing is pruned after this."]
    else:
        cut = steps[coming]
        gone = frozenset(
            child.label
            for child in cut.node.children
            if child.number in cut.changes and cut.changes[child.number].status == "pruned"
        )
        answer = Pruned(cut.node.letter, gone, moves_at)
        why = [step.text for step in steps[at : coming + 1]]
    text = "The search goes on from here. What does alpha-beta prune next?"
    return _in_search("pruned", subject, pruning, at, text, answer, why, shows_ranges)


def _in_search(
    kind: str,
    subject: Subject,
    pruning: Explanation,
    at: int,
    text: str,
    answer: Answer,
    why: Sequence[str],
    shows_ranges: bool,
) -> Question:
    """A question after the first `at` steps of alpha-beta. The picture has one step more."""
    before = View(veiled(pruning, shows_ranges), at + 1)
    asked = f"{_so_far(pruning.steps[at - 1])} {text}"
    return Question(kind, asked, subject, answer, tuple(why), before, View(pruning))


def _so_far(step: Step) -> str:
    """What the search has just done, without its consequences."""
    node = step.node
    if step.event == "leaf":
        leaf = f"the leaf {format_value(node.payoff)} after {' '.join(path_of(node))}"
        return f"Alpha-beta has just evaluated {leaf}."
    done = {"open": "come to", "leave": "finished", "prune": "pruned moves of"}[step.event]
    return f"Alpha-beta has just {done} node {node.letter}."


def _moments(pruning: Explanation) -> list[int]:
    """The steps after which a node has a new value and moves that were not tried."""
    return [
        at
        for at, step in enumerate(pruning.steps[:-1], 1)
        if step.event in ("leaf", "leave") and step.node.parent and _untried(pruning, at)
    ]


def _untried(pruning: Explanation, at: int) -> list[Node]:
    """The moves that the parent of the node of a step has not tried."""
    infos, parent = pruning.node_infos(at), _parent(pruning.steps[at - 1].node)
    return [child for child in parent.children if infos[child.number].status == "unseen"]


def _has_single_words(subject: Subject) -> bool:
    """Whether all moves and names are single words, so that a list of them can be typed."""
    texts = (text for node in subject.nodes for text in (node.label, node.letter))
    return all(words_of(text) in ([], [text]) for text in texts)


def _parent(node: Node) -> Node:
    assert node.parent is not None
    return node.parent


def _next_event(pruning: Explanation, at: int) -> str:
    return pruning.steps[at].event


def _next(steps: Sequence[Step], at: int, event: str) -> int | None:
    """The index of the next step of a kind after the first `at`."""
    return next((i for i in range(at, len(steps)) if steps[i].event == event), None)


def _window_words(pruning: Explanation, node: Node, at: int) -> str:
    """Why the values of a node leave its window open, in words."""
    opened = next(s for s in pruning.steps[:at] if s.event == "open" and s.node is node)
    window = opened.changes[node.number]
    tried = [child for child in node.children if child not in _untried(pruning, at)]
    values = [pruning.node_infos(at)[child.number].value for child in tried]
    if node.kind == "max":
        return f"{format_value(max(values))} is less than beta {format_value(window.beta)}"
    return f"{format_value(min(values))} is more than alpha {format_value(window.alpha)}"


KINDS = {
    kind.name: kind
    for kind in (
        Kind("value", "the value of a node", ask_value, pruning=False),
        Kind("move", "the best move at the root", ask_move, pruning=False),
        Kind("leaves", "how many leaves alpha-beta evaluates", ask_leaves),
        Kind("cutoff", "whether alpha-beta prunes now", ask_cutoff),
        Kind("window", "alpha and beta at a node", ask_window),
        Kind("leaf", "which leaf alpha-beta evaluates next", ask_leaf),
        Kind("pruned", "what alpha-beta prunes next", ask_pruned),
    )
}
