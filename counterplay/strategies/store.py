"""Strategies in files, and the state of a run that can go on."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numpy as np

from counterplay.core.compile.native import fingerprint
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.hashing import hash
from counterplay.core.json_fields import shown_name
from counterplay.core.table_file import Parts, being_written, read, read_header, write
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.store import KIND as BLUEPRINT
from counterplay.strategies.holdem.store import load_blueprint, save_blueprint
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.sampler import Sampler
from counterplay.strategies.strategy import Strategy
from counterplay.tablebase.store.identity import game_identity, require_game

KIND = "strategy"
TELLERS = ("information", "observe")
"""The rules that say what players know. A strategy is looked up by what they return, or by a hash
of it."""

PARTS = {
    "starts": np.int64,
    "keys": np.uint64,
    "firsts": np.int32,
    "moves": np.int64,
    "probabilities": np.float64,
}


def save(strategy: Strategy | Blueprint, path: Path) -> None:
    """Write a strategy to a file. The file appears only when it is complete."""
    if isinstance(strategy, Blueprint):
        save_blueprint(strategy, path)
        return
    with being_written(path) as unfinished:
        about = _identity(strategy.game) | {"kind": KIND, "about": dict(strategy.about)}
        write(unfinished, path, about, {name: getattr(strategy, name) for name in PARTS})


def is_strategy(path: Path) -> bool:
    """Whether a file has a strategy, or a blueprint of hold'em."""
    try:
        return read_header(path)[0].get("kind") in (KIND, BLUEPRINT)
    except (InputError, OSError):
        return False


def load(game: Game, path: Path) -> Strategy | Blueprint:
    """The strategy in a file. Refuses a file that is damaged, or made by other rules."""
    if read_header(path)[0].get("kind") == BLUEPRINT:
        return load_blueprint(game, path)
    about, parts = _read(game, path, KIND, set(PARTS))
    given = {name: np.asarray(parts[name], kind) for name, kind in PARTS.items()}
    is_whole = len(given["firsts"]) == len(given["keys"]) + 1
    if not is_whole or len(given["moves"]) != len(given["probabilities"]):
        raise InputError(f"{path} is damaged: its parts do not fit together")
    return Strategy(game, **given, about=about.get("about", {}))


RUN = "run of regret minimisation"


def save_run(run: Minimiser | Sampler, path: Path) -> None:
    """Write what a run needs to go on: its regrets and sums, and how many iterations it made."""
    counts = run.counts if isinstance(run, Sampler) else {}
    about = _identity(run.game) | {
        "kind": RUN,
        "variant": run.variant_name,
        "iterations": run.iterations,
        "counts": {name: str(count) for name, count in counts.items()},
    }
    with being_written(path) as unfinished:
        write(unfinished, path, about, {name: run.arrays[name] for name in run.KEPT})


def resume_run(run: Minimiser | Sampler, path: Path) -> None:
    """Let a new run go on from a file. Refuses a file of another game, variant or memory."""
    about, parts = _read(run.game, path, RUN, None)
    if about["variant"] != run.variant_name:
        raise InputError(
            f"{path} is a run of {about['variant']}, not of {run.variant_name}: name that variant, "
            "or another file"
        )
    shapes = {name: run.arrays[name].shape for name in run.KEPT}
    if {name: part.shape for name, part in parts.items()} != shapes:
        raise InputError(f"{path} was made with other memory, or other rules: make it again")
    for name in run.KEPT:
        run.arrays[name][:] = parts[name]
    run.iterations = int(about["iterations"])
    if isinstance(run, Sampler):
        run.counts = {name: int(count) for name, count in about["counts"].items()}


def _identity(game: Game) -> dict[str, Any]:
    """The header fields that say which game, and which rules about knowledge, a file is for."""
    tellers = [game.functions[name] for name in TELLERS if name in game.functions]
    return game_identity(game) | {"knowledge": fingerprint([*tellers, cast(FunctionType, hash)])}


def _read(
    game: Game, path: Path, kind: str, names: set[str] | None
) -> tuple[dict[str, Any], Parts]:
    """The header and arrays of a file of this kind and game."""
    about, parts = read(path)
    if about.get("kind") != kind or (names and set(parts) != names):
        raise InputError(f"{path} is not a {kind}")
    if about.get("game") != game.name:
        raise InputError(
            f"{path} is a {kind} of {shown_name(about.get('game'))}, not of {game.name}"
        )
    if not require_game(game, path, about):
        raise InputError(
            f"{path} was made by another version of Python, so its rules cannot be compared: make "
            "it again"
        )
    if about.get("knowledge") != _identity(game)["knowledge"]:
        raise InputError(
            f"{path} was made when {game.name} told players other things (information or observe), "
            "or by an earlier version: make it again"
        )
    return about, parts
