"""Hold'em in big blinds per hundred hands, with duplicate deals.

    python bench/holdem.py --blueprint limit.blueprint
    python bench/holdem.py --games 2000 --only calling tight
    python bench/holdem.py --exact --game no_limit_holdem --set sizes=75,300
    python bench/holdem.py --models --only calling raising tight random

Each deal is played twice with the seats exchanged, so much of the luck cancels out. The errors are
95 % intervals over pairs of games. Without --blueprint it is the one that comes with the game.

With --exact, all bets of each deal are weighed in the game that the blueprint was made for, so that
only the cards are luck. This is for players that look at no cards, and the tight one.

With --models, the blueprint first plays some games against each player. Their frequencies give a
model. What the safe response to it wins is worked out exactly for each of some deals if the player
does not look at cards, or is the tight one; otherwise by new games.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
from blueprint import BIG_BLIND, Numbers, simple_players
from holdem_deals import deals_of, won_from_tight

import counterplay as cp
from counterplay.arena.matches import match
from counterplay.strategies import store
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.bucket_store import kept_tables
from counterplay.strategies.holdem.model import Frequencies, respond_to
from counterplay.strategies.holdem.store import own_blueprint
from counterplay.strategies.holdem.trainer import Trainer

PLAYERS = {
    "random": "random",
    "calling": "habit:calling",
    "raising": "habit:raising",
    "tight": "habit:tight",
    "clairvoyance": str(Path(__file__).with_name("players") / "clairvoyant.py"),
    "ismcts": "ismcts:nodes=1000",
}
SIMPLE = {"random": "random moves", "calling": "a caller", "raising": "a raiser"}
"""Players that look at no cards, as `blueprint.py` calls them."""

SLOW = {"ismcts": 10}
"""Slow opponents, and by how much the number of games is divided against them."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="limit_holdem")
    parser.add_argument("--set", dest="parameters", action="append", default=[],
                        metavar="NAME=VALUE", help="a parameter of the game")  # fmt: skip
    parser.add_argument("--blueprint", type=Path, help="a file of counterplay equilibrium")
    parser.add_argument("--games", type=int, default=2_000, help="games of each match (2000)")
    parser.add_argument("--only", nargs="+", default=list(PLAYERS), choices=PLAYERS)
    parser.add_argument("--rivers", action="store_true", help="with rivers solved anew, too")
    parser.add_argument("--models", action="store_true", help="safe responses to models")
    parser.add_argument("--exact", action="store_true", help="weigh all bets of each deal")
    parser.add_argument("--deals", type=int, default=20_000, help="deals of exact values (20000)")
    parser.add_argument("--seen", type=int, default=1_000, help="games of a model (1000)")
    parser.add_argument("--iterations", type=int, default=300_000, help="of a response (300000)")
    parser.add_argument("--trust", type=float, default=0.75, help="of a response (0.75)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = cp.load(given.game, **dict(text.split("=", 1) for text in given.parameters))
    file = f"file={given.blueprint}," if given.blueprint else ""
    ours = {"blueprint": f"strategy:{file}name=blueprint"}
    if given.rivers:
        ours["with rivers"] = f"strategy:{file}river=on,name=rivers"
    print(f"{given.game}: big blinds per hundred hands")
    if given.models or given.exact:
        (show_models if given.models else show_all_exact)(game, ours["blueprint"], given)
        return
    for name in given.only:
        for title, player in ours.items():
            show(game, title, player, name, given.games // SLOW.get(name, 1), given.seed)
    if given.rivers:
        pair = ours["with rivers"], ours["blueprint"]
        show_match(game, "with rivers", pair[0], "blueprint", pair[1], given.games, given.seed)


def show(game: cp.Game, title: str, player: str, name: str, games: int, seed: int) -> None:
    """Play against one of the other players, and print the result."""
    show_match(game, title, player, name, PLAYERS[name], games, seed)


def show_all_exact(game: cp.Game, ours: str, given: argparse.Namespace) -> None:
    """Print what the blueprint wins from each player, with all bets weighed."""
    blueprint = store.load(game, given.blueprint or own_blueprint(game))
    assert isinstance(blueprint, Blueprint)
    tables = kept_tables(blueprint.buckets)
    trainer = Trainer(blueprint.game, blueprint.buckets, tables)
    own, simple = rows_of(blueprint), simple_players(trainer)
    print(f"  {len(blueprint):,} information sets, {len(own):,} probabilities")
    for name in (name for name in given.only if name in SIMPLE):
        show_exact("blueprint", name, trainer, own, simple[SIMPLE[name]], given.deals)
    if "tight" in given.only:
        deals = deals_of(blueprint, tables, given.deals, given.seed)
        show_values("blueprint", "tight", won_from_tight(blueprint, deals))


def show_models(game: cp.Game, ours: str, given: argparse.Namespace) -> None:
    """Model each player from some games, and print what the response wins from it."""
    blueprint = store.load(game, given.blueprint or own_blueprint(game))
    assert isinstance(blueprint, Blueprint)
    tables = kept_tables(blueprint.buckets)
    trainer = Trainer(game, blueprint.buckets, tables)
    own, simple = rows_of(blueprint), simple_players(trainer)
    deals = deals_of(blueprint, tables, given.deals, given.seed) if "tight" in given.only else None
    for name in given.only:
        played = match(game, ours, PLAYERS[name], games=given.seen, seed=99, nodes=1_000)
        model = Frequencies(blueprint)
        for record in played.games:
            model.add(game.position(record.end), record.seats.index(1))
        began = time.process_time()
        answer = respond_to(model, tables, trust=given.trust, iterations=given.iterations)
        print(f"  response to {name}: {time.process_time() - began:.0f} s", flush=True)
        rows = rows_of(answer)
        if SIMPLE.get(name) in simple:
            others = simple[SIMPLE[name]]
            show_exact("blueprint", name, trainer, own, others, given.deals)
            show_exact("model", name, trainer, rows, others, given.deals)
        elif name == "tight" and deals is not None:
            show_values("blueprint", name, won_from_tight(blueprint, deals))
            show_values("model", name, won_from_tight(answer, deals))
        else:
            with tempfile.TemporaryDirectory() as folder:
                store.save(answer, Path(folder) / "answer")
                player = f"strategy:file={Path(folder) / 'answer'},name=model"
                show_match(game, "model", player, name, PLAYERS[name], given.games, given.seed)
        show_exact("model", "the blueprint", trainer, rows, own, given.deals)


def rows_of(blueprint: Blueprint) -> Numbers:
    """The probabilities of a blueprint, row by row."""
    nodes = np.flatnonzero(blueprint.tree.nodes["count"] > 0).tolist()
    return np.concatenate([blueprint.rows(node).ravel() for node in nodes])


def show_exact(
    title: str, name: str, trainer: Trainer, ours: Numbers, others: Numbers, deals: int
) -> None:
    """Print what a strategy wins from another: all bets are weighed, only deals are drawn."""
    values = (trainer.expected(ours, others, deals) - trainer.expected(others, ours, deals)) / 2
    show_values(title, name, values)


def show_values(title: str, name: str, values: Numbers) -> None:
    """Print the mean and the error of what a strategy wins in each deal."""
    scale, deals = 100 / BIG_BLIND, len(values)
    mean, error = scale * values.mean(), scale * 1.96 * values.std() / deals**0.5
    print(
        f"  {title:12} against {name:13} {mean:+9.1f} ± {error:6.1f}  {deals:6,} deals", flush=True
    )


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
