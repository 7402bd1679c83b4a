"""Who plays whom, from where: every opening from every side, in one fixed order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from counterplay.core.errors import UnfitError
from counterplay.core.game import Game

MOST_SEATS = 4


@dataclass(frozen=True)
class Task:
    """One game to be played.

    number   its place in the schedule, from 0
    opening  the position it starts from, as text
    seats    for each player of the game, which of the two players of the match plays it
    dice     what chance is drawn from: the same for all games of one opening
    seed     what the players' own randomness is drawn from
    """

    number: int
    opening: str
    seats: tuple[int, ...]
    dice: str
    seed: str


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


def schedule(openings: Sequence[str], players: int, seed: int) -> list[Task]:
    """All games, those from the same opening next to each other."""
    seats = seatings(players)
    return [
        Task(len(seats) * pair + i, opening, seated, f"{seed} {pair}", f"{seed} {pair} {i}")
        for pair, opening in enumerate(openings)
        for i, seated in enumerate(seats)
    ]
