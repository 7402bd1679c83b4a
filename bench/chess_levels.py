"""The strength of the levels of UCI_Elo, by matches of the engine as a UCI program.

bench/chess_levels.py --games 40
bench/chess_levels.py --games 40 --stockfish /usr/games/stockfish --levels 1400,1600,2000

Neighbouring levels of `data/levels/chess.json` play each other: the Elo between them should be that
of their names. With --stockfish each level plays Stockfish at the same UCI_Elo (1350 at least): the
Elo should be near 0. Games are kept under --out; the same command goes on with them.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from itertools import pairwise
from pathlib import Path

import counterplay as cp
from counterplay.arena.matches import match
from counterplay.arena.result import MatchResult, elo_text
from counterplay.protocols.uci.levels import levels

OWN = shlex.join([sys.executable, "-m", "counterplay", "uci"])
WEAKEST_STOCKFISH = 1350
BALANCED = 0.005
"""Openings are even within half a pawn."""


def own(elo: int) -> str:
    return (
        f"uci:{OWN}:name=level {elo},option.Hash=16,"
        f"option.UCI_LimitStrength=true,option.UCI_Elo={elo}"
    )


def stockfish(path: str, elo: int) -> str:
    limits = f"option.UCI_LimitStrength=true,option.UCI_Elo={elo}"
    return f"uci:{shlex.quote(path)}:name=Stockfish {elo},{limits}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40, metavar="N", help="of each match (40)")
    parser.add_argument("--clock", default="5+0.05", metavar="BASE+INC", help="seconds (5+0.05)")
    parser.add_argument("--levels", metavar="ELO,…", help="these alone, not all of the table")
    parser.add_argument("--stockfish", metavar="PATH", help="play it in place of one another")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at once (1)")
    parser.add_argument("--out", type=Path, default=Path("levels"), metavar="FOLDER")
    given = parser.parse_args()
    named = [int(elo) for elo in given.levels.split(",")] if given.levels else None
    table = named or [level.elo for level in levels()]
    given.out.mkdir(exist_ok=True)
    game = cp.load("chess")

    def play(one: str, other: str, name: str) -> MatchResult:
        return match(
            game, one, other, games=given.games, clock=given.clock, balanced=BALANCED,
            jobs=given.jobs, out=given.out / f"{name}.jsonl",
        )  # fmt: skip

    if given.stockfish:
        pairs = [
            (own(elo), stockfish(given.stockfish, elo), f"{elo}-stockfish", 0)
            for elo in table
            if elo >= WEAKEST_STOCKFISH
        ]
    else:
        pairs = [
            (own(high), own(low), f"{high}-{low}", high - low) for low, high in pairwise(table)
        ]
    for one, other, name, wanted in pairs:
        result = play(one, other, name)
        print(f"{name:<16} {elo_text(result)}, where {wanted:+d} is wanted", flush=True)
        if not result.finished:
            sys.exit("stopped; the same command goes on")


if __name__ == "__main__":
    main()
