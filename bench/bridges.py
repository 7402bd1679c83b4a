"""Steps a second over the bridges, side by side: random games by the same calls on both sides.

python bench/bridges.py --seconds 2

A step asks who moves and what is legal, and makes a random legal move. CPU time, each in turns, the
best of three. PettingZoo's own games need `pip install 'pettingzoo[classic]'` and are left out
without it; what is not there is said.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

import counterplay as cp
from counterplay.bridges.openspiel import as_openspiel, from_openspiel
from counterplay.bridges.pettingzoo import env, raw_env

TURNS = 3
GAMES = {
    "tic_tac_toe": "tictactoe_v3",
    "connect_four": "connect_four_v3",
    "othello": None,
    "chess": "chess_v6",
}
"""The games, and what PettingZoo calls its own."""

Play = Callable[[random.Random], int]
"""Play a random game; how many steps it took."""


def in_pettingzoo(world: Any) -> Play:
    def play(rng: random.Random) -> int:
        world.reset(seed=0)
        steps = 0
        for _ in world.agent_iter():
            seen, _, over, cut, _ = world.last()
            if over or cut:
                world.step(None)
            else:
                world.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                steps += 1
        return steps

    return play


def in_openspiel(game: Any) -> Play:
    def play(rng: random.Random) -> int:
        s, steps = game.new_initial_state(), 0
        while not s.is_terminal():
            s.current_player()
            s.apply_action(rng.choice(s.legal_actions()))
            steps += 1
        s.returns()
        return steps

    return play


def in_the_book(game: Any) -> Play:
    def play(rng: random.Random) -> int:
        s, steps = game.initial(), 0
        while not game.terminal(s):
            game.player(s)
            s = game.result(s, rng.choice(game.actions(s)))
            steps += 1
        game.utility(s, 0)
        return steps

    return play


def rate(play: Play, seconds: float, seed: int) -> float:
    """Steps a second of CPU time, over whole games."""
    rng, steps = random.Random(seed), 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        steps += play(rng)
    return steps / spent


def side_by_side(plays: dict[str, Play], seconds: float) -> dict[str, float]:
    best = dict.fromkeys(plays, 0.0)
    for play in plays.values():
        play(random.Random(0))  # what is made once is not part of it
    for turn in range(TURNS):
        for name, play in plays.items():
            best[name] = max(best[name], rate(play, seconds / TURNS, turn))
    return best


def plays_of(name: str, own: str | None) -> dict[str, Play]:
    game = cp.load(name)
    plays = {
        "PettingZoo: ours": in_pettingzoo(raw_env(game)),
        "PettingZoo: ours, wrapped": in_pettingzoo(env(game)),
        "PettingZoo: ours, plain Python": in_pettingzoo(raw_env(game, native=False)),
    }
    if own is not None:
        try:
            theirs = importlib.import_module(f"pettingzoo.classic.{own}")
            plays["PettingZoo: its own, wrapped"] = in_pettingzoo(theirs.env())
        except ImportError as error:
            print(f"  PettingZoo's own game is not installed: {error}")
    plays |= {
        "OpenSpiel: ours": in_openspiel(as_openspiel(game)),
        "OpenSpiel: ours, plain Python": in_openspiel(as_openspiel(game, native=False)),
        "OpenSpiel: its own in C++": in_openspiel(pyspiel.load_game(name)),
    }
    if name == "tic_tac_toe":
        importlib.import_module("open_spiel.python.games.tic_tac_toe")
        python = pyspiel.load_game("python_tic_tac_toe")
        plays["OpenSpiel: its own in Python"] = in_openspiel(python)
    plays |= {
        "the book: ours, plain Python": in_the_book(game),
        "the book: OpenSpiel's": in_the_book(from_openspiel(name)),
    }
    return plays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each")
    parser.add_argument("--games", default=",".join(GAMES), help="which, with commas between")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    given = parser.parse_args()
    figures = {}
    for name in given.games.split(","):
        print(name)
        figures[name] = side_by_side(plays_of(name, GAMES[name]), given.seconds)
        for what, steps in figures[name].items():
            print(f"  {what:32} {steps:>11,.0f} steps/s")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
