"""A model of an opponent in hold'em, and a response to it that is kept safe.

Games have far more information sets than anyone can watch. So the model counts how often a player
folds, calls and raises on each street with the hands of each bucket, by its own last choices on
this street and on the one before: who has bet a good hand does not fold it to a raise, although its
bucket has others that are folded to a bet. Few observations of a bucket are filled up with those of
buckets near it and of all; few of a kind of decision with those of a wider kind, and at last with
the blueprint.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.game.errors import InputError
from counterplay.core.game.position import Position
from counterplay.formats.game_file import GameFile
from counterplay.games.poker.deal import ON_TABLE, PREFLOP, listed
from counterplay.strategies.holdem.betting import BettingTree
from counterplay.strategies.holdem.blueprint import Blueprint, as_weights
from counterplay.strategies.holdem.buckets import Bucket, run_threads
from counterplay.strategies.holdem.cards import hand_number
from counterplay.strategies.holdem.trainer import Trainer, average_strategy

KERNEL = Path(__file__).parent / "kernel" / "response.py"

FOLD, CALL, RAISE = range(3)
CHECKED, CALLED, RAISED, NOTHING = range(4)
"""The last choice of a player on a street; NOTHING before the first."""
PRIOR = 5.0
"""As many observations a wider kind of decision counts for; for the widest it is the blueprint."""
OVERALL = 1.0
"""As many observations all buckets count for in each bucket."""
NEAR = 4.0
"""How near a bucket must be for its observations to count: the width of a bell curve."""

ITERATIONS = 300_000
"""The iterations of a response for each player, unless another number is given."""

Numbers = npt.NDArray[np.float64]
Kind = tuple[int, ...]
"""Of a decision: its street, whether a fold and a raise are possible, and the player's last choices
on this street and on the one before. Wider kinds leave out the last numbers."""
WIDTHS = 3, 4, 5
"""How many of these numbers a kind has, from the widest to the narrowest."""


@dataclass(eq=False)
class Frequencies:
    """How often a player folded, called and raised: by kind of decision and bucket."""

    blueprint: Blueprint
    games: int = 0
    counts: dict[Kind, Numbers] = field(default_factory=dict)

    def add(self, end: Position, player: int) -> None:
        """Count the moves of a player in a game whose cards are all known."""
        buckets = self.blueprint.buckets
        hand = hand_number(*listed(end.state.hand0 if player == 0 else end.state.hand1))
        last = [NOTHING] * 5
        """On each street; the first number stands for the street before the first."""
        for s, move in zip(end.past, end.moves, strict=True):
            if end.game.player(s) != player:
                continue
            moves, street = end.game.actions(s), s.stage
            kind = kind_of(street, moves, last[street + 1], last[street])
            bucket = buckets.of_hand(hand, listed(s.board)[: ON_TABLE[street]])
            for width in WIDTHS:
                empty = np.zeros((buckets.sizes[street], 3))
                self.counts.setdefault(kind[:width], empty)[bucket, min(move, RAISE)] += 1
            last[street + 1] = choice_of(move, moves)
        self.games += 1

    def rows(self) -> Numbers:
        """The probability of each move of the model, row by row, as in a blueprint."""
        tree, found = self.blueprint.tree, list[Numbers]()
        smooth = {kind: _smoothed(counts, kind[0]) for kind, counts in self.counts.items()}
        last = last_choices(tree)
        for node in np.flatnonzero(tree.nodes["count"] > 0).tolist():
            own, moves = self.blueprint.rows(node), tree.moves_of(node)
            player, street = int(tree.nodes[node]["player"]), int(tree.nodes[node]["street"])
            narrow = kind_of(street, moves, *last[node, player].tolist())
            classes = np.minimum(moves, RAISE)
            for kind in (narrow[:width] for width in WIDTHS):
                if kind in smooth:
                    seen, shares = self.counts[kind].sum(), _spread(smooth[kind], own, classes)
                    own = (PRIOR * own + seen * shares) / (PRIOR + seen)
            found.append(own.ravel())
        return np.concatenate(found)


def frequencies_of(blueprint: Blueprint, games: Path, player: str | None) -> Frequencies:
    """The frequencies of a player in the games of a file, whose cards are all known.

    Without a name the moves of all players count.
    """
    file, found, names = GameFile(games), Frequencies(blueprint), set[str]()
    for game, record in file.games(blueprint.game):
        names |= set(record.players)
        end = record.position(game)
        for seat in range(2):
            if player is None or record.players[seat : seat + 1] == (player,):
                found.add(end, seat)
    if not found.games and player is not None and names:
        known = ", ".join(sorted(names))
        raise InputError(f"{player!r} plays in none of the games; players are {known}")
    if not found.games:
        why = f": {file.faults[0]}" if file.faults else ""
        raise InputError(f"{games} has no games of {blueprint.game.name}{why}")
    return found


def kind_of(street: int, moves: list[int], here: int, before: int) -> Kind:
    """The kind of a decision."""
    return street, FOLD in moves, max(moves) >= RAISE, here, before


def choice_of(move: int, moves: list[int]) -> int:
    """What a move was, if it was not a fold."""
    if move >= RAISE:
        return RAISED
    return CALLED if FOLD in moves else CHECKED


def last_choices(tree: BettingTree) -> npt.NDArray[np.int8]:
    """For each node and player: the player's last choices on this street and on the one before."""
    last = np.full((len(tree.nodes), 2, 2), NOTHING, np.int8)
    for node in np.flatnonzero(tree.nodes["count"] > 0).tolist():
        here, moves = tree.nodes[node], tree.moves_of(node)
        for child, move in enumerate(moves, int(here["first"]) + 1):
            now = last[node].copy()
            now[int(here["player"]), 0] = choice_of(move, moves)
            if tree.nodes[child]["street"] != here["street"]:
                now[:, 1], now[:, 0] = now[:, 0], NOTHING
            last[child] = now
    return last


