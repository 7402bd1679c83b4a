"""Speed and strength of the crosswords players. Every pair of games has the same tiles.

    python bench/crosswords.py speed
    python bench/crosswords.py leaves --games 2000
    python bench/crosswords.py simulation --games 100 --rounds 100
    python bench/crosswords.py program --command 'quackle_line serve' --games 100

`speed` lists the moves of positions of games, and says how many lists it makes a second of
processor time. `leaves` lets the player by points and leaves meet the one by points alone.
`simulation` lets simulations and searched endgames meet the player by points and leaves.
`program` lets another program meet one of them. It reads a line for each turn: the 225 squares, the
rack, and x if tiles may be exchanged. It answers `A 112 QU.RTZ` (across, the first square), `D 112
QU.RTZ`, `X AEI` or `P`.
"""

import argparse
import math
import shlex
import subprocess
import time
from random import Random

import numpy as np

from counterplay.games.crosswords.choosing import BY_LEAVE, BY_SCORE
from counterplay.games.crosswords.endgame import EndgameSearch
from counterplay.games.crosswords.kibitz import Kibitzer, unseen_tiles
from counterplay.games.crosswords.moves import (
    EXCHANGE,
    PASS,
    give,
    take,
    tiles_in,
    tiles_only,
    value_of,
)
from counterplay.games.crosswords.notation import place_text, rack_text, read_move, tile_text
from counterplay.games.crosswords.scoring import lay, score_of
from counterplay.games.crosswords.selfplay import SelfPlay
from counterplay.games.crosswords.simulation import Simulator

MOST_SCORELESS = 6


class ByLeave:
    """Points and leave."""

    def __init__(self):
        self.kibitzer = Kibitzer()

    def move(self, board, rack):
        return int(self.kibitzer.ranked(board, rack)[0][0])


class BySimulation:
    """A simulation, and a search when the bag is empty."""

    def __init__(self, rounds, candidates):
        self.simulator, self.endgame = Simulator(), EndgameSearch()
        self.rounds, self.candidates = rounds, candidates

    def move(self, board, rack):
        kibitzer = self.simulator.kibitzer
        unseen = unseen_tiles(board, rack, kibitzer.data, kibitzer.letters)
        if tiles_in(unseen) <= kibitzer.data.rack_size:
            return self.endgame.best_move(board, rack, unseen).move
        best = self.simulator.best_moves(
            board, rack, rounds=self.rounds, candidates=self.candidates
        )
        return best[0].number


