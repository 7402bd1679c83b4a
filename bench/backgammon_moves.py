"""Backgammon: move lists a second, and the plays of random rolls beside those of other programs.

    bench/backgammon_moves.py --positions 100000 --gnubg /usr/games/gnubg
    bench/backgammon_moves.py --games 800

Positions are half of random games and half scrambled: checkers anywhere, on the bar, or at home
only. With --gnubg, GNU Backgammon lists the plays of each position and roll, which it gets by its
ID; our notation must read them all, and as all legal plays. With --games, OpenSpiel plays random
games along, and must see the same results of every roll. Exits with 1 if there is a difference.
"""

from __future__ import annotations

import argparse
import json
import random
import runpy
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import counterplay as cp
from counterplay.bridges.compiled import CompiledGame
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.games.backgammon.board import BAR, MOVE, State, packed
from counterplay.games.backgammon.match import CENTRED

KERNEL = Path(__file__).parent / "kernels" / "move_lists.py"
ALONG = Path(__file__).parents[1] / "tests" / "games" / "backgammon_spiel.py"
MEASURED, ROUNDS, TRIES = 5_000, 10, 5
HIGHEST_POINTS = (6, 12, 24)
"""The highest points of scrambled checkers: all at home, near it, or anywhere."""

ASK = """
import gnubg, json
for line in ("set player 0 human", "set player 1 human", "set automatic roll off",
             "set automatic game off", "set automatic bearoff off", "set automatic move off",
             "set display off", "set evaluation chequerplay evaluation plies 0",
             "set evaluation chequerplay evaluation cubeful off", "new session"):
    gnubg.command(line)
with open({questions!r}) as questions, open({answers!r}, "w") as answers:
    for line in questions:
        gnubg.command("set gnubgid " + line.strip())
        hint = gnubg.hint(4000)
        moves = [one["move"] for one in hint["hint"]] if hint else []
        answers.write(json.dumps(moves) + "\\n")
"""


def played_states(game: cp.Game, count: int, rng: random.Random) -> list[Any]:
    """States of random games, before a play."""
    found: list[Any] = []
    while len(found) < count:
        s = game.initial()
        while not game.terminal(s):
            if game.player(s) == cp.CHANCE:
                s = game.result(s, rng.choice(game.chance(s))[0])
            else:
                found.append(s)
                s = game.result(s, rng.choice(game.actions(s)))
    return found[:count]


def scrambled(rng: random.Random) -> Any:
    """A state with random checkers and a random roll."""
    sides: list[dict[int, int]] = [{}, {}]
    for mine, theirs in (sides, sides[::-1]):
        top = rng.choice(HIGHEST_POINTS)
        free = [p for p in range(1, top + 1) if BAR - p not in theirs] or [BAR]
        for _ in range(rng.choice((15, 15, rng.randint(1, 15)))):
            point = BAR if rng.random() < 0.03 else rng.choice(free)
            mine[point] = mine.get(point, 0) + 1
    low, high = sorted((rng.randint(1, 6), rng.randint(1, 6)))
    turn = rng.randint(0, 1)
    words = (*packed(sides[0]), *packed(sides[1]))
    return State(*words, high << 3 | low, turn, MOVE, CENTRED, 0)


def lists_a_second(game: cp.Game, states: list[Any]) -> tuple[float, float]:
    """Move lists and moves a second of CPU time, in the best of a few tries."""
    module = bind(game, KERNEL)
    context, counts = Context(game, module), np.zeros(len(states), np.int64)
    context.keep("states", np.array([game.shape.encode(s) for s in states], game.shape.dtype))
    context.keep("counts", counts)
    context.record.count, context.record.rounds = len(states), ROUNDS
    seconds = []
    for _ in range(TRIES):
        started = time.thread_time()
        context.call(module.lists)
        seconds.append(time.thread_time() - started)
    return ROUNDS * len(states) / min(seconds), ROUNDS * counts.sum() / min(seconds)


def gnubg_plays(program: str, ids: list[str]) -> list[list[str]]:
    """The plays that GNU Backgammon lists for positions and rolls."""
    with tempfile.TemporaryDirectory() as folder:
        questions, answers = Path(folder, "questions"), Path(folder, "answers")
        questions.write_text("\n".join(ids), encoding="utf-8")
        script = Path(folder, "ask.py")
        script.write_text(ASK.format(questions=str(questions), answers=str(answers)))
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(
            [program, "-t", "-q", "-r", "-p", script], stdin=subprocess.DEVNULL, check=True, **quiet
        )
        return [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]


def differences_from_gnubg(game: cp.Game, states: list[Any], program: str) -> int:
    """The number of states in which GNU Backgammon lists other plays.

    Plays that both programs write alike are the same. Only the others are read, which is slow.
    """
    wrong = 0
    ids = [game.show_position(s) for s in states]
    for s, text, listed in zip(states, ids, gnubg_plays(program, ids), strict=True):
        plays = game.actions(s)
        ours = {in_order(game.show_move(s, a).replace(",", " ")): a for a in plays}
        theirs = {in_order(move): move for move in listed or ["pass"]}
        left = {a for play, a in ours.items() if play not in theirs}
        read = {game.call("parse_move", s, theirs[play]) for play in theirs if play not in ours}
        if left != read or not len(plays) == len(ours) == len(listed or ["pass"]):
            wrong += 1
            print(f"different: {text}: {len(plays)} plays here, {len(listed)} there")
    return wrong


def in_order(play: str) -> str:
    """A play with its parts sorted."""
    return " ".join(sorted(play.split()))


def differences_from_openspiel(game: cp.Game, games: int) -> tuple[int, int]:
    """The number of rolls in random games, and of those with other results in OpenSpiel."""
    rolls = wrong = 0
    compared = runpy.run_path(str(ALONG))["compared"]
    for seed in range(games):
        for s, ours, theirs in compared(game, seed):
            rolls += 1
            if ours != theirs:
                wrong += 1
                print(f"different: {game.show_position(s)}")
    return rolls, wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--gnubg")
    parser.add_argument("--games", type=int, default=0)
    given = parser.parse_args()
    rng, game = random.Random(given.seed), CompiledGame(cp.load("backgammon"))
    wrong = 0
    kinds = {
        "random games": played_states(game, max(given.positions // 2, MEASURED), rng),
        "scrambled": [scrambled(rng) for _ in range(max(given.positions // 2, MEASURED))],
    }
    for name, states in kinds.items():
        lists, moves = lists_a_second(cp.load("backgammon"), states[:MEASURED])
        print(f"{name}: {lists:,.0f} move lists a second, {moves:,.0f} plays a second")
        if given.gnubg:
            states = states[: given.positions // 2]
            differ = differences_from_gnubg(game, states, given.gnubg)
            print(f"{name}: {len(states):,} rolls beside GNU Backgammon, {differ} different")
            wrong += differ
    if given.games:
        rolls, differ = differences_from_openspiel(game, given.games)
        print(f"random games: {rolls:,} rolls beside OpenSpiel, {differ} different")
        wrong += differ
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
