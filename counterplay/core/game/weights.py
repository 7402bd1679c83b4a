"""Files with the weights of an evaluator: a list of numbers, or numbers by feature.

A list is in JSON, or an array that NumPy saved (.npy). Numbers by feature are in JSON:

    {"weights": {"pawn": [[90, 110]], "knight's freedom": [[-15, -15], [-10, -10], …]}, …}

Each feature has a list of weights; a weight that packs several numbers is a list itself. Everything
else in the file, such as the command that wrote it, is for people.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.data_files import exists, replace_file
from counterplay.core.game.errors import InputError
from counterplay.core.game.evaluator import Evaluator

Weights = npt.NDArray[Any]


def find_weights(evaluator: Evaluator, named: str) -> Weights:
    """The weights that a text names: a set of the evaluator, or a file."""
    if named in evaluator.named:
        return evaluator.named[named]
    if evaluator.named and not exists(named):
        own = ", ".join(evaluator.named)
        raise InputError(f"there are no weights {named!r}: give a file or one of {own}")
    return read_weights(evaluator, named)


def read_weights(evaluator: Evaluator, file: str | Path) -> Weights:
    """The weights in a file. Their number and type must fit the evaluator."""
    wanted = evaluator.weights
    read = _read(Path(file))
    if isinstance(read, dict):
        return _by_name(evaluator, read, file)
    if len(read) != len(wanted):
        raise InputError(
            f"{file} has {len(read)} weights, but the evaluator {evaluator.name} has "
            f"{len(wanted)}: the file is for another evaluator"
        )
    if not np.can_cast(read.dtype, wanted.dtype, "same_kind"):
        raise InputError(f"{file} has fractions, but the weights of {evaluator.name} are integers")
    return np.asarray(read.astype(wanted.dtype))


def write_weights(
    evaluator: Evaluator, weights: Weights, file: Path, about: Mapping[str, Any]
) -> None:
    """Write weights by feature, one line each, after the entries of `about`."""
    parts = split(evaluator, weights)
    named = {"weights": slice(0, len(weights))}
    if evaluator.features:
        named = {n: slice(s, s + count) for n, (s, count) in evaluator.features.items()}
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}," for name, value in about.items()]
    rows = [f"    {json.dumps(name)}: {parts[place].tolist()}" for name, place in named.items()]
    text = "\n".join(["{", *lines, '  "weights": {', ",\n".join(rows), "  }", "}"])
    replace_file(file, text + "\n")


def split(evaluator: Evaluator, weights: Weights) -> npt.NDArray[np.int64]:
    """A row for each weight: the numbers that are packed in it, by the units of the evaluator.

    The largest unit comes first. Each remainder is between minus and plus half a unit.
    """
    parts, rest = [], weights.copy()
    for unit in evaluator.units:
        part = (rest + unit // 2) // unit
        parts.append(part)
        rest = rest - part * unit
    return np.stack(parts, axis=1)


def joined(evaluator: Evaluator, parts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The inverse of `split`."""
    return np.asarray(parts @ np.array(evaluator.units, np.int64))


def _read(path: Path) -> Any:
    """The content of a file: an array of numbers, or lists by feature."""
    wrong = InputError(f"{path} has no weights: write a list of numbers, as JSON or .npy")
    try:
        if path.suffix == ".npy":
            made = _read_array(path)
        else:
            read = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(read, dict) and isinstance(read.get("weights"), dict):
                return read["weights"]
            made = np.array(read)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise wrong from None
    if made.ndim != 1 or made.dtype.kind not in "iuf" or not np.isfinite(made).all():
        raise wrong
    return np.ascontiguousarray(made)


def _read_array(path: Path) -> npt.NDArray[Any]:
    """The array in a file of NumPy. ValueError if it is damaged."""
    try:
        with warnings.catch_warnings():  # what NumPy thinks of its header
            warnings.simplefilter("ignore")
            return np.asarray(np.load(path, allow_pickle=False))
    except OSError:
        raise
    except Exception as error:  # a damaged header is read as Python, and may raise anything
        raise ValueError(str(error)) from None


def _by_name(evaluator: Evaluator, read: Mapping[str, Any], file: str | Path) -> Weights:
    features = evaluator.features or {"weights": (0, len(evaluator.weights))}
    if unknown := read.keys() ^ features.keys():
        name = min(unknown)
        has = "has" if name in read else "has not"
        raise InputError(f"{file} {has} {name!r}, unlike the evaluator {evaluator.name}")
    parts = np.zeros((len(evaluator.weights), len(evaluator.units)), np.int64)
    for name, (start, count) in features.items():
        try:
            parts[start : start + count] = np.array(read[name], np.int64).reshape(count, -1)
        except (ValueError, TypeError, OverflowError):
            size = f"{count} × {len(evaluator.units)} whole numbers"
            raise InputError(f"{file}: {name!r} needs {size}") from None
    return joined(evaluator, parts)
