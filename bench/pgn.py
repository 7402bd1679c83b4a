"""A large PGN file, streamed: games a second beside python-chess, and how memory grows.

    bench/pgn.py --megabytes 200

The file is made in a temporary folder: random games, some with clocks, comments and variations,
repeated with tags of their own until it is large enough. Both readers check every move; ours hands
out the moves of each game, python-chess its tree. Theirs reads the first games only. CPU time.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import chess.pgn

from counterplay.formats.chess.game import chess as rules
from counterplay.formats.chess.text import ChessText
from counterplay.formats.pgn import Fault, Game, Line, Move, read_pgn, show_pgn

RESULTS = ("1-0", "0-1", "1/2-1/2")


def random_line(rng: random.Random, writer: ChessText, place: Any, plies: int, style: int) -> Line:
    """A line of random moves; style 1 has clocks, style 2 comments, NAGs and variations."""
    line: list[Move] = []
    for ply in range(plies):
        legal = list(writer.choices(place).values())
        if not legal:
            break
        action = rng.choice(legal)
        comment, nags, variations = "", (), ()
        if style == 1:
            comment = f"[%clk 0:{59 - ply // 4:02}:{rng.randrange(60):02}]"
        elif style == 2 and rng.random() < 0.2:
            comment, nags = "A move that nobody has played here before", (rng.randrange(1, 7),)
        if style == 2 and rng.random() < 0.05:
            variations = (random_line(rng, writer, place, rng.randrange(1, 8), 0),)
        line.append(Move(action, nags, comment, "", variations))
        place = writer.line(place, [action])[1][-1]
    return tuple(line)


def random_games(count: int) -> Iterator[Game]:
    writer, rng = ChessText(), random.Random(1)
    start = rules().initial()
    for number in range(count):
        style = (0, 0, 1, 0, 2)[number % 5]
        line = random_line(rng, writer, start, rng.randrange(40, 130), style)
        tags = {"Event": "Random games", "Site": "?", "White": "A", "Black": "B"}
        yield Game(line, tags, rng.choice(RESULTS))


def write_file(path: Path, megabytes: int, distinct: int) -> int:
    """Write the games again and again, each with its number as round; how many there are."""
    parts = [show_pgn(game).partition('[Round "?"]') for game in random_games(distinct)]
    size, count = 0, 0
    with path.open("w", encoding="utf-8") as file:
        for before, _, after in cycle(parts):
            count += 1
            size += file.write(f'{before}[Round "{count}"]{after}\n')
            if size >= megabytes * 1_000_000:
                return count
    return count


def resident() -> float:
    """The memory of this process, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def read_ours(path: Path, count: int) -> dict[str, float]:
    faults: list[Fault] = []
    next(iter(read_pgn(path)))  # compiled, or loaded
    started, games, moves, early = time.process_time(), 0, 0, 0.0
    for entry in read_pgn(path, faults):
        games += 1
        moves += len(entry.moves)
        if games == count // 20:
            early = resident()
    seconds = time.process_time() - started
    assert games == count and not faults, (games, count, faults[:1])
    return {"games": games, "moves": moves, "seconds": seconds, "growth": resident() - early}


def read_theirs(path: Path, most: int) -> dict[str, float]:
    with path.open(encoding="utf-8") as file:
        started = time.process_time()
        games = moves = 0
        for _ in range(most):
            game = chess.pgn.read_game(file)
            if game is None:
                break
            games += 1
            moves += game.end().ply()
        return {"games": games, "moves": moves, "seconds": time.process_time() - started}


def same_moves(path: Path, most: int) -> bool:
    """Whether both read the same moves from the first games."""
    writer, start = ChessText(), rules().initial()
    with path.open(encoding="utf-8") as file:
        for entry in islice(read_pgn(path), most):
            game = chess.pgn.read_game(file)
            if game is None:
                return False
            board, texts = game.board(), []
            for move in game.mainline_moves():
                texts.append(board.san(move))
                board.push(move)
            if texts != writer.moves(start, entry.moves):
                return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--megabytes", type=int, default=200, help="size of the file")
    parser.add_argument("--distinct", type=int, default=3000, help="different games in it")
    parser.add_argument("--theirs", type=int, default=2000, help="games for python-chess")
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        count = write_file(path, given.megabytes, given.distinct)
        print(f"{path.stat().st_size / 1e6:.0f} MB, {count:,} games", flush=True)
        same = same_moves(path, min(given.theirs, 300))
        theirs = read_theirs(path, given.theirs)
        ours = read_ours(path, count)
    speeds = [read["games"] / read["seconds"] for read in (ours, theirs)]
    names = ("counterplay", "python-chess")
    for name, read, speed in zip(names, (ours, theirs), speeds, strict=True):
        cost = f"{read['games']:>9,} games  {read['seconds']:>7.1f} s"
        print(f"{name:>13}  {cost}  {speed:>9,.0f} games/s")
    moves = "the same" if same else "NOT the same"
    growth = f"memory grows by {ours['growth']:.1f} MB"
    print(f"ratio {speeds[0] / speeds[1]:.1f}; {growth}; the moves are {moves}")
    if given.json:
        figures = {"ours": ours, "theirs": theirs, "ratio": speeds[0] / speeds[1], "same": same}
        Path(given.json).write_text(json.dumps(figures, indent=2))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
