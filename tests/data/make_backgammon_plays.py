"""Write backgammon_plays.txt: the plays of GNU Backgammon for random positions and rolls.

    python tests/data/make_backgammon_plays.py /usr/games/gnubg

Each line has the position ID and the match ID, and the plays. Half of the positions are of random
games, half are scrambled, as in bench/backgammon_moves.py.
"""

import random
import runpy
import sys
from pathlib import Path

import counterplay as cp

BENCH = Path(__file__).parents[2] / "bench" / "backgammon_moves.py"
COUNT = 60

if __name__ == "__main__":
    bench, game, rng = runpy.run_path(str(BENCH)), cp.load("backgammon"), random.Random(1)
    states = bench["played_states"](game, 10 * COUNT, rng)[::10]
    states += [bench["scrambled"](rng) for _ in range(COUNT)]
    ids = [game.show_position(s) for s in states]
    listed = bench["gnubg_plays"](sys.argv[1], ids)
    lines = [
        f"{id_} {'; '.join(sorted(plays))}".strip() for id_, plays in zip(ids, listed, strict=True)
    ]
    Path(__file__).with_name("backgammon_plays.txt").write_text("\n".join(lines) + "\n")
