"""A blueprint: a strategy of hold'em for each bucket of hands at each node of the betting tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.hashing import hash as mixed
from counterplay.core.game.position import Position
from counterplay.games.poker.deal import ON_TABLE, listed
from counterplay.strategies.holdem.betting import BettingTree
from counterplay.strategies.holdem.buckets import Buckets
from counterplay.strategies.holdem.cards import hand_number
from counterplay.strategies.holdem.translation import CALL, fraction, nearest_bet, stands_for

FULL = 255
"""Probabilities are stored as whole numbers from 0 to 255."""


@dataclass(frozen=True, eq=False)
class Blueprint:
    """What both players do in hold'em, by buckets of hands.

        blueprint = cp.equilibrium("limit_holdem", seconds=600)
        blueprint.chances(position)        {0: 0.1, 1: 0.9}: moves and their probabilities
        blueprint.pick(position, dice)     a move, drawn with these probabilities

    game            whose bets it knows; it can play others with the same stacks
    weights         for each node, bucket and move: the probability, from 0 to 255
    about           how it was made
    """

    game: Game
    buckets: Buckets
    tree: BettingTree
    weights: npt.NDArray[np.uint8]
    about: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        """The number of information sets."""
        nodes = self.tree.nodes[self.tree.nodes["count"] > 0]
        return int(np.array(self.buckets.sizes)[nodes["street"]].sum())

    def __repr__(self) -> str:
        sizes = ", ".join(map(str, self.buckets.sizes))
        return f"<Blueprint of {self.game.name}: {len(self):,} information sets, buckets {sizes}>"

    def chances(self, position: Position) -> dict[int, float]:
        """The probability of each move of the player to move."""
        player = position.turn
        if position.is_over or player == CHANCE:
            raise InputError("nobody is to move, so a strategy has nothing to say")
        node, called = self.follow(position)
        if node is None:
            return {CALL: 1.0}
        s = position.state
        cards = listed(s.hand0 if player == 0 else s.hand1)
        bucket = self.buckets.of_hand(hand_number(*cards), listed(s.board)[: ON_TABLE[s.stage]])
        return self._in_this_game(position, node, called, self.row(node, bucket))

    def pick(self, position: Position, dice: Random) -> int:
        """A move for the player to move, drawn by its probability."""
        chances = self.chances(position)
        return dice.choices(list(chances), list(chances.values()))[0]

    def row(self, node: int, bucket: int) -> dict[int, float]:
        """The probability of each move of a node of the betting tree, for hands of a bucket."""
        return dict(zip(self.tree.moves_of(node), self.rows(node)[bucket].tolist(), strict=True))

    def rows(self, node: int) -> npt.NDArray[np.float64]:
        """For each bucket the probabilities of the moves of a node of the betting tree."""
        here = self.tree.nodes[node]
        first, count = int(here["row"]), int(here["count"])
        size = self.buckets.sizes[int(here["street"])]
        numbers = self.weights[first : first + size * count].reshape(size, count)
        return np.asarray(numbers / numbers.sum(axis=1, keepdims=True, dtype=np.float64))

    def follow(self, position: Position) -> tuple[int | None, int]:
        """The node of the betting tree in which a position is, and the chips to call there.

        None if the blueprint has nothing more to choose: it is all-in, where the game is not.
        """
        game, node = position.game, 0
        called = max(self.game.initial().paid0, self.game.initial().paid1)
        if position.past and game.player(position.past[0]) != CHANCE:
            raise InputError("a blueprint needs all moves of the game: begin with the deal")
        seen = 0
        for before, move in zip(position.past, position.moves, strict=True):
            if game.player(before) == CHANCE:
                continue
            seen = int(mixed(seen, move))
            known = self._known(before, node, called, move, seen)
            child = None if known is None else self.tree.child(node, known)
            if child is None or known is None:
                return None, called
            node = child
            called = known - 1 if self._has_chips and known > CALL else called
        return (node, called) if self.tree.nodes[node]["count"] else (None, called)

    @property
    def _has_chips(self) -> bool:
        """Whether bets are numbers of chips, as in no-limit hold'em."""
        return "stack" in self.game.parameters

    def _known(self, before: Any, node: int, called: int, move: int, seen: int) -> int | None:
        """The move of a node that stands for a move of the game."""
        legal = self.tree.moves_of(node)
        if move in legal or move <= CALL or not self._has_chips:
            return move
        bets = [known for known in legal if known > CALL]
        if not bets:
            return None
        size = fraction(move, max(before.paid0, before.paid1))
        known = [fraction(bet, called) for bet in bets]
        return bets[stands_for(size, known, seen / 2**64)]

    def _in_this_game(
        self, position: Position, node: int, called: int, row: Mapping[int, float]
    ) -> dict[int, float]:
        """The probabilities as moves that are legal in the position."""
        legal = position.legal_moves
        found = dict.fromkeys(legal, 0.0)
        bets = [move for move in legal if move > CALL]
        in_pot = max(position.state.paid0, position.state.paid1)
        for move, chance in row.items():
            if move in found and (move <= CALL or not self._has_chips or in_pot == called):
                found[move] += chance
            elif move > CALL and bets:
                found[nearest_bet(fraction(move, called), bets, in_pot)] += chance
            else:
                found[CALL] += chance
        return found


def as_weights(probabilities: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """Probabilities as numbers from 0 to 255. The largest of a row is at least 10 of them."""
    return np.rint(FULL * probabilities).astype(np.uint8)
