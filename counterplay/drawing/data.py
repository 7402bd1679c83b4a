"""A search as JSON: the nodes of its tree, and what each step changes."""

from __future__ import annotations

from typing import Any

from counterplay.drawing.explanation import Explanation, NodeInfo
from counterplay.drawing.narrator import explain
from counterplay.textbook.decision import Decision


def as_json(decision: Decision, game: Any, state: Any = None, title: str = "") -> dict[str, Any]:
    """Return a traced decision as lists and dictionaries. `state` is by default `game.initial()`.

    Infinite numbers, which JSON does not have, become the strings "Infinity" and "-Infinity".
    """
    return explanation_json(explain(decision, game, state, title))


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as lists and dictionaries.

    `nodes[i]` is the node with number i. `steps[i].changes` maps the number of a node to what is
    known about it from then on. `reached` is the first step that changed a node.
    """
    reached: dict[int, int] = {}
    for at, step in enumerate(explanation.steps, 1):
        for number in step.changes:
            reached.setdefault(number, at)
    decision = explanation.decision
    return {
        "title": explanation.title,
        "summary": explanation.summary,
        "move": explanation.move,
        "value": _json_value(decision.value),
        "values": _json_value(decision.values),
        "counts": {
            "nodes": decision.nodes,
            "evaluated": decision.evaluated,
            "pruned": decision.pruned,
            "hits": decision.hits,
        },
        "line": sorted(explanation.line),
        "nodes": [
            {
                "number": node.number,
                "parent": node.parent.number if node.parent else None,
                "kind": node.kind,
                "mover": explanation.tree.mover(node.kind),
                "name": node.name,
                "move": node.label,
                "probability": node.probability,
                "payoff": _json_value(node.payoff),
                "searched": node.searched,
                "reached": reached.get(node.number),
            }
            for node in explanation.tree.nodes
        ],
        "steps": [
            {
                "node": step.node.number,
                "event": step.event,
                "text": step.text,
                "changes": {str(n): _info_json(info) for n, info in step.changes.items()},
            }
            for step in explanation.steps
        ],
    }


def _info_json(info: NodeInfo) -> dict[str, Any]:
    return {
        "status": info.status,
        "value": _json_value(info.value),
        "range": _json_value(info.range),
        "alpha": _json_value(info.alpha),
        "beta": _json_value(info.beta),
        "note": info.note,
        "text": info.text,
        "under": info.under,
        "visits": info.visits,
        "mean": _json_value(info.mean),
    }


def _json_value(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_json_value(one) for one in value]
    if value is None or isinstance(value, str):
        return value
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return int(value) if value == int(value) else float(value)
