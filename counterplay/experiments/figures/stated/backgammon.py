"""Backgammon: rolls, plays of a roll, payoffs, and how fast expectiminimax grows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb, log10
from statistics import mean

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.experiments.figures.stated.number import Number, power_of_ten
from counterplay.games import load

GAMES, QUICK_GAMES = 40, 3
PLAYS, ROLLS, MOST_PLAYS = 20, 21, 4000


@dataclass(frozen=True)
class Widths:
    """The legal plays of a roll, in games with random moves.

    plain, doubles   the mean, for rolls that are no doubles and for doubles
    greatest         the most plays that a roll had
    """

    games: int
    plain: float
    doubles: float
    greatest: int

    @property
    def mean(self) -> float:
        """The mean over all rolls: one in six is a double."""
        return (5 * self.plain + self.doubles) / 6


@cache
def backgammon() -> Game:
    return load("backgammon")


def widths(games: int) -> Widths:
    """Count the plays of each roll in games with random moves."""
    seen = [pair for seed in range(games) for pair in _game(seed)]
    plain = [plays for is_double, plays in seen if not is_double]
    doubles = [plays for is_double, plays in seen if is_double]
    return Widths(games, mean(plain), mean(doubles), max(plain + doubles))


def _game(seed: int) -> Iterator[tuple[bool, int]]:
    """Play a random game; yield for each roll whether it is a double, and how many plays it has."""
    game, rng, is_double = backgammon(), random.Random(seed), False
    s = game.initial()
    while not game.terminal(s):
        if game.player(s) == CHANCE:
            outcomes = game.chance(s)
            roll = rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0]
            dice = game.show_move(s, roll)
            is_double, s = dice[0] == dice[1], game.result(s, roll)
        else:
            plays = list(game.actions(s))
            yield is_double, len(plays)
            s = game.result(s, rng.choice(plays))


def distinct_rolls() -> int:
    """Count the outcomes of a roll, after the first move of a game."""
    game = backgammon()
    s = game.initial()
    while game.player(s) == CHANCE:
        s = game.result(s, game.chance(s)[0][0])
    return len(game.chance(game.result(s, game.actions(s)[0])))


def nodes(plies: int, plays: int = PLAYS, rolls: int = ROLLS) -> int:
    """Return the leaves of expectiminimax: each ply is a roll and a play."""
    return int((plays * rolls) ** plies)


def numbers(seen: Widths) -> list[Number]:
    best = load("backgammon", cube=True).facts.best
    sample = f"the mean over {seen.games} games with random moves"
    return [
        Number("backgammon", "payoffs", "textbook", 38, "0 to 192", f"up to {best}", "worked out",
               "a backgammon, 3 points, times the cube at 64"),
        Number("backgammon", "distinct rolls, n", "slides", 701, "21", str(distinct_rolls()),
               "worked out", "6·7/2"),
        Number("backgammon", "plays of a roll, b", "slides", 702, "usually 20", f"{seen.mean:.0f}",
               "measured", f"{sample}: {seen.plain:.0f} without doubles, {seen.doubles:.0f} with"),
        Number("backgammon", "plays of a double", "slides", 702, "as high as 4000",
               f"at most {comb(15 + 3, 4):,}", "worked out",
               "four steps among 15 checkers, C(18, 4), if plays with the same result are one; "
               f"{seen.greatest:,} at most in the games"),
        Number("backgammon", "growth of expectiminimax", "slides", 699, "b^m n^m (printed b^n n^m)",
               f"{nodes(2):,} for m = 2", "worked out", "(20·21)^m"),
        Number("backgammon", "plies that can be managed", "slides", 703, "about 6",
               f"{power_of_ten(log10(nodes(6)))} leaves", "worked out",
               "(20·21)^6: a year and more at 10^8 a second, so only with most moves pruned"),
        Number("backgammon", "games of TD-Gammon against itself", "slides", 712, "1.5 million", "",
               "measured", "counterplay td --games 1500000"),
    ]  # fmt: skip
