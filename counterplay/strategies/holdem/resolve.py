"""The river solved anew during a game, with the hands that both may hold by the blueprint.

A blueprint knows a river only by buckets. When the last card is dealt, the *range* of a player is
known by Bayes: a hand is as likely as the blueprint makes all its moves before. From both ranges,
`RiverSolver` finds an equilibrium of the river with every hand by itself.

The other player may not have followed the blueprint, so every move is thought possible a little.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games.poker.cards import HANDS
from counterplay.games.poker.deal import FOLDED, ON_TABLE, RIVER, listed
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.cards import hand_number
from counterplay.strategies.holdem.translation import CALL, fraction
from counterplay.strategies.river import tree
from counterplay.strategies.river.hands import hands_on
from counterplay.strategies.river.solver import RiverSolver

DOUBT = 0.02
"""How likely each move is thought to be random."""

ITERATIONS = 150
"""The iterations of a river. `bench/river.py` reaches 0.5 % of the pot in about as many."""

SIZES = (0.5, 1.0)
"""The bets that are looked at, if the game allows any: parts of the pot. All-in is another."""

MOST_MOVES = 8

Numbers = npt.NDArray[np.float64]


class SolvedRiver:
    """The equilibrium of the river that a position is in. The same one serves the whole river."""

    def __init__(self, blueprint: Blueprint, start: Position, line: Sequence[int]) -> None:
        self.start = start
        self.moves: list[list[int]] = []
        nodes = self._nodes(start, line)
        board = listed(start.state.board)
        ranges = ranges_at(blueprint, start)
        one, other = (hands_on(board, weights) for weights in ranges)
        self.solver = RiverSolver((one, other), nodes)
        self.places = [
            {int(number): i for i, number in enumerate(own.numbers)} for own in (one, other)
        ]
        self.solver.run(ITERATIONS)

    def chances(self, position: Position) -> dict[int, float] | None:
        """The probability of each move of the player to move; None if the river does not know the
        bets that were made, or the hand."""
        node = 0
        for move in position.moves[self.start.ply :]:
            if move not in self.moves[node]:
                return None
            node = self.solver.nodes[node].children + self.moves[node].index(move)
        s, player = position.state, position.turn
        place = self.places[player].get(hand_number(*listed(s.hand0 if player == 0 else s.hand1)))
        if place is None or not self.moves[node]:
            return None
        policy = self.solver.policy(node)[:, place]
        return dict(zip(self.moves[node], policy.tolist(), strict=True))

    def _nodes(self, start: Position, line: Sequence[int]) -> list[tree.Node]:
        """The tree of bets from the first decision of the river."""
        game, states = start.game, [(start.state, tuple(line))]
        nodes: list[tree.Node] = []
        while len(nodes) < len(states):
            s, ahead = states[len(nodes)]
            if game.terminal(s):
                is_fold = s.stage == FOLDED
                kind = tree.FOLDED if is_fold else tree.SHOWDOWN
                stake, loser = float(min(s.paid0, s.paid1)), s.turn if is_fold else -1
                nodes.append(tree.Node(kind, "", (), -1, stake, loser))
                self.moves.append([])
                continue
            moves = some_moves(game, s, ahead[:1])
            names = tuple(game.show_move(s, move) for move in moves)
            nodes.append(tree.Node(game.player(s), "", names, len(states)))
            self.moves.append(moves)
            for move in moves:
                rest = ahead[1:] if ahead[:1] == (move,) else ()
                states.append((game.result(s, move), rest))
        return nodes


class RiverPlay:
    """Plays rivers by their own equilibria, and all else by a blueprint."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint
        self._solved: SolvedRiver | None = None

    def pick(self, position: Position, dice: Random) -> int:
        """A move for the player to move, drawn by its probability."""
        chances = self.chances(position)
        return dice.choices(list(chances), list(chances.values()))[0]

    def chances(self, position: Position) -> dict[int, float]:
        """The probability of each move of the player to move."""
        start = river_start(position)
        if start is None:
            return self.blueprint.chances(position)
        is_same = self._solved is not None and self._solved.start.moves == start.moves
        found = self._solved.chances(position) if self._solved and is_same else None
        if found is None:
            self._solved = SolvedRiver(self.blueprint, start, position.moves[start.ply :])
            found = self._solved.chances(position)
        return self.blueprint.chances(position) if found is None else found


def some_moves(game: Game, s: Any, played: tuple[int, ...]) -> list[int]:
    """The moves of a state that are looked at: all, or some sizes of bets if there are many."""
    legal = game.actions(s)
    if len(legal) <= MOST_MOVES:
        return legal
    bets, called = [move for move in legal if move > CALL], max(s.paid0, s.paid1)
    chosen = {min(bets, key=lambda bet: abs(fraction(bet, called) - size)) for size in SIZES}
    kept = {move for move in legal if move <= CALL} | chosen | {bets[-1]} | set(played)
    return [move for move in legal if move in kept]


def river_start(position: Position) -> Position | None:
    """The position of the first decision on the river; None if the game is not there."""
    if position.state.stage != RIVER or position.turn == CHANCE:
        return None
    here = position
    while here.past[-1].stage == RIVER and here.game.player(here.past[-1]) != CHANCE:
        here = here.undo(1)
    return here


def ranges_at(blueprint: Blueprint, position: Position) -> tuple[Numbers, Numbers]:
    """How likely each of the 1,326 hands is for each player, by the moves so far."""
    ranges = np.ones((2, len(HANDS)))
    game = position.game
    buckets: dict[int, npt.NDArray[np.uint16]] = {}
    for ply in range(position.ply):
        here = position.undo(position.ply - ply)
        if here.turn == CHANCE:
            continue
        node, _ = blueprint.follow(here)
        after = position.undo(position.ply - ply - 1)
        while after.ply < position.ply and after.turn == CHANCE:
            after = position.undo(position.ply - after.ply - 1)
        following, _ = blueprint.follow(after)
        if node is None or following is None:
            break
        cards = ON_TABLE[here.state.stage]
        if cards not in buckets:
            buckets[cards] = blueprint.buckets.on(listed(position.state.board)[:cards])
        taken = following - 1 - int(blueprint.tree.nodes[node]["first"])
        rows = blueprint.rows(node)
        likely = (1 - DOUBT) * rows[:, taken] + DOUBT / rows.shape[1]
        ranges[game.player(here.state)] *= likely[buckets[cards]]
    one, other = ranges / ranges.max(axis=1, keepdims=True)
    return one, other
