"""Tables of chess beside Syzygy's, position by position: outcomes, and distances to progress.

bench/syzygy.py TABLES SYZYGY 3 4 --most 100000

TABLES is a folder that `counterplay table build chess 3-4 --metric both` has filled, SYZYGY one of
Syzygy's files, which python-chess reads. Tables with no more than --most positions are gone
through in full, of others so many positions are drawn. Distances are compared at one position in
twenty; Syzygy's may be one ply off. It ends with exit code 1 where anything differs.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

import chess
import chess.syzygy
import numpy as np
from table import Table

import counterplay as cp
from counterplay.core.compile.functions import compiled
from counterplay.core.game.contract import PLACES
from counterplay.core.game.tablebase_codec import DRAW, NO_STATE, plies_of_code
from counterplay.tablebase.catalogue import tables_named
from counterplay.tablebase.store.endgame_table import EndgameTable

LETTERS = {1: "P", 2: "N", 3: "K", 5: "B", 6: "R", 7: "Q"}
SHARE = 20


def words_of_state(game: cp.Game) -> Any:
    """A native function: the four words of the board at a number."""
    state = game.functions["state"]

    @compiled
    def words(i):
        s = state(i)
        return s.low, s.mid, s.high, s.mine

    return words


def board_of(low: int, mid: int, high: int, mine: int) -> chess.Board:
    """The board as the side to move sees it: that side is White."""
    board, taken = chess.Board(None), low | mid | high
    while taken:
        square = (taken & -taken).bit_length() - 1
        taken &= taken - 1
        letter = LETTERS[(low >> square & 1) | (mid >> square & 1) << 1 | (high >> square & 1) << 2]
        piece = letter if mine >> square & 1 else letter.lower()
        board.set_piece_at(square, chess.Piece.from_symbol(piece))
    return board


def compared(
    end: EndgameTable, progress: EndgameTable | None, oracle: Any, words: Any, most: int, seed: int
) -> tuple[int, int, int]:
    """How many positions were looked at, and in how many outcome and distance differ."""
    codes, rng = end.codes(), random.Random(seed)
    steps = None if progress is None else progress.codes()
    places = np.flatnonzero(codes != NO_STATE)
    if len(places) > most:
        places = np.array([places[rng.randrange(len(places))] for _ in range(most)])
    wrong = off = 0
    for place in places.tolist():
        board = board_of(*map(int, words(end.number * PLACES + place)))
        verdict, code = oracle.probe_wdl(board), int(codes[place])
        if verdict != (0 if code == DRAW else 2 if code > DRAW else -2):
            wrong += 1
            print(f"{board.fen()}: Syzygy says {verdict}, we {code}")
        if steps is not None and verdict and rng.randrange(SHARE) == 0:
            step = int(steps[place])
            plies = plies_of_code(step) * (1 if step > DRAW else -1)
            if abs(oracle.probe_dtz(board) - plies) > 1:
                off += 1
                print(f"{board.fen()}: Syzygy has {oracle.probe_dtz(board)} plies, we {plies}")
    return len(places), wrong, off


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("tables", type=Path, help="our folder")
    add("syzygy", type=Path, help="Syzygy's")
    add("names", nargs="*", default=["3", "4"], help="which tables (3 4)")
    add("--most", type=int, default=100_000, metavar="N", help="positions of each (100000)")
    add("--seed", type=int, default=1, metavar="N", help="what they are drawn from (1)")
    given = parser.parse_args()
    game, faults = cp.load("chess"), 0
    words, held = words_of_state(game), cp.Tablebase(game, given.tables)
    table = Table([("table", 8), ("looked at", 10), ("wrong", 6), ("distance off", 12),
                   ("seconds", 8)])  # fmt: skip
    with chess.syzygy.open_tablebase(given.syzygy) as oracle:
        for t in [t for name in given.names for t in tables_named(game, name)]:
            end, progress = held.open(t, "end"), held.open(t, "progress")
            if end is None:
                continue
            started = time.perf_counter()
            count, wrong, off = compared(end, progress, oracle, words, given.most, given.seed)
            table.row([end.name, f"{count:,}", str(wrong), str(off),
                       f"{time.perf_counter() - started:.0f}"])  # fmt: skip
            faults += wrong + off
    print("all agree" if not faults else f"{faults} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
