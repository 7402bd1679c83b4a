"""The betting tree of hold'em: what players can choose, whatever the cards are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.games.poker.deal import FOLDED
from counterplay.strategies.holdem.nodes import FOLD_END, NODE, SHOWDOWN_END

MOST_NODES = 2_000_000

Rows = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class BettingTree:
    """The nodes, breadth first. The moves of a node are side by side in `moves`.

    Move number i, of any node, leads to node i + 1.

    row   of a node: the place of its first number in a table with `buckets × moves` for each node
    """

    nodes: Rows
    moves: npt.NDArray[np.int64]

    def child(self, node: int, move: int) -> int | None:
        """The node after a move; None if the tree does not have it."""
        legal = self.moves_of(node)
        return int(self.nodes[node]["first"]) + legal.index(move) + 1 if move in legal else None

    def moves_of(self, node: int) -> list[int]:
        """The moves of a node."""
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return [int(move) for move in self.moves[first : first + count]]

    def with_rows(self, buckets: tuple[int, ...]) -> tuple[BettingTree, int]:
        """The tree with rows for so many buckets on each street, and the length of their table."""
        nodes = self.nodes.copy()
        sizes = np.array(buckets, np.int64)[nodes["street"]] * nodes["count"]
        nodes["row"] = np.cumsum(sizes) - sizes
        return BettingTree(nodes, self.moves), int(sizes.sum())


def betting_tree(game: Game) -> BettingTree:
    """The betting tree of a game of hold'em. It is the same for all cards, so some are dealt."""
    made, moves = list[tuple[Any, ...]](), list[int]()
    waiting = [_dealt(game, game.initial())]
    while len(made) < len(waiting):
        s = waiting[len(made)]
        if game.terminal(s):
            stake = min(s.paid0, s.paid1)
            is_fold = s.stage == FOLDED
            payoff = -stake if is_fold and s.turn == 0 else stake
            made.append((FOLD_END if is_fold else SHOWDOWN_END, 0, 0, 0, 0, payoff))
            waiting[len(made) - 1] = None
            continue
        legal = game.actions(s)
        made.append((game.player(s), s.stage, len(moves), len(legal), 0, 0.0))
        for move in legal:
            moves.append(move)
            waiting.append(_dealt(game, game.result(s, move)))
        waiting[len(made) - 1] = None  # nodes are many, and a state is large
        if len(waiting) > MOST_NODES:
            raise UnfitError(
                f"{game.name} has more than {MOST_NODES:,} ways to bet: give fewer sizes or a "
                "smaller stack"
            )
    return BettingTree(np.array(made, NODE), np.array(moves, np.int64))


def _dealt(game: Game, s: Any) -> Any:
    """The state after the cards that are missing are dealt: the first that are left."""
    while not game.terminal(s) and game.player(s) == CHANCE:
        s = game.result(s, game.chance(s)[0][0])
    return s
