"""How large a game tree is, roughly: Knuth's estimate from random lines of play (1975)."""

from __future__ import annotations

from random import Random
from statistics import mean

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game

LINES = 2_000


def estimated_ends(game: Game) -> float:
    """About how many different games can be played: the mean, over random lines, of the product of
    the numbers of choices. The true number can be some times as large or small."""
    dice = Random(1)
    return mean(_product(game, dice) for _ in range(LINES))


def _product(game: Game, dice: Random) -> float:
    s, product = game.initial(), 1.0
    while not game.terminal(s):
        if game.player(s) == CHANCE:
            moves = [outcome for outcome, chance in game.chance(s) if chance > 0]
        else:
            moves = list(game.actions(s))
        product *= len(moves)
        s = game.result(s, dice.choice(moves))
    return product
