"""What a question is about: a position, the search of its whole tree, and that of alpha-beta."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.drawing.explanation import Explanation, NodeInfo, Step
from counterplay.drawing.formatting import format_value
from counterplay.drawing.plain import whole_search
from counterplay.drawing.tracing import traced
from counterplay.drawing.tree import LEAVES, MOST_GREY, Node
from counterplay.textbook.catalogue import ALGORITHMS

MOST_NODES = MOST_GREY + 2
"""The most nodes of a tree. All of them are drawn, also those that are pruned."""
FEWEST_NODES = 6
"""The fewest nodes of a position that is chosen at random."""
MOST_INNER = 26
"""The most inner nodes: each has a letter."""
MOST_MOVES = 8
"""The most moves of a position that is chosen at random."""
MOST_TRIED = 300
"""Positions that are tried to find such a position."""


@dataclass(frozen=True)
class Subject:
    """A position with its searches.

    whole    the search of every node: minimax, expectiminimax or max^n
    pruning  the search by alpha-beta; None if it does not fit the game
    """

    position: Position
    whole: Explanation
    pruning: Explanation | None

    @property
    def nodes(self) -> tuple[Node, ...]:
        return self.whole.tree.nodes

    @property
    def leaves(self) -> list[Node]:
        return [node for node in self.nodes if node.kind in LEAVES]


def subject_of(position: Position) -> Subject:
    """Return the subject of a position; raise InputError if its tree is not fit for questions."""
    if position.is_over:
        raise InputError("the game is over here: there is nothing to ask")
    if count_nodes(position) > MOST_NODES:
        raise InputError(
            f"the tree below this position has more than {MOST_NODES} nodes: start from a later "
            "position, or name no position to be asked about late ones"
        )
    whole = whole_search(position)
    if any(node.kind not in LEAVES and not node.letter for node in whole.tree.nodes):
        raise InputError("this tree has more inner nodes than letters: give a smaller one")
    facts = position.game.facts
    fits = facts.players == 2 and facts.total is not None and not facts.chance
    pruning = traced(position, ALGORITHMS["alphabeta"]) if fits else None
    return Subject(position, whole, pruning)


def count_nodes(position: Position) -> int:
    """Count the nodes of the tree below a position, up to one more than allowed."""
    return len(list(islice(_states(position), MOST_NODES + 1)))


def _states(position: Position) -> Iterator[Any]:
    """Yield the states of the tree below a position."""
    game, stack = position.game, [position.state]
    while stack:
        s = stack.pop()
        yield s
        if not game.terminal(s):
            stack += [game.result(s, move) for move in _moves(game, s)]


def _is_worth_asking(position: Position) -> bool:
    """Whether the tree of a position has a good size, a choice, and different payoffs."""
    if position.turn == CHANCE or not 2 <= len(position.legal_moves) <= MOST_MOVES:
        return False
    states = list(islice(_states(position), MOST_NODES + 1))
    game = position.game
    payoffs = [float(game.utility(s, position.turn)) for s in states if game.terminal(s)]
    is_small = len(states) <= MOST_NODES and len(states) - len(payoffs) <= MOST_INNER
    return len(states) >= FEWEST_NODES and is_small and len(set(payoffs)) > 1


def _moves(game: Game, s: Any) -> list[int]:
    if game.player(s) == CHANCE:
        return [outcome for outcome, _ in game.chance(s)]
    return list(game.actions(s))


def late_position(game: Game, random: Random) -> Position:
    """Return a random position of a game whose tree is small enough, but not too small."""
    if game.facts.hidden:
        raise InputError(f"{game.name} has hidden cards: its searches have no such tree")
    position = start = game.position()
    for _ in range(MOST_TRIED):
        if position.is_over:
            position = start
        elif _is_worth_asking(position):
            return position
        position = position.play(random.choice(_moves(game, position.state)))
    raise InputError(
        f"no position of {game.name} was found whose tree is small and has different payoffs: give "
        "a position"
    )


def veiled(explanation: Explanation, shows_ranges: bool) -> Explanation:
    """Return a search that shows the payoffs of all leaves from the start, as its first step.

    Without `shows_ranges` it does not show what is known about inner nodes.
    """
    nodes = explanation.tree.nodes
    payoffs = {
        node.number: NodeInfo("unseen", node.payoff, None, text=format_value(node.payoff))
        for node in nodes
        if node.kind in LEAVES
    }
    steps = (Step(explanation.tree.root, "open", "", payoffs), *explanation.steps)
    if not shows_ranges:
        inner = {node.number for node in nodes if node.kind not in LEAVES}
        steps = tuple(replace(step, changes=_without_texts(step, inner)) for step in steps)
    return replace(explanation, steps=steps)


def _without_texts(step: Step, inner: set[int]) -> dict[int, NodeInfo]:
    return {
        number: replace(info, text="") if number in inner else info
        for number, info in step.changes.items()
    }
