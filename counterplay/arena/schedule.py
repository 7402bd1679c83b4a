"""The schedule: all games of a match or a tournament, in a fixed order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game

MOST_SEATS = 4
"""Games with more players than this are not played in matches."""

Pair = tuple[int, int]
"""The numbers of two players, the lower first."""

ONE_PAIR: tuple[Pair, ...] = ((0, 1),)
"""The only pair of a match."""


@dataclass(frozen=True)
class Task:
    """One game to be played.

    number   its number in the schedule, from 0
    opening  the position it starts from, as text
    seats    the player in each seat of the game; exactly two different ones
    dice     the seed of chance, which is the same for all games of an opening
    seed     the seed of the players
    """

    number: int
    opening: str
    seats: tuple[int, ...]
    dice: str
    seed: str

    @property
    def pair(self) -> Pair:
        return pair_of(self.seats)


def pair_of(seats: Sequence[int]) -> Pair:
    """The two players that share the seats of a game."""
    one, other = sorted(set(seats))
    return one, other


def all_pairs(players: int) -> tuple[Pair, ...]:
    """Each player against each other."""
    return tuple(combinations(range(players), 2))


def gauntlet(players: int) -> tuple[Pair, ...]:
    """The first player against each other."""
    return tuple((0, other) for other in range(1, players))


def ladder(players: int) -> tuple[Pair, ...]:
    """Each player against those at most two places away."""
    return tuple(pair for pair in all_pairs(players) if pair[1] - pair[0] <= 2)


def seatings(players: int) -> list[tuple[int, ...]]:
    """All ways to seat two players so that each has at least one seat.

    Two seats give 2 games, three seats 6, four seats 14 (as in Sturtevant 2003, who compares
    searches for several players this way).
    """
    return [seats for seats in product((0, 1), repeat=players) if len(set(seats)) == 2]


def games_each(game: Game) -> int:
    """The number of games from each opening."""
    players = game.facts.players
    if not 2 <= players <= MOST_SEATS:
        raise UnfitError(
            f"{game.name} has {players} players, but a match needs a game for 2 to {MOST_SEATS}"
        )
    return len(seatings(players))


def schedule(
    openings: Sequence[str], players: int, seed: int, pairs: Sequence[Pair] = ONE_PAIR
) -> list[Task]:
    """All games, opening by opening and pair by pair.

    With more openings the schedule gets longer, but the games in it stay the same.
    """
    seats, tasks = seatings(players), list[Task]()
    for place, opening in enumerate(openings):
        for pair in pairs:
            meeting = len(tasks) // len(seats)
            tasks += [
                Task(
                    number=len(tasks) + i,
                    opening=opening,
                    seats=tuple(pair[side] for side in seated),
                    dice=f"{seed} {place}",
                    seed=f"{seed} {meeting} {i}",
                )
                for i, seated in enumerate(seats)
            ]
    return tasks
