"""The evaluation and the noisy moves that a game gives to the algorithms of the textbook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counterplay.core.bits.casts import tidy
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.drawing.notes import DEEPENING, GAMES, LOOKED_UP
from counterplay.games.tree import Tree, tree_of
from counterplay.textbook.decision import Decision, Evaluate


def evaluation(game: Game) -> Evaluate | None:
    """Return the game's evaluator as EVAL(s, p), in units of payoff; None without an evaluator.

    In a tree, a node without an evaluation is refused. A tree without any has no evaluator.
    """
    tree = tree_of(game)
    if game.evaluator is None or (tree and not any(node.evaluation for node in tree.nodes)):
        return None

    def evaluate(s: Any, p: int) -> float:
        if tree is not None:
            require_evaluation(tree, s)
        return tidy(game.evaluate_for(s, p) / game.facts.unit + game.facts.even_share)

    return evaluate


def noisy_moves(game: Game) -> Callable[[Any, Any], bool] | None:
    """Return the game's test for noisy moves; None if it has none."""
    if "noisy" not in game.functions:
        return None
    return lambda s, a: bool(game.call("noisy", s, a))


def require_evaluation(tree: Tree, s: Any) -> None:
    """Raise InputError if a node of a tree has no evaluation."""
    node = tree.nodes[s.node]
    if node.moves and not node.evaluation:
        name = f" ({node.name})" if node.name else ""
        raise InputError(
            f"node {node.path}{name} has no evaluation, and the search stops or sorts there: give "
            "it one, such as eval=3, or search without a depth"
        )


def refuse_missing(game: Game, state: Any, decision: Decision) -> None:
    """Raise InputError if a search of a tree was cut off at a node without an evaluation.

    Of iterative deepening only the last search counts: the earlier ones only order the moves.
    """
    tree = tree_of(game)
    if tree is None:
        return
    starts = [i for i, visit in enumerate(decision.trace) if DEEPENING.match(visit.note)]
    for visit in decision.trace[starts[-1] if starts else 0 :]:
        if visit.event != "leaf" or GAMES.match(visit.note) or LOOKED_UP.search(visit.note):
            continue
        s = state
        for move in visit.path:
            s = game.result(s, move)
        require_evaluation(tree, s)