class Program:
    """Another program, which answers lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.kibitzer = Kibitzer()

    def move(self, board, rack):
        letters, data = self.kibitzer.letters, self.kibitzer.data
        squares = "".join(tile_text(int(tile), letters) if tile else "." for tile in board)
        bag = tiles_in(unseen_tiles(board, rack, data, letters)) - data.rack_size
        exchange = "x" if bag >= data.rack_size else "-"
        print(squares, rack_text(rack, letters), exchange, file=self.process.stdin, flush=True)
        kind, *rest = self.process.stdout.readline().split()
        if kind == "P":
            return PASS
        if kind == "X":
            return read_move(board, f"-{rest[0]}", letters, data.size)
        place = place_text(int(rest[0]), kind == "D", data.size)
        return read_move(board, f"{place}:{rest[1]}", letters, data.size)


def play(players, seed, data):
    """The spread of the first player in one game. Each seat draws from its own end of the row."""
    dice = Random(seed)
    row = [slot for slot, n in enumerate(data.counts) for _ in range(n)]
    dice.shuffle(row)
    board, points, racks = np.zeros(225, np.int8), [0, 0], np.zeros((2, len(data.counts)), np.int8)

    def refill(seat):
        while row and tiles_in(racks[seat]) < data.rack_size:
            racks[seat, row.pop(0 if seat else -1)] += 1

    refill(0)
    refill(1)
    seat, scoreless = 0, 0
    while scoreless < MOST_SCORELESS:
        a = players[seat].move(board, racks[seat])
        gained = 0 if a == PASS or a & EXCHANGE else score_of(board, a, data)
        take(racks[seat], tiles_only(a))
        if gained:
            lay(board, a, data)
        points[seat] += gained
        scoreless = 0 if gained else scoreless + 1
        refill(seat)
        if a & EXCHANGE:
            back = np.zeros(len(data.counts), np.int64)
            give(back, tiles_only(a))
            for slot, n in enumerate(back):
                for _ in range(n):
                    row.insert(dice.randrange(len(row) + 1), slot)
        if tiles_in(racks[seat]) == 0:
            points[seat] += 2 * value_of(racks[1 - seat], data)
            break
        seat = 1 - seat
    else:
        points = [points[p] - value_of(racks[p], data) for p in range(2)]
    return points[0] - points[1]


def report(name, spreads):
    """Print the mean spread of a player, and half of its 95 % interval, from pairs of games."""
    pairs = np.array(spreads, float).reshape(-1, 2).mean(axis=1)
    error = 1.96 * pairs.std(ddof=1) / math.sqrt(len(pairs))
    won = np.mean([(s > 0) + (s == 0) / 2 for s in spreads])
    print(
        f"{name}: {pairs.mean():+.1f} ±{error:.1f} points a game, {won:.1%} won, "
        f"{len(spreads)} games"
    )


def measure_speed(games):
    from counterplay.core.compile.functions import compiled
    from counterplay.games.crosswords.plays import all_plays

    player, list_plays = SelfPlay(), compiled(all_plays)
    data = player.game.data
    boards, racks = positions(games, data)
    moves, scores = np.zeros(65_535, np.int64), np.zeros(65_535, np.int64)
    for name, wanted in (("without blanks", lambda r: r[0] == 0), ("all", lambda r: True)):
        chosen = [(b, r) for b, r in zip(boards, racks, strict=True) if wanted(r)]
        list_plays(*chosen[0], moves, scores, data)
        began, plays = time.process_time(), 0
        for board, rack in chosen:
            plays += list_plays(board, rack, moves, scores, data)
        seconds = time.process_time() - began
        print(
            f"{name}: {len(chosen) / seconds:,.0f} lists a second, "
            f"{plays / len(chosen):.0f} plays each"
        )


def positions(games, data):
    """The boards and racks of games of the player by points and leave."""
    boards, racks, player = [], [], ByLeave()

    class Watched:
        def move(self, board, rack):
            boards.append(board.copy())
            racks.append(rack.copy())
            return player.move(board, rack)

    for seed in range(games):
        play((Watched(), Watched()), seed, data)
    return boards, racks


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("speed", "leaves", "simulation", "program"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--candidates", type=int, default=8)
    parser.add_argument("--command", help="the other program")
    given = parser.parse_args()
    if given.what == "speed":
        measure_speed(given.games)
    elif given.what == "leaves":
        spreads, _ = SelfPlay(seed=99).play((BY_LEAVE, BY_SCORE), given.games)
        report("points and leaves against points", spreads)
    elif given.what == "simulation":
        players = BySimulation(given.rounds, given.candidates), ByLeave()
        meet("simulation against points and leaves", players, given.games)
    else:
        own = BySimulation(given.rounds, given.candidates) if given.rounds else ByLeave()
        name = "simulation" if given.rounds else "points and leaves"
        meet(f"{name} against {given.command}", (own, Program(given.command)), given.games)


def meet(name, players, games):
    """Play pairs of games, and print the result so far after every fifth pair."""
    data, spreads = players[1].kibitzer.data, []
    for seed in range(games // 2):
        spreads.append(play(players, seed, data))
        spreads.append(-play(players[::-1], seed, data))
        if seed % 5 == 4:
            report(name, spreads)


if __name__ == "__main__":
    main()
