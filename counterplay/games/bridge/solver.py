"""The compiled double dummy solver (`kernel/search.py`) as Python calls it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.games import load
from counterplay.games.bridge.cards import SEATS

KERNEL = Path(__file__).parent / "kernel" / "search.py"
GAME = "bridge"
"""A kernel is kept under the name of a game. This one uses no rules."""

SHAPES, BLOCKS = 1 << 17, 1 << 18
"""The sizes of the transposition table; it takes 54 megabytes if it is full."""


@cache
def holder() -> Game:
    """The game to which the kernel is bound."""
    return load(GAME)


class Solver:
    """A double dummy solver with its transposition table. Hands and cards are as in `cards.py`."""

    def __init__(self) -> None:
        self.kernel = bind(holder(), KERNEL)
        self.context = Context(holder(), self.kernel)
        record = self.context.record
        self.context.keep("shapes", np.zeros(SHAPES, self.kernel.SHAPE))
        self.context.keep("entries", np.zeros(BLOCKS * self.kernel.BLOCK, self.kernel.ENTRY))
        self.context.keep("older_blocks", np.zeros(BLOCKS, np.int32))
        self.context.keep("relative", np.zeros((4, 1 << 13), np.int64))
        record.shape_count, record.block_count = SHAPES, BLOCKS

    def tricks(
        self, hands: Sequence[int], trump: int, leader: int, table: Sequence[int] = ()
    ) -> int:
        """The tricks that north and south take from here, the one on the table with them."""
        self._set(hands, trump, leader, table)
        return self._solve(self._middle(hands))

    def scores(
        self, hands: Sequence[int], trump: int, leader: int, table: Sequence[int] = ()
    ) -> dict[int, int]:
        """The same tricks after each legal card of the player who is to play."""
        self._set(hands, trump, leader, table)
        record, seat = self.context.record, (leader + len(table)) % 4
        record.guess = self._middle(hands)
        record.scores[:] = -1
        self.context.call(self.kernel.score_cards)
        led = hands[seat] & 0x1FFF << 16 * (table[0] >> 4) if table else 0
        found, last = {}, -1
        for card in range(63, -1, -1):
            if (led or hands[seat]) >> card & 1:
                last = int(record.scores[card]) if record.scores[card] >= 0 else last
                found[card] = last  # of equal cards the highest was tried
        return found

    def declarers(self, hands: Sequence[int], trump: int) -> list[int]:
        """The tricks of each declarer, north first. The player on the left leads."""
        found, guess, total = [], self._middle(hands), hands[0].bit_count()
        self._set(hands, trump, 0, ())
        for seat in range(len(SEATS)):
            self.context.record.seats[0] = (seat + 1) % 4
            guess = self._solve(guess)
            found.append(guess if seat % 2 == 0 else total - guess)
        return found

    def _middle(self, hands: Sequence[int]) -> int:
        """Where questions about the number of tricks begin."""
        return (max(hand.bit_count() for hand in hands) + 1) // 2

    def _set(self, hands: Sequence[int], trump: int, leader: int, table: Sequence[int]) -> None:
        record = self.context.record
        record.hands[:] = hands
        record.trump, record.seats[0] = trump, leader
        record.start_ply = len(table)
        record.cards[: len(table)] = table
        record.end_ply = len(table) + sum(hand.bit_count() for hand in hands)
        record.nodes = 0
        self.context.call(self.kernel.prepare)

    def _solve(self, guess: int) -> int:
        self.context.record.guess = guess
        self.context.call(self.kernel.solve)
        return int(self.context.record.found)
