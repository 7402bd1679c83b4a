"""Trees as nested lists and objects, in Python or in JSON.

    3                                              an end: the payoff of the first of two players
    [3, 12, 8]                                     a choice; players alternate
    {"payoffs": [1, 2, 6]}                         an end of several players
    {"children": [...], "player": 0}               a choice by a given player
    {"chance": [[0.9, node], [0.1, node]]}         each outcome with its probability
    {"children": [...], "info": "guess"}           a node that looks like all others with this info
    {"ref": "C"}                                   the node C, which is described elsewhere

Every object can have a "name", and an inner node an evaluation, "eval": a number, or one for each
player. A child is a node, or a move with a node: {"move": "take", "noisy": true, "node": node}. The
whole tree can be {"title": …, "players": ["A", "B"], "tree": node}.
"""

from __future__ import annotations

import json
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.games.tree.draft import Draft, DraftMove, DraftNode, Numbers
from counterplay.games.tree.model import DEEPEST, ROOT

KINDS = ("children", "chance", "payoffs", "ref")
KNOWN = {
    "children": ("player", "name", "eval", "info"),
    "chance": ("name", "eval"),
    "payoffs": ("name",),
    "ref": (),
}
FAR = 1e300
OF_MOVES = ("move", "noisy", "node")
OF_TREES = ("title", "players", "tree")


def parse_json(text: str) -> Any:
    """The lists and objects of a JSON text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"the tree {_start(text)} is not JSON: {_fault(text, error)}") from None
    except ValueError:
        raise InputError(f"the tree {_start(text)} has a number that is too large") from None
    except RecursionError:
        raise InputError(f"the tree is more than {DEEPEST} moves deep") from None


def _fault(text: str, error: json.JSONDecodeError) -> str:
    """Where a JSON text breaks off, or stops making sense."""
    rest = text[error.pos :].strip()
    if not rest:
        return "it ends too early. Close every bracket and quote"
    return f"line {error.lineno}, column {error.colno} does not fit: {_start(rest, 12)}"


def read_json(tree: Any) -> Draft:
    """Read a tree from nested lists and objects. Raises InputError with the path of the node."""
    if not isinstance(tree, dict) or "tree" not in tree:
        return Draft(_node(tree, ROOT, 0))
    _refuse_unknown(tree, "the tree", OF_TREES)
    names, title = tree.get("players", []), tree.get("title", "")
    if not isinstance(names, (list, tuple)) or not all(isinstance(n, str) and n for n in names):
        raise InputError(f"players is {names!r}, not a list of names")
    if len(set(map(str.lower, names))) < len(names):
        raise InputError(f"players is {names!r}: give each player a name of its own")
    if not isinstance(title, str):
        raise InputError(f"title is {title!r}, not a text")
    return Draft(_node(tree["tree"], ROOT, 0), tuple(names), title)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _node(tree: Any, path: str, depth: int) -> DraftNode:
    if depth > DEEPEST:
        raise InputError(f"node {path[:40]}… is more than {DEEPEST} moves deep")
    if is_number(tree):
        return DraftNode(payoffs=_finite(tree, path))
    if isinstance(tree, (list, tuple)):
        tree = {"children": tree}
    kinds = [kind for kind in KINDS if isinstance(tree, dict) and kind in tree]
    if len(kinds) != 1:
        raise InputError(f"node {path} is {_start(repr(tree))}: expected a number, a list or an "
                         "object with one of children, chance, payoffs and ref")  # fmt: skip
    kind = kinds[0]
    _refuse_unknown(tree, f"node {path}", (kind, *KNOWN[kind]))
    name, info = tree.get("name", ""), tree.get("info", "")
    for key, value in (("name", name), ("info", info)):
        if not isinstance(value, str):
            raise InputError(f"node {path}: {key} is {value!r}, not a text")
    if not isinstance(tree[kind], (list, tuple)):
        raise InputError(f"node {path}: {kind} is {_start(repr(tree[kind]))}, not a list")
    node = DraftNode(name=name, player=_player(tree, path), info=info)
    if "eval" in tree:
        node.evaluation = _evaluation(tree["eval"], path)
    if kind == "payoffs":
        node.payoffs = _payoffs(tree["payoffs"], path)
    elif kind == "chance":
        node.moves = _outcomes(tree["chance"], path, depth)
    else:
        children = tree["children"]
        if not children:
            raise InputError(f"node {path} has 0 children: give it a payoff, or children")
        node.moves = [_child(c, f"{path}.{i}", depth + 1) for i, c in enumerate(children, 1)]
    return node


def _child(tree: Any, path: str, depth: int) -> DraftMove:
    """Read a node, or a move with a node."""
    move = DraftMove("")
    if isinstance(tree, dict) and "node" in tree:
        _refuse_unknown(tree, f"the move to node {path}", OF_MOVES)
        label, noisy = tree.get("move", ""), tree.get("noisy", False)
        if not isinstance(label, str) or not isinstance(noisy, bool):
            raise InputError(f"the move to node {path}: move is a text, noisy is true or false")
        move.label, move.noisy, tree = label, noisy, tree["node"]
    if isinstance(tree, dict) and "ref" in tree:
        _refuse_unknown(tree, f"node {path}", ("ref",))
        if not isinstance(tree["ref"], str):
            raise InputError(f"node {path}: ref is {tree['ref']!r}, not the name of a node")
        move.to = tree["ref"]
    else:
        move.to = _node(tree, path, depth)
    return move


def _outcomes(pairs: Any, path: str, depth: int) -> list[DraftMove]:
    is_pair = [isinstance(p, (list, tuple)) and len(p) == 2 and is_number(p[0]) for p in pairs]
    if not all(is_pair) or not pairs:
        raise InputError(f"node {path}: chance is a list of [probability, node]")
    moves = []
    for number, (probability, child) in enumerate(pairs, 1):
        move = _child(child, f"{path}.{number}", depth + 1)
        move.probability = _finite(probability, f"{path}.{number}")
        moves.append(move)
    return moves


def _payoffs(given: Any, path: str) -> list[float]:
    if not given or not all(map(is_number, given)):
        raise InputError(f"node {path} has payoffs {_start(repr(given))}, not a list of numbers")
    return [_finite(number, path) for number in given]


def _evaluation(given: Any, path: str) -> Numbers:
    if is_number(given):
        return _finite(given, path)
    if not isinstance(given, (list, tuple)) or not all(map(is_number, given)):
        raise InputError(f"node {path}: eval is {_start(repr(given))}, not a number or a list")
    return [_finite(number, path) for number in given]


def _finite(number: float, path: str) -> float:
    if not abs(number) < FAR:
        raise InputError(f"node {path} has a number that is not finite, or too large")
    return number


def _player(tree: dict[str, Any], path: str) -> int | str | None:
    player = tree.get("player")
    if player is not None and type(player) is not int and not isinstance(player, str):
        raise InputError(f"node {path} has player {player!r}: give its number, from 0, or its name")
    return player


def _refuse_unknown(given: dict[str, Any], what: str, known: tuple[str, ...]) -> None:
    for key in given:
        if key not in known:
            raise InputError(
                f"{what} has {key!r}, which no algorithm knows: beside {known[0]!r} it can have "
                f"{', '.join(known[1:]) or 'nothing'}"
            )


def _start(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
