"""Reasons: sentences that explain an answer, from the values and steps of a traced search."""

from __future__ import annotations

from collections.abc import Iterator

from counterplay.drawing.explanation import Explanation, NodeInfo
from counterplay.drawing.formatting import format_value, join_words
from counterplay.drawing.tree import LEAVES, Node

MOST_SENTENCES = 8


def why_worth(explanation: Explanation, node: Node) -> list[str]:
    """Return why a node has its value: a sentence for each inner node below it, the last for it."""
    infos = explanation.node_infos()
    return [_worth(explanation, one, infos) for one in _inner(node)][-MOST_SENTENCES:]


def _inner(node: Node) -> Iterator[Node]:
    """Yield the inner nodes from a node down, each after those below it."""
    for child in node.children:
        yield from _inner(child)
    if node.kind not in LEAVES:
        yield node


def _worth(explanation: Explanation, node: Node, infos: list[NodeInfo]) -> str:
    values = [infos[child.number].value for child in node.children]
    shown = [format_value(value) for value in values]
    worth = format_value(infos[node.number].value)
    if node.kind == "chance":
        terms = [
            f"{format_value(child.probability)} × {value}"
            for child, value in zip(node.children, shown, strict=True)
        ]
        return f"{node.letter} is worth {worth}: the mean {' + '.join(terms)}."
    return f"{node.letter} is worth {worth}: {_chooses(explanation, node)} of {join_words(shown)}."


def _chooses(explanation: Explanation, node: Node) -> str:
    mover = explanation.tree.mover(node.kind)
    if node.kind in ("max", "min"):
        return f"{mover} takes the {'largest' if node.kind == 'max' else 'smallest'}"
    return f"{mover} takes the best for itself"


def prunings(explanation: Explanation, first: int = 0) -> Iterator[str]:
    """Yield the sentences of all cutoffs after the first steps."""
    for step in explanation.steps[first:]:
        if step.event == "prune":
            yield step.text
