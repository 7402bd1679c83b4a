"""The play of a contract of bridge: tricks of the declarer, by who plays the three hands.

    bench/bridge_play.py --cards 8 --deals 200 --worlds 20

Every pair of players meets on the same deals, so the differences are more exact than the errors of
the single means. `double dummy` is the mean result if all hands are seen from the first lead on.
`simple` follows plain maxims: second hand low, third hand high, win as cheaply as possible.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from functools import partial
from math import sqrt
from statistics import fmean, stdev

from table import Table

import counterplay as cp
from counterplay.core.game.game import Game
from counterplay.games.bridge.cards import read_contract
from counterplay.games.bridge.clairvoyant import mean_tricks
from counterplay.games.bridge.solver import Solver

Chooser = Callable[[cp.Position, random.Random], int]


def at_random(position: cp.Position, dice: random.Random) -> int:
    return dice.choice(position.legal_moves)


def simple(position: cp.Position, dice: random.Random, trump: int) -> int:
    """The lowest card that wins, from the third hand on; otherwise the lowest card."""
    moves = sorted(position.legal_moves, key=lambda card: (card >> 4 == trump, card & 15))
    table = [(int(position.state.table) >> 7 * i & 127) - 1 for i in range(3)]
    played = [card for card in table if card >= 0]
    if not played:
        return max(moves, key=lambda card: (card & 15 == 12, -(card & 15)))
    best = max(played, key=lambda card: (card >> 4 == trump, card >> 4 == played[0] >> 4, card))
    higher = [
        card
        for card in moves
        if (card >> 4 == best >> 4 and card > best) or (card >> 4 == trump != best >> 4)
    ]
    partner_wins = len(played) >= 2 and best == played[-2]
    return higher[0] if len(played) >= 2 and higher and not partner_wins else moves[0]


def by_double_dummy(position: cp.Position, dice: random.Random, solver: Solver, worlds: int) -> int:
    if len(position.legal_moves) == 1:
        return position.legal_moves[0]
    means, _ = mean_tricks(position.game, position.state, solver, dice, worlds)
    return min(means, key=lambda card: (-means[card], card & 15, card))


def dealt(game: Game, dice: random.Random) -> cp.Position:
    """A random deal."""
    position = game.position()
    while position.turn == cp.CHANCE:
        outcomes = [outcome for outcome, _ in game.chance(position.state)]
        position = position.play(dice.choice(outcomes))
    return position


def tricks(deal: cp.Position, declarer: Chooser, defenders: Chooser, seed: int) -> float:
    """The tricks of the declarer's side."""
    position, dice = deal, random.Random(seed)
    while not position.is_over:
        choose = declarer if position.turn == 0 else defenders
        position = position.play(choose(position, dice))
    return float(position.payoffs[0])


def error(values: list[float]) -> str:
    """The mean, and its standard error."""
    return f"{fmean(values):.2f} ± {stdev(values) / sqrt(len(values)):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=8)
    parser.add_argument("--contract", default="3NT S")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=20)
    given = parser.parse_args()
    game = cp.load("bridge", cards=given.cards, contract=given.contract)
    _, trump, declarer = read_contract(given.contract)
    solver, rng = Solver(), random.Random(1)
    deals = [dealt(game, rng) for _ in range(given.deals)]
    choosers: dict[str, Chooser] = {
        "random": at_random,
        "simple": partial(simple, trump=trump),
        "averaging": partial(by_double_dummy, solver=solver, worlds=given.worlds),
    }
    shown = Table([("declarer", 10), *((f"against {name}", 16) for name in choosers)])
    for name, choose in choosers.items():
        cells = []
        for other in choosers.values():
            cells.append(error([tricks(d, choose, other, i) for i, d in enumerate(deals)]))
        shown.row([name, *cells])
    found = []
    for deal in deals:
        s = deal.state
        hands = [int(hand) for hand in (s.north, s.east, s.south, s.west)]
        found.append(float(solver.declarers(hands, trump)[declarer]))
    shown.row(["all seen", *["", ""], error(found)])


if __name__ == "__main__":
    main()
