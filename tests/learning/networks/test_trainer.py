"""Training: it learns, resumes as if it had never stopped, and PyTorch agrees with it."""

import dataclasses
import os
import random
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.evaluator import network_evaluator
from counterplay.learning.networks.torch_trainer import device_of, train_by_torch
from counterplay.learning.networks.trainer import (
    KERNEL,
    MOST_ON,
    Plan,
    Positions,
    Report,
    Trained,
    positions_of,
    split,
    train,
)
from tests.conftest import need

PLAN = Plan(width=16, epochs=4, batch=64, rate=0.01, seed=3)
SCALE = 100


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("tic_tac_toe")


@pytest.fixture(scope="module")
def positions(game: cp.Game) -> Positions:
    """Positions of random games. Whoever has more corners of the board is taken to win."""
    dice, states, targets, games = random.Random(5), [], [], []
    corners = 0b101000101
    for number in range(300):
        s = game.initial()
        while not game.terminal(s):
            mine, other = (int(b).bit_count() for b in (s[0] & corners, s[1] & corners))
            lead = mine - other if game.player(s) == 0 else other - mine
            states.append(game.shape.encode(s))
            targets.append(1 / (1 + np.exp(-lead)))
            games.append(number)
            s = game.result(s, dice.choice(game.actions(s)))
    return positions_of(game, np.array(states, game.shape.dtype), targets, games)


def test_a_network_learns_what_the_positions_say(game: cp.Game, positions: Positions) -> None:
    plan = dataclasses.replace(PLAN, epochs=30)
    trained = train(game, positions, plan, SCALE)
    assert min(trained.validation) < 0.1 * trained.validation[0]
    learned = game.with_evaluator(network_evaluator(trained.network, "corners", "corners"))
    # X has three corners, O none; then the same with O to move.
    for moves, lead in (("a1 b1 c1 b2 a3", 3), ("a1 b1 c1 b2", 2)):
        position = learned.position(f"startpos moves {moves}")
        score = learned.evaluate_for(position.state, 0)
        assert abs(score / SCALE - lead) < 0.5, (moves, score)
        assert learned.evaluate_for(position.state, 1) == -score


def test_whole_games_are_held_back(positions: Positions) -> None:
    training, validation = split(positions, 1)
    assert len(training) + len(validation) == len(positions)
    assert not set(positions.games[training]) & set(positions.games[validation])
    assert len(set(positions.games[validation])) == 15


def by_torch(
    game: cp.Game,
    positions: Positions,
    plan: Plan,
    scale: int,
    report: Report | None = None,
    saved: Path | None = None,
) -> Trained:
    return train_by_torch(game, positions, plan, scale, report, "cpu", saved)


@pytest.mark.parametrize("train", [train, by_torch], ids=["compiled", "PyTorch"])
def test_a_training_that_was_stopped_ends_with_the_same_network(
    game: cp.Game, positions: Positions, tmp_path: Path, train: Callable[..., Trained]
) -> None:
    need(train is not by_torch or find_spec("torch") is not None, "PyTorch")
    whole = train(game, positions, PLAN, SCALE)
    saved = tmp_path / "training.npz"

    def stop(epoch: int, training: float, validation: float) -> None:
        raise KeyboardInterrupt

    for _ in range(PLAN.epochs):
        with pytest.raises(KeyboardInterrupt):
            train(game, positions, PLAN, SCALE, stop, saved)
    resumed = train(game, positions, PLAN, SCALE, stop, saved)  # nothing is left to do
    assert resumed.network.digest == whole.network.digest
    assert resumed.validation == whole.validation


def test_a_saved_training_of_another_plan_or_a_damaged_one_is_not_resumed(
    game: cp.Game, positions: Positions, tmp_path: Path
) -> None:
    saved = tmp_path / "training.npz"
    train(game, positions, PLAN, SCALE, saved=saved)
    other = dataclasses.replace(PLAN, rate=0.02)
    alone = train(game, positions, other, SCALE)
    assert train(game, positions, other, SCALE, saved=saved).network.digest == alone.network.digest
    saved.write_bytes(saved.read_bytes()[:1000])
    assert train(game, positions, other, SCALE, saved=saved).network.digest == alone.network.digest


def test_more_inputs_than_the_kernel_has_room_for_are_refused(game: cp.Game) -> None:
    words = np.full((20, 2, MOST_ON // 64 + 1), 2**64 - 1, np.uint64)
    words[:, 0] = 0
    full = Positions(words, np.zeros(20, np.float32), np.arange(20))
    with pytest.raises(cp.UnfitError, match=r"4,160 inputs .* at most 4,096"):
        train(game, full, Plan(), 100)
    assert f"\nMOST_ON = {MOST_ON}\n" in KERNEL.read_text(encoding="utf-8")


def test_too_few_games_are_refused(game: cp.Game, positions: Positions) -> None:
    one = dataclasses.replace(positions, games=np.zeros_like(positions.games))
    with pytest.raises(cp.InputError, match="too few games to learn from"):
        train(game, one, PLAN, SCALE)


def test_threads_read_the_same_inputs(game: cp.Game) -> None:
    states = np.zeros(101, game.shape.dtype)
    for i in range(101):
        states[i] = game.shape.encode(game.position(f"startpos moves {'abc'[i % 3]}1").state)
    one, three = (positions_of(game, states, np.zeros(101), np.zeros(101), n) for n in (1, 3))
    assert np.array_equal(one.words, three.words) and len(np.unique(one.words)) > 3


def test_a_correction_learns_what_the_evaluation_misses(
    game: cp.Game, positions: Positions
) -> None:
    """The evaluation knows all but one bit of the answer: the correction is that bit."""
    leads = np.log(positions.targets / (1 - positions.targets))
    bases = (leads - (positions.words[:, 0, 0] & np.uint64(1))).astype(np.float32)
    given = dataclasses.replace(positions, bases=bases)
    trained = train(game, given, dataclasses.replace(PLAN, epochs=20), SCALE)
    assert min(trained.validation) < 1e-3
    assert trained.network.is_correction
    if find_spec("torch") is not None or os.environ.get("CI"):
        there = train_by_torch(
            game, given, dataclasses.replace(PLAN, epochs=20), SCALE, device="cpu"
        )
        assert there.validation == pytest.approx(trained.validation, rel=0.05, abs=1e-6)


def test_weight_decay_keeps_weights_small(game: cp.Game, positions: Positions) -> None:
    free, held = (
        train(game, positions, dataclasses.replace(PLAN, decay=decay), SCALE).network
        for decay in (0.0, 3.0)
    )
    assert np.abs(held.rows).mean() < 0.9 * np.abs(free.rows).mean()


def test_pytorch_trains_the_same_network(game: cp.Game, positions: Positions) -> None:
    need(find_spec("torch") is not None, "PyTorch")
    here, there = (
        train(game, positions, PLAN, SCALE),
        train_by_torch(game, positions, PLAN, SCALE, device="cpu"),
    )
    assert there.validation == pytest.approx(here.validation, rel=1e-3)
    difference = here.network.rows.astype(int) - there.network.rows
    assert np.abs(difference).max() <= 2


def test_a_gpu_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = ModuleType("torch")
    torch.cuda = SimpleNamespace(is_available=lambda: False)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", torch)
    with pytest.raises(cp.InputError, match="PyTorch finds no GPU here"):
        device_of("cuda")


def test_a_gpu_without_pytorch_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(cp.InputError, match="needs PyTorch"):
        device_of("cuda")
