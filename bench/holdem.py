"""Hold'em in big blinds per hundred hands, with duplicate deals.

    python bench/holdem.py --blueprint limit.blueprint
    python bench/holdem.py --games 2000 --only calling tight

Each deal is played twice with the seats exchanged, so much of the luck cancels out. The errors are
95 % intervals over pairs of games. Without --blueprint it is the one that comes with the game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import counterplay as cp
from counterplay.arena.matches import match

PLAYERS = {
    "random": "random",
    "calling": "habit:calling",
    "raising": "habit:raising",
    "tight": "habit:tight",
    "clairvoyance": str(Path(__file__).with_name("players") / "clairvoyant.py"),
    "ismcts": "ismcts:nodes=1000",
}
SLOW = {"ismcts": 10}
"""So many times fewer games are played against these."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="limit_holdem")
    parser.add_argument("--blueprint", type=Path, help="a file of counterplay equilibrium")
    parser.add_argument("--games", type=int, default=2_000, help="games of each match (2000)")
    parser.add_argument("--only", nargs="+", default=list(PLAYERS), choices=PLAYERS)
    parser.add_argument("--rivers", action="store_true", help="with rivers solved anew, too")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = cp.load(given.game)
    file = f"file={given.blueprint}," if given.blueprint else ""
    ours = {"blueprint": f"strategy:{file}name=blueprint"}
    if given.rivers:
        ours["with rivers"] = f"strategy:{file}river=on,name=rivers"
    print(f"{given.game}: big blinds per hundred hands")
    for name in given.only:
        for title, player in ours.items():
            show(game, title, player, name, given.games // SLOW.get(name, 1), given.seed)
    if given.rivers:
        pair = ours["with rivers"], ours["blueprint"]
        show_match(game, "with rivers", pair[0], "blueprint", pair[1], given.games, given.seed)


def show(game: cp.Game, title: str, player: str, name: str, games: int, seed: int) -> None:
    """Play against one of the other players, and print the result."""
    show_match(game, title, player, name, PLAYERS[name], games, seed)


def show_match(
    game: cp.Game, title: str, one: str, name: str, other: str, games: int, seed: int
) -> None:
    """Play a match, and print what the first player wins."""
    games += games % 2
    result = match(game, one, other, games=games, seed=seed, nodes=1_000)
    assert result.points is not None and not result.faults
    scale = 100 / max(game.initial().paid0, game.initial().paid1)
    mean, error = (scale * x for x in result.points)
    print(
        f"  {title:12} against {name:13} {mean:+9.1f} ± {error:6.1f}  {games:6,} games", flush=True
    )


if __name__ == "__main__":
    main()
