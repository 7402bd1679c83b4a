"""Backgammon beside GNU Backgammon, in one run: points per game, and the speed of both.

python bench/backgammon_match.py --games 1000 --plies 0 --save games.jsonl
python bench/backgammon_match.py --evaluator mine.network --depth 1 --plies 0 --games 10000 --jobs 2

The two games of a pair have the same dice, and the players change seats. `--depth 1` evaluates the
board after each play, which GNU Backgammon calls 0 plies; each further ply is a roll and its play.
With --save, games are kept as they end, and a later run goes on from there.

Speed: milliseconds a move, what Python adds included, and static evaluations a second of CPU time:
ours by `bench/evaluations.py`, those of GNU Backgammon by its own command `calibrate`. That counts
seconds of the clock, so its CPU time is measured instead.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evaluations import speed

import counterplay as cp
from counterplay.arena import MatchResult, match
from counterplay.players.parse import parse_spec

CALIBRATION = re.compile(r"(\d+) static evaluations/second")
STEPS, STEP = (20, 320), 1024
"""How often it evaluates, in a short and in a long calibration, and its evaluations each time."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games, an even number")
    parser.add_argument("--depth", type=int, default=1, help="depth of our search")
    parser.add_argument("--plies", type=int, default=0, help="plies of GNU Backgammon")
    parser.add_argument("--evaluator", help="a network or an evaluator; default: the game's own")
    parser.add_argument("--gnubg", default="gnubg", help="GNU Backgammon, if not on the path")
    parser.add_argument("--cube", action="store_true", help="money games with the cube")
    parser.add_argument("--seed", type=int, default=0, help="seed of the dice")
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--save", type=Path, help="the file of the games")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    return parser.parse_args()


def play(game: cp.Game, told: argparse.Namespace) -> MatchResult:
    """The match between our search and GNU Backgammon."""
    evaluator = f",evaluator={told.evaluator}" if told.evaluator else ""
    return match(
        game,
        f"expectiminimax:depth={told.depth}{evaluator},name=ours",
        f"gnubg:plies={told.plies},path={told.gnubg}",
        games=told.games,
        seed=told.seed,
        jobs=told.jobs,
        out=told.save,
        time=60.0,
    )


def their_speed(program: str) -> int:
    """Static evaluations a second of GNU Backgammon: what a longer calibration takes more."""
    command = parse_spec(f"gnubg:path={program}").command
    short, long = (calibration_seconds(command, steps) for steps in STEPS)
    return round((STEPS[1] - STEPS[0]) * STEP / (long - short))


def calibration_seconds(command: Sequence[str], steps: int) -> float:
    """The CPU time of a GNU Backgammon that calibrates itself and exits."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(
        [*command, "--tty", "--quiet", "--no-rc"],
        input=f"set threads 1\ncalibrate {steps}\n",
        capture_output=True,
        text=True,
    ).stdout
    if CALIBRATION.search(said) is None:
        raise SystemExit(f"{command[0]} has not told its speed: {said[-200:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def figures(game: cp.Game, result: MatchResult, told: argparse.Namespace) -> dict[str, Any]:
    own = game.with_evaluator(cp.load_evaluator(told.evaluator)) if told.evaluator else game
    ours, theirs = result.sides
    mean, error = result.points or (None, None)
    return {
        "games": result.played,
        "points_per_game": mean,
        "error_95": error,
        "wins": [result.wins, result.losses],
        "faults": result.faults,
        "milliseconds_a_move": [1000 * (side.seconds_per_move or 0) for side in (ours, theirs)],
        "evaluations_per_second": [round(speed(own)), their_speed(told.gnubg)],
    }


def main() -> None:
    told = arguments()
    game = cp.load("backgammon", cube=told.cube)
    result = play(game, told)
    found = figures(game, result, told)
    print(f"ours at depth {told.depth} against GNU Backgammon at {told.plies} plies")
    if result.points:
        mean, error = result.points
        print(f"points per game {mean:+.3f} ±{error:.3f} (95 %, {result.played:,} games)")
    print(f"games won {result.wins:,} and {result.losses:,}, by faults {result.faults}")
    for name in ("milliseconds_a_move", "evaluations_per_second"):
        ours, theirs = found[name]
        print(f"{name.replace('_', ' ')}: {ours:,.4g} and {theirs:,.4g}")
    if told.json:
        told.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