def _smoothed(counts: Numbers, street: int) -> Numbers:
    """The shares of fold, call and raise in each bucket.

    After the flop buckets are in the order of their strength, so their neighbours count, too.
    """
    places = np.arange(len(counts))
    width = NEAR if street > PREFLOP else 1e-9
    seen = np.exp(-0.5 * ((places[:, None] - places) / width) ** 2) @ counts
    overall = counts.sum(axis=0) / counts.sum()
    return np.asarray((seen + OVERALL * overall) / (seen.sum(axis=1, keepdims=True) + OVERALL))


def _spread(shares: Numbers, own: Numbers, classes: npt.NDArray[np.int64]) -> Numbers:
    """The shares of moves: a raise of several sizes is divided as the blueprint divides it."""
    totals = np.stack([own[:, classes == c].sum(axis=1) for c in range(3)], axis=1)
    sizes = np.bincount(classes, minlength=3)
    even = (1 / np.maximum(sizes, 1))[classes]
    parts = np.divide(own, totals[:, classes], out=np.tile(even, (len(own), 1)),
                      where=totals[:, classes] > 0)  # fmt: skip
    return np.asarray(shares[:, classes] * parts)


def respond_to(
    frequencies: Frequencies,
    tables: tuple[Bucket, Bucket],
    *,
    trust: float = 0.75,
    iterations: int = ITERATIONS,
    seed: int = 1,
    stop: threading.Event | None = None,
) -> Blueprint:
    """A restricted Nash response of both players to a model, over the buckets of a blueprint.

    `tables` are those of `bucket_tables`.
    """
    if not 0 <= trust <= 1:
        raise InputError(f"trust={trust:g} must be from 0 to 1")
    if iterations < 1:
        raise InputError(f"iterations={iterations} must be 1 or more")
    blueprint, model = frequencies.blueprint, frequencies.rows()
    kept = np.zeros(len(model))
    for hero in range(2):
        trainer = Trainer(blueprint.game, blueprint.buckets, tables, seed=seed)
        found = _trained(trainer, model, hero, trust, iterations, stop)
        kept = np.where(_rows_of(blueprint, hero), found, kept)
    about = {
        "variant": "restricted Nash response", "trust": trust, "iterations": iterations,
        "games": frequencies.games,
    }  # fmt: skip
    return Blueprint(blueprint.game, blueprint.buckets, blueprint.tree, as_weights(kept), about)


def _trained(
    trainer: Trainer, model: Numbers, hero: int, trust: float, iterations: int,
    stop: threading.Event | None,
) -> Numbers:  # fmt: skip
    """The average strategy after so many iterations."""
    kernel: Any = bind(trainer.game, KERNEL)
    context = trainer.context_for(kernel)
    context.keep("model", model)
    record: Any = context.record
    record.hero, record.trust, record.rounds = hero, trust, iterations
    record.random = trainer.random[0]
    run_threads([context], kernel.train_response, None, stop)
    tree, sizes = trainer.tree, trainer.buckets.sizes
    return average_strategy(tree.nodes, sizes, trainer.sums, trainer.regrets)


def _rows_of(blueprint: Blueprint, player: int) -> npt.NDArray[np.bool_]:
    """Which numbers of a strategy belong to a player."""
    nodes = blueprint.tree.nodes[blueprint.tree.nodes["count"] > 0]
    sizes = np.array(blueprint.buckets.sizes)[nodes["street"]] * nodes["count"]
    return np.repeat(nodes["player"] == player, sizes)
