"""A search as data: the nodes of its tree, and what each step adds to what is known of them."""

from __future__ import annotations

from typing import Any

from counterplay.drawing.steps import Mark, Story
from counterplay.drawing.story import tell
from counterplay.textbook.decision import Decision


def as_json(decision: Decision, game: Any, state: Any = None, title: str = "") -> dict[str, Any]:
    """A traced decision as plain lists and dictionaries; `state` is the start if left out.

    Numbers without end, which JSON has not, are the texts "Infinity" and "-Infinity".
    """
    return story_json(tell(decision, game, state, title))


def story_json(story: Story) -> dict[str, Any]:
    """The story of a search as plain lists and dictionaries.

    `nodes[i]` is the node with number i; `steps[i].changes` holds, by the number of a node, all
    that is known of it from then on. `reached` is the step that first said something of a node.
    """
    reached: dict[int, int] = {}
    for at, step in enumerate(story.steps, 1):
        for where in step.changes:
            reached.setdefault(where, at)
    decision = story.decision
    return {
        "title": story.title,
        "summary": story.summary,
        "move": story.move,
        "value": _plain(decision.value),
        "values": _plain(decision.values),
        "counts": {
            "nodes": decision.nodes,
            "evaluated": decision.evaluated,
            "pruned": decision.pruned,
        },
        "line": sorted(story.line),
        "nodes": [
            {
                "number": node.number,
                "parent": node.parent.number if node.parent else None,
                "kind": node.kind,
                "mover": story.tree.mover(node.kind),
                "name": node.name,
                "move": node.label,
                "probability": node.probability,
                "payoff": _plain(node.payoff),
                "searched": node.searched,
                "reached": reached.get(node.number),
            }
            for node in story.tree.nodes
        ],
        "steps": [
            {
                "node": step.node.number,
                "event": step.event,
                "text": step.text,
                "changes": {str(n): _mark(mark) for n, mark in step.changes.items()},
            }
            for step in story.steps
        ],
    }


def _mark(mark: Mark) -> dict[str, Any]:
    return {
        "status": mark.status,
        "value": _plain(mark.value),
        "range": _plain(mark.range),
        "alpha": _plain(mark.alpha),
        "beta": _plain(mark.beta),
        "note": mark.note,
        "text": mark.text,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, str):
        return value
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return int(value) if value == int(value) else float(value)
