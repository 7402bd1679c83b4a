"""Calibrations as files: read as written, found by themselves, refused where they do not fit."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.alphabeta.kernel.switches import PROBCUT
from counterplay.engine.alphabeta.probcut import calibration
from counterplay.engine.alphabeta.probcut.calibration import (
    DEEPEST,
    MOST_CHECKS,
    SHIPPED,
    Calibration,
    calibration_for,
    find_calibration,
    own_file,
    parameters_of,
    read_calibration,
)
from counterplay.engine.alphabeta.probcut.regression import Regression
from counterplay.engine.base import make_engine
from counterplay.engine.evaluator_fingerprint import fingerprint_of
from counterplay.players.evaluation import with_evaluation
from counterplay.players.parse import parse_spec

ROWS = (
    Regression(3, 1, 0.9, 10.0, 200.0, 210.0, 0.95, 400),
    Regression(5, 3, 1.1, -20.5, 150.0, 160.0, 0.97, 390),
    Regression(5, 1, 0.8, 30.0, 300.0, 310.0, 0.9, 390),
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """No calibration but those of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(calibration, "SHIPPED", tmp_path / "shipped")
    return tmp_path


@pytest.fixture
def game():
    return cp.load("breakthrough")


def made_for(game: cp.Game) -> Calibration:
    return Calibration(
        game=game.name,
        parameters=parameters_of(game),
        evaluator=game.evaluator.name,
        fingerprint=fingerprint_of(game),
        seed=1,
        positions=400,
        depth=5,
        left=60,
        command="counterplay calibrate breakthrough",
        regressions=ROWS,
    )


def reweighted(game: cp.Game) -> cp.Game:
    weights = np.array(game.evaluator.weights)
    weights[0] += 1
    return game.with_evaluator(replace(game.evaluator, weights=weights))


def test_what_is_written_is_read(game, tmp_path):
    made = made_for(game)
    made.write(tmp_path / "new" / "b.json")
    assert read_calibration(tmp_path / "new" / "b.json") == made
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["b.json"]


def test_parameters_of_any_kind_come_back_equal(tmp_path):
    nim = cp.load("nim", piles=(3, 4, 5))
    made = replace(made_for(cp.load("breakthrough")), parameters=parameters_of(nim))
    made.write(tmp_path / "nim.json")
    assert read_calibration(tmp_path / "nim.json").parameters == parameters_of(nim)


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"format": 1}, "is a calibration of format 1, but this version reads format 2"),
        ({"regressions": 3}, "is a damaged calibration"),
        ({"seed": None, "regressions": [{"deep": 3}]}, "is a damaged calibration"),
    ],
)
def test_other_formats_are_refused(game, tmp_path, change, complaint):
    path = tmp_path / "c.json"
    path.write_text(json.dumps({**made_for(game).as_json(), **change}))
    with pytest.raises(InputError, match=complaint):
        read_calibration(path)


@pytest.mark.parametrize(
    "change",
    [
        {"slope": 0.0}, {"slope": float("nan")}, {"offset": "1"}, {"sigma": -1.0},
        {"sigma_end": -1.0}, {"shallow": 0},
        {"shallow": 3}, {"deep": DEEPEST + 1},
    ],
)  # fmt: skip
def test_numbers_that_would_cut_wrongly_are_refused(game, tmp_path, change):
    path = tmp_path / "c.json"
    replace(made_for(game), regressions=(replace(ROWS[0], **change),)).write(path)
    with pytest.raises(InputError, match="is a damaged calibration"):
        read_calibration(path)


