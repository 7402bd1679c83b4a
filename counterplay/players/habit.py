"""Players of poker that only have a habit, to measure others: `habit:calling`.

They work in every game whose moves are called check, call, bet, raise, all-in and fold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.games.poker.deal import ON_TABLE, listed
from counterplay.players.base import Thought, refuse_settings
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.strategies.holdem.find import is_holdem

QUIET = ("check", "call")
AGGRESSIVE = ("bet", "raise", "all-in")
TEN, ACE = 8, 12


class HabitPlayer:
    """Plays by a habit, whatever the other does."""

    def __init__(self, spec: Spec, game: Game) -> None:
        refuse_settings(spec, "a habit")
        if spec.algorithm not in HABITS:
            known = ", ".join(f"habit:{name}" for name in HABITS)
            raise InputError(f"player {spec.text!r}: there is no such habit; there are {known}")
        if spec.algorithm == "tight" and not is_holdem(game):
            raise UnfitError(f"player {spec.text!r}: a tight player knows only hands of hold'em")
        self._choose = HABITS[spec.algorithm]
        self._random = Random(0)

    def new_game(self, seed: str) -> None:
        self._random = Random(seed)

    def close(self) -> None:
        """Nothing to close."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        return Thought(self._choose(position, self._random))


Habit = Callable[[Position, Random], int]


def calling(position: Position, dice: Random) -> int:
    """Never bets, and never folds."""
    return named(position, QUIET)[0]


def raising(position: Position, dice: Random) -> int:
    """Bets and raises whenever it may, by a random size."""
    return dice.choice(named(position, AGGRESSIVE) or named(position, QUIET))


def tight(position: Position, dice: Random) -> int:
    """Raises good hands by the smallest size, and folds all others to a bet."""
    if is_good(position):
        return (named(position, AGGRESSIVE) or named(position, QUIET))[0]
    return (named(position, ("check", "fold")) or named(position, QUIET))[0]


HABITS: dict[str, Habit] = {"calling": calling, "raising": raising, "tight": tight}


def named(position: Position, names: tuple[str, ...]) -> list[int]:
    """The legal moves whose text begins with one of these words."""
    found = [move for move in position.legal_moves if position.show_move(move).startswith(names)]
    if not found and names == QUIET:
        raise UnfitError(f"{position.game.name} has no moves called check or call")
    return found


def is_good(position: Position) -> bool:
    """Whether the player to move has a hand of hold'em that a tight player plays."""
    s = position.state
    hand = listed(s.hand0 if position.turn == 0 else s.hand1)
    return is_good_hand(hand, listed(s.board)[: ON_TABLE[s.stage]])


def is_good_hand(hand: Sequence[int], table: Sequence[int]) -> bool:
    """Whether a tight player plays a hand: a pair, two high cards or an ace; after the flop, a pair
    with an own card."""
    low, high = sorted(card // 4 for card in hand)
    if not table:
        return low == high or low >= TEN or high == ACE
    ranks = {card // 4 for card in table}
    return low == high or low in ranks or high in ranks
