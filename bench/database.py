"""A database of games of chess: how fast it is filled, how large it is, how fast it is asked.

    bench/database.py --games 40000

The games are random, written by this program: the first plies among few moves, so that positions
come up again, then any. The file is read alone, then imported, then imported again, when all games
are known; speeds are in CPU time of this process, and the ratio is that of importing to reading
alone. Positions are then looked up that are drawn from all that are counted (one look-up is one
block of each run), and explored by their games, with moves in words.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.database import Database, position_index
from counterplay.database.importing import import_file
from counterplay.database.maintenance import check, describe
from counterplay.formats.chess.game import chess as rules
from counterplay.formats.chess.text import ChessText
from counterplay.formats.pgn import Game, Move, read_pgn, show_pgn

RESULTS = ("1-0", "0-1", "1/2-1/2")
OPENING, CHOICE = 8, 4
"""So many plies are chosen among so many moves."""


def write_file(path: Path, games: int, plies: int) -> None:
    dice, writer, start = random.Random(1), ChessText(), rules().initial()
    with path.open("w", encoding="utf-8") as file:
        for number in range(games):
            place, line = start, list[Move]()
            for ply in range(plies):
                legal = list(writer.choices(place).values())
                if not legal:
                    break
                action = dice.choice(legal[:CHOICE] if ply < OPENING else legal)
                line.append(Move(action))
                place = writer.line(place, [action])[1][-1]
            names = {side: f"Player {dice.randrange(2000)}" for side in ("White", "Black")}
            tags = {"Event": "Random games", "Date": f"20{dice.randrange(25):02}.01.01", **names}
            game = Game(tuple(line), {**tags, "Round": str(number)}, dice.choice(RESULTS))
            file.write(show_pgn(game) + "\n")


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.process_time()
    return work(), time.process_time() - started


def quantiles(ask: Callable[[Any], object], asked: Sequence[Any]) -> dict[str, float]:
    """How long each question takes, in milliseconds of the clock."""
    times = []
    for one in asked:
        started = time.perf_counter()
        ask(one)
        times.append(1000 * (time.perf_counter() - started))
    found = np.array(times)
    return {
        "median": float(np.median(found)),
        "99 %": float(np.quantile(found, 0.99)),
        "worst": float(found.max()),
    }


def looked_up(db: Database, count: int) -> dict[str, dict[str, float]]:
    connection, dice = db.connection(), np.random.default_rng(1)
    listed = connection.execute("SELECT id FROM runs").fetchall()
    keys = np.concatenate([position_index.read_run(connection, run)["key"] for (run,) in listed])
    drawn = dice.choice(np.unique(keys), count).tolist()
    [kind] = connection.execute("SELECT id FROM kinds").fetchone()
    positions = []
    for stored in db.games(limit=count // 20):
        state = rules().initial()
        for move in stored.played.moves.tolist()[: int(dice.integers(30))]:
            state = rules().result(state, move)
        positions.append(state)
    return {
        "look-up": quantiles(lambda key: position_index.look_up(connection, kind, key), drawn),
        "explore": quantiles(lambda state: db.explore(rules(), state), positions),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=40_000, help="random games")
    parser.add_argument("--plies", type=int, default=45, help="length of a game")
    parser.add_argument("--counted", type=int, default=40, help="plies of each that are counted")
    parser.add_argument("--lookups", type=int, default=5000, help="positions to look up")
    parser.add_argument("--pgn", type=Path, help="a file of games, in place of random ones")
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pgn = given.pgn or Path(folder) / "games.pgn"
        if given.pgn is None:
            write_file(pgn, given.games, given.plies)
        print(f"{pgn.stat().st_size / 1e6:.0f} MB", flush=True)
        with Database(Path(folder) / "warm.db") as db:
            db.write(rules(), [], "")
        count, reading = timed(lambda: sum(len(entry.moves) > 0 for entry in read_pgn(pgn, [])))
        with Database(Path(folder) / "games.db") as db:
            first, importing = timed(lambda: import_file(db, pgn, plies=given.counted))
            again, repeating = timed(lambda: import_file(db, pgn, plies=given.counted))
            [kind] = describe(db)
            size = db.path.stat().st_size
            asked = looked_up(db, given.lookups)
            whole = check(db)
    print(f"read alone      {count / reading:>9,.0f} games/s")
    print(
        f"imported        {first.games / importing:>9,.0f} games/s, ratio {reading / importing:.2f}"
    )
    print(f"imported again  {again.games / repeating:>9,.0f} games/s, {again.added} added")
    print(
        f"{kind['games']:,} games, {kind['positions']:,} positions, {kind['moves']:,} moves in "
        f"{kind['parts']} runs; {size / 1e6:.1f} MB, {size / kind['moves']:.1f} bytes a move"
    )
    for name, times in asked.items():
        shown = ", ".join(f"{part} {value:.3f} ms" for part, value in times.items())
        print(f"{name:<9} {shown}")
    figures = {
        "games": kind["games"],
        "positions": kind["positions"],
        "bytes": size,
        "read": count / reading,
        "imported": first.games / importing,
        **asked,
    }
    if given.json:
        Path(given.json).write_text(json.dumps(figures, indent=2))
    is_sound = whole == first.added == kind["games"] and again.added == 0
    return 0 if is_sound and max(asked["look-up"]["99 %"], asked["explore"]["median"]) < 50 else 1


if __name__ == "__main__":
    sys.exit(main())