def test_more_checks_than_the_kernel_has_room_for_are_refused(game, tmp_path):
    path = tmp_path / "c.json"
    replace(made_for(game), regressions=(ROWS[1],) * (MOST_CHECKS + 1)).write(path)
    with pytest.raises(InputError, match="more than 2 checks for 5 plies"):
        read_calibration(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", "\x00", '{"format": '])
def test_what_is_no_calibration_is_refused(tmp_path, text):
    path = tmp_path / "c.json"
    path.write_text(text)
    with pytest.raises(InputError, match="is not a calibration"):
        read_calibration(path)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_calibration(tmp_path / "none.json")


def test_a_calibration_fits_the_game_and_evaluator_it_was_made_for(game):
    made = made_for(game)
    assert made.unfit(cp.load("breakthrough")) is None
    assert "is for breakthrough, not for nim" in made.unfit(cp.load("nim"))
    assert "with width=8, height=8" in made.unfit(cp.load("breakthrough", width=6))
    assert "another evaluator of breakthrough" in made.unfit(reweighted(game))
    assert "another evaluator of breakthrough" in made.unfit(game.with_evaluator(None))


def test_one_for_another_evaluator_is_refused_by_name(game, tmp_path):
    made_for(game).write(tmp_path / "c.json")
    with pytest.raises(UnfitError, match="or another version of it; `counterplay calibrate break"):
        calibration_for(reweighted(game), str(tmp_path / "c.json"), False)


def test_none_is_refused_only_where_it_was_asked_for(game):
    assert calibration_for(game, "", False) is None
    with pytest.raises(
        UnfitError, match=r"probcut needs a calib.* `counterplay calibrate breakthrough`"
    ):
        calibration_for(game, "", True)


def test_the_remedy_names_a_file_of_the_users_own(tmp_path):
    path = tmp_path / "breakthrough.py"
    path.write_text(Path(cp.load("breakthrough").path).read_text())
    with pytest.raises(UnfitError, match=f"`counterplay calibrate {path}`"):
        calibration_for(cp.load(path), "", True)


def test_the_users_own_comes_before_the_shipped_one(game, own_folder):
    made = made_for(game)
    assert find_calibration(game) is None
    replace(made, seed=2).write(own_folder / "shipped" / "breakthrough.json")
    assert find_calibration(game).seed == 2
    replace(made, seed=3).write(own_file(game))
    assert find_calibration(game).seed == 3
    assert find_calibration(reweighted(game)) is None


def test_a_fingerprint_is_of_what_the_evaluator_says(game, tmp_path):
    copy = tmp_path / "breakthrough.py"
    source = Path(game.path).read_text()
    copy.write_text(source.replace("def evaluate(s, weights):", "def evaluate(s, weights):  # !"))
    assert fingerprint_of(cp.load(copy)) == fingerprint_of(game)
    copy.write_text(source.replace("points = weights[0]", "points = weights[0] + 1"))
    assert fingerprint_of(cp.load(copy)) != fingerprint_of(game)
    assert fingerprint_of(reweighted(game)) != fingerprint_of(game)


def test_the_kernel_has_room_for_what_a_calibration_may_hold(game, tmp_path):
    made_for(game).write(tmp_path / "c.json")
    player = make_engine(game, calibration=str(tmp_path / "c.json"), probcut_deviations=1.25)
    assert isinstance(player, AlphaBeta) and player.use & PROBCUT
    ctx = player.context.record
    assert ctx.cut_shallow.shape == (DEEPEST + 1, MOST_CHECKS)
    assert ctx.cut_threshold == 1.25
    assert ctx.cut_shallow[3].tolist() == [1, 0] and ctx.cut_shallow[5].tolist() == [1, 3]
    assert ctx.cut_slope[5].tolist() == [0.8, 1.1] and ctx.cut_offset[5].tolist() == [30.0, -20.5]
    assert ctx.cut_remaining == 60 and ctx.cut_sigma_end[5].tolist() == [310.0, 160.0]
    assert ctx.cut_sigma[5].tolist() == [300.0, 150.0] and ctx.cut_shallow[4].tolist() == [0, 0]


def test_without_a_calibration_probcut_is_off(game):
    player = make_engine(game)
    assert isinstance(player, AlphaBeta) and not player.use & PROBCUT


def test_shipped_calibrations_are_for_the_games_as_they_are(monkeypatch):
    monkeypatch.setattr(calibration, "SHIPPED", SHIPPED)
    for path in SHIPPED.glob("*.json"):
        name, _, weights = path.stem.partition("-")
        game = cp.load(name)
        if weights:
            game = with_evaluation(game, parse_spec(f"alphabeta:weights={weights}"))
        assert read_calibration(path).unfit(game) is None
        assert find_calibration(game) == read_calibration(path)
