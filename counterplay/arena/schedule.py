"""Who plays whom, from where: every opening from every side, in one fixed order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game

MOST_SEATS = 4

Pair = tuple[int, int]
"""Two players of a match or a tournament by their numbers, the lower first."""

ONE_PAIR: tuple[Pair, ...] = ((0, 1),)
"""Who meets in a match."""


@dataclass(frozen=True)
class Task:
    """One game to be played.

    number   its place in the schedule, from 0
    opening  the position it starts from, as text
    seats    for each player of the game, the number of the player who plays it; two are different
    dice     what chance is drawn from: the same for all games of one opening
    seed     what the players' own randomness is drawn from
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
    """The two players who share the seats of a game."""
    one, other = sorted(set(seats))
    return one, other


def all_pairs(players: int) -> tuple[Pair, ...]:
    """Everybody against everybody."""
    return tuple(combinations(range(players), 2))


def gauntlet(players: int) -> tuple[Pair, ...]:
    """The first against all others."""
    return tuple((0, other) for other in range(1, players))


def ladder(players: int) -> tuple[Pair, ...]:
    """Neighbours, and those with one between them."""
    return tuple(pair for pair in all_pairs(players) if pair[1] - pair[0] <= 2)


def seatings(players: int) -> list[tuple[int, ...]]:
    """Every way to give the seats of a game to two players so that both have one.

    Two seats give a pair of games, three give six games, four give fourteen (Sturtevant 2003
    compares searches for several players in this way).
    """
    return [seats for seats in product((0, 1), repeat=players) if len(set(seats)) == 2]


def games_each(game: Game) -> int:
    """How many games are played from one opening."""
    players = game.facts.players
    if not 2 <= players <= MOST_SEATS:
        raise UnfitError(
            f"{game.name} is a game for {players}, and a match is for two to {MOST_SEATS} players"
        )
    return len(seatings(players))


def schedule(
    openings: Sequence[str], players: int, seed: int, pairs: Sequence[Pair] = ONE_PAIR
) -> list[Task]:
    """All games: from each opening those of every pair, next to each other.

    So more openings make the schedule longer, and change no game that stands in it.
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
