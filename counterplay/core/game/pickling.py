"""Pickling of games and states.

The functions of a game are made by running its file, so a pickle cannot hold them. It holds the
file and the parameters, and the game is loaded again.
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

Weights = npt.NDArray[Any]


def encoded(game: Game, s: Any) -> bytes:
    """The bytes of a state, the same for equal states."""
    return bytes(game.shape.encode(s).tobytes())


def decoded(game: Game, state: bytes) -> Any:
    """The state of these bytes."""
    return game.shape.decode(np.frombuffer(state, game.shape.dtype)[0])


def recipe(game: Game) -> tuple[str, str, dict[str, Any], str | None, Weights | None]:
    """What `reloaded` needs: file, name and parameters of a game, and its evaluator's file and
    weights."""
    given = {p.name: p.value for p in game.parameters.values() if p.value != p.default}
    evaluator = game.evaluator
    path = str(Path(game.path).resolve())
    if evaluator is None:
        return path, game.name, given, None, None
    return path, game.name, given, str(Path(evaluator.path).resolve()), evaluator.weights


def reloaded(
    path: str, name: str, given: dict[str, Any], evaluator: str | None, weights: Weights | None
) -> Game:
    """The game of a recipe."""
    from counterplay.core.game.loader import load_evaluator

    game = _loaded(path, name, repr(sorted(given.items())), _age(path), _Given(given))
    if evaluator is None or weights is None:
        return game if game.evaluator is None else game.with_evaluator(None)
    own = game.evaluator
    if own is not None and own.network is not None and evaluator == str(Path(own.path).resolve()):
        return game
    if evaluator == path:
        game = game.without_network()
    found = game.evaluator if evaluator == path else load_evaluator(evaluator)
    assert found is not None
    if found.network is not None or np.array_equal(found.weights, weights):
        return game if found is game.evaluator else game.with_evaluator(found)
    return game.with_evaluator(dataclasses.replace(found, weights=weights))


class _Given(dict[str, Any]):
    """Parameters beside their text, which is what the cache compares."""

    def __hash__(self) -> int:  # type: ignore[override]
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Given)


@lru_cache(16)
def _loaded(path: str, name: str, parameters: str, age: int, given: _Given) -> Game:
    """A loaded game. Many pickles of one game get the same, so it is loaded and compiled once."""
    from counterplay.core.game.loader import load_file

    return load_file(path, given, name)


def _age(path: str) -> int:
    """When a file was last changed; 0 if that cannot be read."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return 0
