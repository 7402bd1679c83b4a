"""A strategy of all players: for each information set, the probability of each move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.knowledge import knowledge
from counterplay.core.game.position import Position
from counterplay.strategies.sequence_form import SequenceForm

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Strategy:
    """What every player does in every information set of a game.

        strategy = cp.equilibrium("kuhn")
        strategy.chances(position)        {0: 0.79, 1: 0.21}: moves and their probabilities
        strategy.pick(position, dice)     a move, drawn with these probabilities

    starts, keys, firsts, moves   the information sets, as in `SequenceForm`
    probabilities   of each sequence: the probability of its last move
    about           how it was made, and how good it is
    """

    game: Game
    starts: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    firsts: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int64]
    probabilities: Numbers
    about: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, form: SequenceForm, probabilities: Numbers) -> Strategy:
        """The strategy with these probabilities of the sequences of a game."""
        return cls(game, form.starts, form.keys, form.firsts, form.moves, probabilities)

    def __len__(self) -> int:
        """The number of information sets."""
        return len(self.keys)

    def __repr__(self) -> str:
        gap = self.about.get("exploitability")
        quality = "" if gap is None else f", exploitability {gap:.2g}"
        return f"<Strategy of {self.game.name}: {len(self):,} information sets{quality}>"

    @cached_property
    def _rows(self) -> list[dict[int, int]]:
        """For each player, the row of each key."""
        spans = zip(self.starts[:-1], self.starts[1:], strict=True)
        return [{int(self.keys[i]): i for i in range(*span)} for span in spans]

    def rows(self, player: int) -> dict[int, int]:
        """The row of each information set of a player, by what the player knows."""
        return self._rows[player]

    def chances(self, position: Position) -> dict[int, float]:
        """The probability of each move of the player to move."""
        player = position.turn
        if position.is_over or player < 0:
            raise InputError("nobody is to move, so a strategy has nothing to say")
        row = self._rows[player].get(knowledge(position, player))
        if row is None:
            raise InputError(
                f"the strategy of {self.game.name} does not know this position: it starts from "
                "the first state of the game"
            )
        part = slice(self.firsts[row], self.firsts[row + 1])
        pairs = zip(self.moves[part].tolist(), self.probabilities[part].tolist(), strict=True)
        return dict(pairs)

    def pick(self, position: Position, dice: Random) -> int:
        """A move for the player to move, drawn by its probability."""
        chances = self.chances(position)
        return dice.choices(list(chances), list(chances.values()))[0]

    def known_positions(self) -> Iterator[tuple[int, Position]]:
        """One position of each information set, in the order of the tree, with its player."""
        return known_positions(self.game)


def known_positions(game: Game) -> Iterator[tuple[int, Position]]:
    """One position of each information set of a game, in the order of the tree, with its player."""
    waiting, seen = [Position(game, game.initial())], set()
    while waiting:
        here = waiting.pop()
        if here.is_over:
            continue
        if here.turn >= 0:
            known = here.turn, knowledge(here, here.turn)
            if known not in seen:
                seen.add(known)
                yield here.turn, here
        outcomes = [a for a, _ in here.chance_outcomes] or here.legal_moves
        waiting += [here.play(a) for a in reversed(outcomes)]
