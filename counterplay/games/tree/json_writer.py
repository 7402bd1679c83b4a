"""Write a tree as the nested lists and objects that `json_form.py` reads."""

from __future__ import annotations

import json
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.games.tree.model import Move, Tree
from counterplay.games.tree.shared import possible_turns


def as_lists(tree: Tree) -> Any:
    """Return the tree as nested lists and objects, with lists and numbers where they suffice."""
    turns = possible_turns(tree)
    written: set[int] = set()

    def node(i: int) -> Any:
        one = tree.nodes[i]
        if i in written:
            return {"ref": one.name}
        written.add(i)
        about: dict[str, Any] = {"name": one.name} if one.name else {}
        if one.evaluation:
            about["eval"] = _short(one.evaluation)
        if one.player == CHANCE:
            pairs = [[move.probability, child(move, n)] for n, move in enumerate(one.moves, 1)]
            return {**about, "chance": pairs}
        if not one.moves:
            plain = _short(one.payoffs)
            is_plain = not about and not isinstance(plain, list) and tree.players == 2
            return plain if is_plain else {**about, "payoffs": list(one.payoffs)}
        if turns[i] != {one.player}:
            about["player"] = one.player
        if one.info:
            about["info"] = one.info
        children = [child(move, n) for n, move in enumerate(one.moves, 1)]
        return {**about, "children": children} if about else children

    def child(move: Move, number: int) -> Any:
        about: dict[str, Any] = {} if move.label == str(number) else {"move": move.label}
        if move.noisy:
            about["noisy"] = True
        below = node(move.to)
        return {**about, "node": below} if about else below

    whole = node(0)
    about: dict[str, Any] = {"title": tree.title} if tree.title else {}
    if tree.names != tree.default_names:
        about["players"] = list(tree.names)
    return {**about, "tree": whole} if about else whole


def write_json(tree: Tree) -> str:
    """Return the tree as JSON."""
    return json.dumps(as_lists(tree), ensure_ascii=False) + "\n"


def _short(numbers: tuple[float, ...]) -> Any:
    return numbers[0] if len(numbers) == 2 and numbers[0] == -numbers[1] else list(numbers)
