"""UCT on Connect Four beside OpenSpiel's C++ MCTS bot, in one run: speed, then a match.

python bench/uct.py --games 100 --time 0.1 --save games.jsonl

Speed: simulations a second of CPU time, both searching the same positions for the same time, the
best of several turns: the machine may be busy. Match: the same time a move, varied openings, each
played from both sides. With --save, games are kept as they end, and a later run goes on from there.

Both take one random game a leaf, prove wins and losses, and explore alike: OpenSpiel's constant is
for payoffs from -1 to 1 and so twice the one here, for payoffs from 0 to 1.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path
from typing import Any

import pyspiel

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.uct.engine import Uct, UctSettings

OPENING_PLIES, TURNS = 4, 5
POSITIONS = ("startpos", "4453", "32164625")
NO_LIMIT, MEGABYTES = 10**9, 1000


class Ours:
    """UCT, which keeps its tree from move to move."""

    def __init__(self, exploration: float, seconds: float, seed: int) -> None:
        self.limit = Limit(time=seconds)
        settings = UctSettings(exploration=exploration, seed=seed, memory=MEGABYTES)
        self.engine = Uct(cp.load("connect_four"), settings)

    def move(self, position: cp.Position) -> tuple[int, int]:
        """The move, and how many simulations it took."""
        found = self.engine.search(position, self.limit)
        return found.move, found.nodes


class Theirs:
    """pyspiel.MCTSBot with its random rollouts and its solver."""

    def __init__(self, exploration: float, seconds: float, seed: int) -> None:
        self.game = pyspiel.load_game("connect_four")
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        policy = pyspiel.ChildSelectionPolicy.UCT
        self.bot = pyspiel.MCTSBot(
            self.game, rollouts, 2 * exploration, NO_LIMIT, MEGABYTES, True, seed, False, policy,
            seconds,
        )  # fmt: skip

    def move(self, position: cp.Position) -> tuple[int, int]:
        state = self.game.new_initial_state()
        for move in position.moves:
            state.apply_action(move)
        root = self.bot.mcts_search(state)
        return root.best_child().action, root.explore_count


def speed(exploration: float, seconds: float) -> dict[str, Any]:
    """Simulations a second of each, over the same positions."""
    game, rates = cp.load("connect_four"), {"ours": 0.0, "theirs": 0.0}
    for text in POSITIONS:
        best = {"ours": 0.0, "theirs": 0.0}
        for turn in range(TURNS):
            for name, kind in (("ours", Ours), ("theirs", Theirs)):
                player = kind(exploration, seconds, turn)
                started = time.process_time()
                _, simulations = player.move(game.position(text))
                rate = simulations / (time.process_time() - started)
                best[name] = max(best[name], rate)
        ratio = best["ours"] / best["theirs"]
        print(
            f"  {text:10} {best['ours']:>11,.0f} here {best['theirs']:>9,.0f} there: {ratio:.1f}x"
        )
        rates = {name: rates[name] + best[name] / len(POSITIONS) for name in rates}
    ratio = rates["ours"] / rates["theirs"]
    print(f"  mean       {rates['ours']:>11,.0f} here {rates['theirs']:>9,.0f} there: {ratio:.1f}x")
    return {**rates, "ratio": ratio}


def opening(game: cp.Game, number: int) -> cp.Position:
    """A few random moves, the same for the same number."""
    rng, position = random.Random(number), game.position()
    for _ in range(OPENING_PLIES):
        position = position.play(rng.choice(position.legal_moves))
    return position


def play(number: int, exploration: float, seconds: float) -> dict[str, Any]:
    """One game; every opening is played twice, and in even numbers we move first."""
    position = opening(cp.load("connect_four"), number // 2)
    mine = number % 2
    players = {
        mine: Ours(exploration, seconds, number),
        1 - mine: Theirs(exploration, seconds, number),
    }
    while not position.is_over:
        move, _ = players[position.turn].move(position)
        position = position.play(move)
    return {"number": number, "score": (position.payoffs[mine] + 1) / 2, "game": position.text}


def match(games: int, exploration: float, seconds: float, save: Path | None) -> dict[str, Any]:
    """The score of so many games, those included that are saved already."""
    known: dict[int, float] = {}
    if save is not None and save.exists():
        for line in save.read_text(encoding="utf-8").splitlines():
            known[json.loads(line)["number"]] = json.loads(line)["score"]
    for number in range(games):
        if number not in known:
            played = play(number, exploration, seconds)
            known[number] = played["score"]
            if save is not None:
                with save.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(played) + "\n")
    scores = [known[number] for number in range(games)]
    mean = sum(scores) / games
    error = 1.96 * math.sqrt(sum((score - mean) ** 2 for score in scores) / games / games)
    won, drawn, lost = (scores.count(score) for score in (1, 0.5, 0))
    print(f"  {won} won, {drawn} drawn, {lost} lost: {100 * mean:.1f} % ± {100 * error:.1f}")
    return {"won": won, "drawn": drawn, "lost": lost, "score": mean, "error": error}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games of the match; 0 for none")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move")
    parser.add_argument("--exploration", type=float, default=0.7, help="payoffs from 0 to 1")
    parser.add_argument("--save", type=Path, help="keep games in this file, and go on from it")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    given = parser.parse_args()
    print(f"simulations a second, in {given.time} s")
    figures = {"speed": speed(given.exploration, given.time)}
    if given.games:
        print(f"match of {given.games} games, {given.time} s a move, against OpenSpiel's MCTSBot")
        figures["match"] = match(given.games, given.exploration, given.time, given.save)
    if given.json:
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
