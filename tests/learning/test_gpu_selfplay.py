"""Self-play on a GPU: right in the CUDA simulator, and refused where it cannot be."""

import random
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import types

import counterplay as cp
from counterplay.core.game.errors import UnfitError
from counterplay.learning import gpu_selfplay
from counterplay.learning.gpu_selfplay import game_seeds, pairs, require_gpu, weights_of
from counterplay.learning.selfplay import GPU_KERNEL, Plan, mark_of


def test_values_results_and_parts_are_right_in_the_simulator(simulated: Callable[..., str]) -> None:
    told = simulated("learning/cuda_selfplay.py")
    assert told == "values right, values of a network right, whole games right, lanes right\n"


def test_the_games_of_chess_compile_for_a_gpu(cuda: Any) -> None:
    """No test in the simulator has quiescence search, or passes."""
    game = cp.load("chess")
    kernel = import_module("counterplay.core.compile.cuda.bind").bind_cuda(game, GPU_KERNEL)
    state, longs = numba.from_dtype(game.shape.dtype), types.int64[::1]
    rows, frames = types.int64[:, ::1], types.int64[:, :, ::1]
    words, halves, scores = types.uint64[:, ::1], types.int16[:, ::1], types.int32[:, ::1]
    states, roots = types.Array(state, 2, "C"), types.Array(state, 1, "C")
    weights = [types.Array(numba.from_dtype(w.dtype), w.ndim, "C") for w in weights_of(game)]
    arguments = (
        types.int64, longs, longs, longs, rows, roots, rows, states, frames, words, rows, scores,
        words, frames, halves, words, scores, *weights, states, scores, scores, longs, states,
        scores, scores,
    )  # fmt: skip
    code, _ = cuda.compile(kernel.play.py_func, arguments, device=False, abi="numba", cc=(9, 0))
    assert ".entry" in code and "bar.sync" in code


def test_sums_in_pairs_are_added_like_sums() -> None:
    dice = random.Random(1)
    for _ in range(2_000):
        rows = np.array([[dice.randrange(-3_000, 3_000) for _ in range(4)] for _ in range(9)])
        both = pairs(rows).sum(0, dtype=np.int32)
        low = both.astype(np.int16)
        high = (both - low) >> 16
        assert np.array_equal(np.stack([low, high], 1).ravel(), rows.sum(0))


def test_each_game_has_a_seed_of_its_own() -> None:
    plan = Plan(games=300, nodes=1, opening_plies=0, seed=1)
    other = Plan(games=300, nodes=1, opening_plies=0, seed=2)
    seeds = [game_seeds(p, number) for p in (plan, other) for number in range(3)]
    assert len(np.unique(seeds)) == 600
    assert np.array_equal(game_seeds(plan, 1), seeds[1])


def test_the_games_of_a_gpu_are_not_taken_for_those_of_the_cpu() -> None:
    game, plan = cp.load("tic_tac_toe"), Plan(games=9, nodes=9, opening_plies=0, seed=1)
    assert mark_of(game, plan) != mark_of(game, replace(plan, on_gpu=True))


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (cp.load("pig"), "a game of chance: its self-play is on the CPU"),
        (cp.load("othello"), "has pattern tables, which cannot run on a GPU"),
        (cp.load("dark_hex"), "hides part of its state"),
    ],
)
def test_a_game_that_cannot_be_played_there_is_refused(
    monkeypatch: pytest.MonkeyPatch, game: cp.Game, why: str
) -> None:
    monkeypatch.setattr(gpu_selfplay, "why_not", lambda: None)
    with pytest.raises(UnfitError, match=why):
        require_gpu(game)


def test_a_game_with_superko_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gpu_selfplay, "why_not", lambda: None)
    text = Path(cp.load("connect_four").path).read_text(encoding="utf-8")
    (tmp_path / "own.py").write_text(text.replace("Facts(", "Facts(superko=True, "))
    with pytest.raises(UnfitError, match="own has superko: its self-play is on the CPU"):
        require_gpu(cp.load(tmp_path / "own.py"))
