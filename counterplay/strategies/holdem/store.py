"""Blueprints in files, and the state of a training that can go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.json_fields import shown_name
from counterplay.core.table_file import Parts, being_written, read, read_header, write
from counterplay.games import load as load_game
from counterplay.strategies.holdem.betting import BettingTree
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.buckets import Bucket, Buckets
from counterplay.strategies.holdem.nodes import NODE
from counterplay.strategies.holdem.trainer import Trainer
from counterplay.tablebase.store.identity import game_identity

KIND, RUN = "blueprint", "training of a blueprint"
OWN = Path(__file__).parents[2] / "data" / "blueprints"
"""The blueprints that come with the program."""

NODE_FIELDS = {"player": np.int8, "street": np.int8, "count": np.int8, "stake": np.float32}
PARTS = {*NODE_FIELDS, "moves", "flop", "turn", "river", "weights"}


def own_blueprint(game: Game) -> Path | None:
    """The blueprint of a game that comes with the program; None if there is none, or if it was made
    with other stacks or blinds."""
    path = OWN / f"{game.name}.blueprint"
    if not game.is_built_in or not path.is_file():
        return None
    about, _ = read_header(path)
    return path if not any(_other_parameters(game, about)) else None


def save_blueprint(blueprint: Blueprint, path: Path) -> None:
    """Write a blueprint to a file. The file appears only when it is complete."""
    nodes, buckets = blueprint.tree.nodes, blueprint.buckets
    parts: dict[str, Any] = {name: nodes[name].astype(kind) for name, kind in NODE_FIELDS.items()}
    parts |= {
        "moves": blueprint.tree.moves.astype(np.int32),
        "flop": buckets.flop.astype(np.float32),
        "turn": buckets.turn.astype(np.float32),
        "river": buckets.river,
        "weights": blueprint.weights,
    }
    about = game_identity(blueprint.game) | {"kind": KIND, "about": dict(blueprint.about)}
    with being_written(path) as unfinished:
        write(unfinished, path, about, parts)


def load_blueprint(game: Game, path: Path) -> Blueprint:
    """The blueprint in a file, for a game with the same stacks and blinds.

    Refuses a file that is damaged, or of another game.
    """
    about, parts = read(path)
    if about.get("kind") != KIND or set(parts) != PARTS:
        raise InputError(f"{path} is not a {KIND}")
    _require_stacks(game, path, about)
    made_for = load_game(game.name, **about["parameters"])
    nodes = np.zeros(len(parts["player"]), NODE)
    for name in NODE_FIELDS:
        nodes[name] = parts[name]
    nodes["first"] = np.cumsum(nodes["count"]) - nodes["count"]
    buckets = _buckets(parts)
    tree, size = BettingTree(nodes, np.asarray(parts["moves"], np.int64)).with_rows(buckets.sizes)
    if len(parts["weights"]) != size or len(tree.moves) != nodes["count"].sum():
        raise InputError(f"{path} is damaged: its parts do not fit together")
    return Blueprint(made_for, buckets, tree, parts["weights"], about.get("about", {}))


def _buckets(parts: Parts) -> Buckets:
    """The centres are stored as 32-bit numbers, and rounded to them before they are used."""
    flop, turn = (np.ascontiguousarray(parts[name], np.float64) for name in ("flop", "turn"))
    return Buckets(flop, turn, np.asarray(parts["river"], np.uint16))


def _require_stacks(game: Game, path: Path, about: dict[str, Any]) -> None:
    """Refuse a file of another game, or of one with other stacks, blinds or limits on bets."""
    if about["game"] != game.name:
        raise InputError(f"{path} is a {KIND} of {shown_name(about['game'])}, not of {game.name}")
    for name, made_with, value in _other_parameters(game, about):
        raise InputError(
            f"{path} was made with {name}={made_with}, not {value}: load the game with that value, "
            f"or make another {KIND}"
        )


def _other_parameters(game: Game, about: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The parameters in which the game of a blueprint differs, with both values. The sizes of bets
    may differ: bets are translated."""
    for name, parameter in game.parameters.items():
        made_with = about["parameters"].get(name, parameter.default)
        if name != "sizes" and made_with != parameter.value:
            yield name, made_with, parameter.value


def save_training(trainer: Trainer, path: Path) -> None:
    """Write what a training needs to go on."""
    about = game_identity(trainer.game) | {
        "kind": RUN,
        "iterations": trainer.iterations,
        "random": [str(word) for word in trainer.random],
        "river_buckets": trainer.buckets.sizes[3],
    }
    buckets = trainer.buckets
    parts: dict[str, Any] = {
        "regrets": trainer.regrets,
        "sums": trainer.sums,
        "flop": buckets.flop,
        "turn": buckets.turn,
        "river": buckets.river,
    }
    with being_written(path) as unfinished:
        write(unfinished, path, about, parts)


def resume_training(
    game: Game,
    path: Path,
    threads: int,
    wanted: tuple[int, ...],
    find_tables: Callable[[Buckets], tuple[Bucket, Bucket]],
) -> Trainer:
    """The training of a file. Refuses a file of another game or with other buckets.

    `find_tables` finds the tables of the buckets.
    """
    about, parts = read(path)
    if about.get("kind") != RUN:
        raise InputError(f"{path} is not a {RUN}")
    if about["game"] != game.name or about["parameters"] != game_identity(game)["parameters"]:
        raise InputError(f"{path} is of another game, or has other parameters: name another file")
    buckets = _buckets(parts)
    if buckets.sizes[1:] != wanted:
        sizes = ",".join(map(str, buckets.sizes[1:]))
        raise InputError(f"{path} was begun with buckets {sizes}: ask for these, or name another")
    trainer = Trainer(game, buckets, find_tables(buckets), threads)
    if len(parts["regrets"]) != len(trainer.regrets):
        raise InputError(f"{path} was made by other rules: begin again with another file")
    trainer.regrets[:], trainer.sums[:] = parts["regrets"], parts["sums"]
    trainer.iterations = int(about["iterations"])
    trainer.random = [int(word) for word in about["random"]]
    return trainer
