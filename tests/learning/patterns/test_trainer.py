"""Training of pattern tables: planted weights are found, and a stopped training resumes."""

import dataclasses
import random
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.evaluator import network_evaluator
from counterplay.core.network.inputs import board_words
from counterplay.core.patterns.layout import Layout, groups_of
from counterplay.learning.networks.trainer import Positions, positions_of, split
from counterplay.learning.patterns.trainer import Plan, layout_for, train
from tests.network.test_evaluation import native_scores

GROUPS = groups_of([[(0, 1, 2), (2, 1, 0), (6, 7, 8), (8, 7, 6)], [(3, 4, 5)], [(1, 7), (7, 1)]])
DOMINEERING = Path(__file__).parents[2] / "conformance" / "domineering.py"
PLAN = Plan(GROUPS, stages=2, epochs=3, seed=3)
SCALE = 10_000


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("tic_tac_toe")


@pytest.fixture(scope="module")
def planted() -> np.ndarray:
    """A weight for each configuration; images have the same."""
    layout = Layout(GROUPS, 2)
    return np.random.default_rng(4).normal(0, 0.5, layout.entries)[layout.same]


@pytest.fixture(scope="module")
def positions(game: cp.Game, planted: np.ndarray) -> Positions:
    """Positions of random games. The planted weights say who is taken to win."""
    layout, dice = Layout(GROUPS, 2), random.Random(5)
    states, targets, games = [], [], []
    for number in range(1000):
        s = game.initial()
        while not game.terminal(s):
            score = planted[layout.found([int(s[0]), int(s[1])])].sum()
            states.append(game.shape.encode(s))
            targets.append(1 / (1 + np.exp(-score if game.player(s) == 0 else score)))
            games.append(number)
            s = game.result(s, dice.choice(game.actions(s)))
    return positions_of(game, np.array(states, game.shape.dtype), targets, games)


def test_planted_weights_are_found(
    game: cp.Game, positions: Positions, planted: np.ndarray
) -> None:
    """Weights of different tables can stand for one another: what they say together is compared."""
    trained = train(game, positions, dataclasses.replace(PLAN, epochs=40), SCALE)
    assert min(trained.validation) < 1e-3 * np.var(positions.targets)
    learned = game.with_evaluator(network_evaluator(trained.tables, "planted", "planted"))
    layout, dice, asked, expected = Layout(GROUPS, 2), random.Random(6), [], []
    while len(asked) < 200:
        s = game.initial()
        while not game.terminal(s):
            asked.append(s)
            expected.append(planted[layout.found([int(s[0]), int(s[1])])].sum())
            s = game.result(s, dice.choice(game.actions(s)))
    scores = np.array(native_scores(learned, asked[:200], [0] * 200, [0] * 200)) / SCALE
    errors = scores - expected[:200]
    assert np.sqrt(np.mean(errors**2)) < 0.1 * np.std(expected)


def test_weights_as_integers_lose_nothing_that_matters(game: cp.Game, positions: Positions) -> None:
    trained = train(game, positions, PLAN, SCALE)
    assert trained.rounded != min(trained.validation)
    assert trained.rounded == pytest.approx(min(trained.validation), rel=1e-3)
    assert np.abs(trained.tables.weights).max() > 30_000


def test_images_have_the_same_weight(game: cp.Game, positions: Positions) -> None:
    tables = train(game, positions, PLAN, SCALE).tables
    weights, same = tables.weights, tables.layout.same
    assert np.array_equal(weights, weights[:, same])
    assert len(np.unique(weights)) > 40


def test_a_training_that_was_stopped_ends_with_the_same_tables(
    game: cp.Game, positions: Positions, tmp_path: Path
) -> None:
    whole = train(game, positions, PLAN, SCALE)
    saved = tmp_path / "training.npz"

    def stop(epoch: int, training: float, validation: float) -> None:
        raise KeyboardInterrupt

    for _ in range(PLAN.epochs):
        with pytest.raises(KeyboardInterrupt):
            train(game, positions, PLAN, SCALE, stop, saved)
    resumed = train(game, positions, PLAN, SCALE, stop, saved)  # nothing is left to do
    assert resumed.tables.digest == whole.tables.digest
    assert resumed.validation == whole.validation
    other = dataclasses.replace(PLAN, groups=GROUPS[:2])
    alone = train(game, positions, other, SCALE)
    assert train(game, positions, other, SCALE, saved=saved).tables.digest == alone.tables.digest


def test_any_number_of_threads_gives_the_same_tables(game: cp.Game, positions: Positions) -> None:
    one, three = (
        train(game, positions, dataclasses.replace(PLAN, threads=n), SCALE).tables.digest
        for n in (1, 3)
    )
    assert one == three


def test_a_stage_without_positions_has_the_tables_of_the_nearest(
    game: cp.Game, positions: Positions
) -> None:
    on = np.bitwise_count(positions.words[:, 0]).sum(1)
    chosen = np.flatnonzero(on >= on.max() // 2)
    late = dataclasses.replace(
        positions, words=np.ascontiguousarray(positions.words[chosen]),
        targets=positions.targets[chosen], games=positions.games[chosen],
    )  # fmt: skip
    tables = train(game, late, dataclasses.replace(PLAN, stages=4), SCALE).tables
    first, second, third, _ = tables.weights.reshape(4, tables.movers, -1)
    assert first.any() and (first == second).all()
    assert (second != third).any()


def test_a_correction_learns_what_the_evaluation_misses(
    game: cp.Game, positions: Positions
) -> None:
    """The evaluation knows all of the answer but for the centre."""
    scores = np.log(positions.targets / (1 - positions.targets))
    bases = (scores - (positions.words[:, 0, 0] >> np.uint64(4) & np.uint64(1))).astype(np.float32)
    given = dataclasses.replace(positions, bases=bases)
    trained = train(game, given, dataclasses.replace(PLAN, epochs=20), SCALE)
    _, held = split(given, PLAN.seed)
    before = np.mean((1 / (1 + np.exp(-bases[held])) - given.targets[held]) ** 2)
    assert trained.tables.is_correction
    assert min(trained.validation) < 0.02 * before


def test_a_game_without_patterns_or_boards_is_told_what_to_add(game: cp.Game) -> None:
    with pytest.raises(cp.UnfitError, match=r"names no patterns: write PATTERNS = \[\["):
        layout_for(game, game.patterns)
    without = cp.load(DOMINEERING)
    assert board_words(without) == []
    with pytest.raises(cp.UnfitError, match=r"define features\(s, p, words\)"):
        layout_for(without, GROUPS)
    with pytest.raises(cp.UnfitError, match=r"PATTERNS of tic_tac_toe: .* use fewer cells"):
        layout_for(game, ((tuple(range(12)),),))
