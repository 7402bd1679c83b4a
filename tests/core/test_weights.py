"""Weights are written by name and read again."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.weights import find_weights, joined, read_weights, split, write_weights


def test_weights_are_written_by_name_and_read_again(tmp_path: Path) -> None:
    evaluator = cp.load("chess").evaluator
    weights = joined(evaluator, split(evaluator, evaluator.weights) - 7)
    path = tmp_path / "w.json"
    write_weights(evaluator, weights, path, {"game": "chess"})
    assert (read_weights(evaluator, path) == weights).all()
    held = json.loads(path.read_text(encoding="utf-8"))
    assert held["weights"]["pawn"] == split(evaluator, weights)[0:1].tolist()
    del held["weights"]["pawn"]
    path.write_text(json.dumps(held), encoding="utf-8")
    with pytest.raises(cp.InputError, match="has not 'pawn', unlike the evaluator chess"):
        read_weights(evaluator, path)
    assert (find_weights(evaluator, "hand") != find_weights(evaluator, "pieces")).any()
    with pytest.raises(
        cp.InputError, match="no weights 'foot': give a file or one of pieces, hand"
    ):
        find_weights(evaluator, "foot")


def test_a_damaged_array_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npy"
    np.save(path, np.arange(2))
    path.write_bytes(path.read_bytes().replace(b"(2,)", b"h2,)"))
    with pytest.raises(cp.InputError, match="has no weights"):
        read_weights(cp.load("othello").evaluator, path)


def test_what_numpy_thinks_of_a_file_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "w.npy"
    np.save(path, np.arange(2))
    path.write_bytes(path.read_bytes().replace(b"(2,), ", b"(2L,),"))  # as Python 2 wrote it
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(cp.InputError, match="has 2 weights"):
            read_weights(cp.load("othello").evaluator, path)
