"""Which game, and which rules, a table or solution was made for: the header of its file."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.native import fingerprint
from counterplay.core.compile.rules import data_items
from counterplay.core.game.contract import takes_data
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.json_fields import shown_name

DECIDING = (
    "initial", "player", "actions", "result", "terminal", "utility", "drawn", "canonical",
    "irreversible", "index", "state", "size", "slices", "chance",
)  # fmt: skip
"""The functions that a table depends on."""


def rules_of(game: Game) -> str:
    """A hash of the rules that a table depends on.

    It covers the code of the functions, as this version of Python compiles them (docstrings
    included), the facts, the fields of the state, and the data if a function reads it. Renaming
    a function or editing its docstring gives another hash: tables made before are refused then.
    """
    deciding = DECIDING if game.facts.chance else DECIDING[:-1]  # `chance` may be there in vain
    decided = [game.functions[name] for name in deciding if name in game.functions]
    items = data_items(game) if any(map(takes_data, decided)) else []
    parts = [
        fingerprint(decided),
        repr(game.facts),
        repr(game.shape.dtype),
        *(f"{name} {np.asarray(value).tobytes().hex()}" for name, value in items),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def game_identity(game: Game) -> dict[str, Any]:
    """The header fields that say which game, and which rules, a file was made for."""
    return {
        "game": game.name,
        "parameters": _parameters(game),
        "rules": rules_of(game),
        "python": list(platform.python_version_tuple()[:2]),
    }


def require_game(game: Game, path: Path, about: Mapping[str, Any]) -> bool:
    """Refuse a file of another game, or of other rules. Returns whether the rules are the same;
    False means that another version of Python wrote the file, so the hashes cannot be compared."""
    if about["game"] != game.name or about["parameters"] != _parameters(game):
        raise InputError(
            f"{path} is a table of {shown_name(about['game'])} {about['parameters']}, not of {game}"
        )
    same_python = about["python"] == list(platform.python_version_tuple()[:2])
    if same_python and about["rules"] != rules_of(game):
        raise InputError(f"{path} was made by other rules of {game.name}: make it again")
    return bool(about["rules"] == rules_of(game))


def _parameters(game: Game) -> dict[str, Any]:
    """The parameters in a form that JSON can express."""
    values = {name: parameter.value for name, parameter in game.parameters.items()}
    return dict(json.loads(json.dumps(values, default=_plain)))


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else str(value)
