"""Averaging over double dummy: what each card is worth on average, over deals that may be.

Deals that agree with what the player has seen are drawn by the game's `resample`. Each is solved as
if all hands were seen (Ginsberg, "GIB: Imperfect Information in a Computationally Challenging
Game", 2001).
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from counterplay.core.game.game import Game
from counterplay.games.bridge.cards import read_contract
from counterplay.games.bridge.solver import Solver

NAME = "bridge"


def mean_tricks(
    game: Game,
    state: Any,
    solver: Solver,
    dice: Random,
    worlds: int,
    seconds: float | None = None,
) -> tuple[dict[int, float], int]:
    """The mean tricks of the player's side from here for each legal card, and the deals drawn.

    At least one deal is solved. No new one is begun when the time is over.
    """
    _, trump, declarer = read_contract(str(game.parameters["contract"].value))
    mover, started = game.player(state), time.perf_counter()
    totals: dict[int, int] = {}
    done = 0
    while done < worlds:
        world = game.ask("resample", state, mover, dice.getrandbits(62))
        hands = [int(hand) for hand in (world.north, world.east, world.south, world.west)]
        table = [(int(world.table) >> 7 * i & 127) - 1 for i in range(3)]
        played = [card for card in table if card >= 0]
        left = max(hand.bit_count() for hand in hands)
        is_north_south = (declarer + (mover != 0)) % 2 == 0
        for card, tricks in solver.scores(hands, trump, int(world.leader), played).items():
            totals[card] = totals.get(card, 0) + (tricks if is_north_south else left - tricks)
        done += 1
        if seconds is not None and time.perf_counter() - started > seconds:
            break
    return {card: total / done for card, total in totals.items()}, done
