"""The value of Liar's Dice, and OpenSpiel's judgement of the same strategies.

    python bench/liars_dice.py
    python bench/liars_dice.py --dice 2 --faces 3 --exploitability 0.0005

The strategy that is found here is handed to OpenSpiel as a table. OpenSpiel's best responses in its
own game give bounds: the first player gets at least what the strategy gets against the best
response, and at most what the best response gets against the strategy. So the value of its game
lies between them.
"""

from __future__ import annotations

import argparse
import time

import pyspiel

import counterplay as cp
from counterplay.strategies.strategy import Strategy

CASES = ((1, 6), (2, 2), (2, 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--dice", type=int, help="the dice of each player")
    parser.add_argument("--faces", type=int, default=6)
    parser.add_argument("--exploitability", type=float, default=0.0005)
    parser.add_argument("--alone", action="store_true", help="without OpenSpiel")
    given = parser.parse_args()
    for dice, faces in [(given.dice, given.faces)] if given.dice else CASES:
        game = cp.load("liars_dice", dice=dice, faces=faces)
        began = time.process_time()
        found = cp.equilibrium(game, exploitability=given.exploitability)
        assert isinstance(found, Strategy)
        print(f"{dice} dice each, {faces} faces: {len(found):,} information sets")
        print(
            f"  value {found.about['payoffs'][0]:+.5f}, exploitability "
            f"{found.about['exploitability']:.5f}, {time.process_time() - began:.1f} s",
            flush=True,
        )
        if not given.alone:
            low, high = bounds(dice, faces, found)
            print(f"  OpenSpiel: the value lies between {low:+.5f} and {high:+.5f}, "
                  f"exploitability {(high - low) / 2:.5f}", flush=True)  # fmt: skip


def bounds(dice: int, faces: int, found: Strategy) -> tuple[float, float]:
    """What the first player gets at least and at most, by OpenSpiel's best responses."""
    game = pyspiel.load_game(f"liars_dice(numdice={dice},dice_sides={faces})")
    policy = pyspiel.TabularPolicy(table(found, dice, faces))
    first, second = (
        pyspiel.TabularBestResponse(game, p, policy).value_from_state(game.new_initial_state())
        for p in range(2)
    )
    return -second, first


def table(found: Strategy, dice: int, faces: int) -> dict[str, list[tuple[int, float]]]:
    """The strategy by OpenSpiel's names of information sets: the own dice, the bids."""
    rows = {}
    for player in range(2):
        for key, row in found.rows(player).items():
            bids = [bid for bid in range(2 * dice * faces) if key >> 8 + bid & 1]
            names = "".join(f" {bid // faces + 1}-{bid % faces + 1}" for bid in bids)
            part = slice(found.firsts[row], found.firsts[row + 1])
            moves, chances = found.moves[part].tolist(), found.probabilities[part].tolist()
            dice_text = str(key & 255)
            for name in (dice_text, dice_text[::-1]):
                rows[name + names] = list(zip(moves, chances, strict=True))
    return rows


if __name__ == "__main__":
    main()
