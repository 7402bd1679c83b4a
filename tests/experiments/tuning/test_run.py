"""`tune`: the same numbers after a stop as without one, confirmed by a match, and refusals."""

import json

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.engine.alphabeta.numbers import NUMBERS, UNIT
from counterplay.engine.alphabeta.tuned import read_tuned
from counterplay.experiments.tuning.run import Plan, tune
from counterplay.experiments.tuning.spsa import Schedule

NAMES = ("futility_margin", "reduction_slope")


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("othello")


def plan(**changes):
    given = {
        "names": NAMES, "schedule": Schedule(4, seed=5), "games": 4, "nodes": 2_000,
        "confirm_games": 6,
    }  # fmt: skip
    return Plan(**{**given, **changes})


def quiet(done, numbers):
    """Report nothing."""


@pytest.fixture(scope="module")
def finished(game, tmp_path_factory):
    """A tuning that was never stopped: its folder, what it reported, and its outcome."""
    folder, told = tmp_path_factory.mktemp("finished"), []
    outcome = tune(game, plan(), folder, lambda k, n: told.append((k, dict(n))), "the command")
    return folder, told, outcome


def test_the_numbers_are_written_with_what_made_them(finished):
    folder, told, outcome = finished
    assert [k for k, _ in told] == [0, 1, 2, 3, 4]
    own = cp.load("othello").search_settings
    start = {name: own.get(name, NUMBERS[name].default) for name in NAMES}
    assert told[0][1] == pytest.approx(start, abs=1e-3)
    assert told[-1][1] == outcome.tuned.numbers != start
    written = json.loads((folder / "tuned.json").read_text())
    assert (written["game"], written["command"], written["games"]) == (
        "othello", "the command", 16,
    )  # fmt: skip
    assert read_tuned(folder / "tuned.json", "othello") == outcome.tuned.numbers
    match = outcome.confirmation
    assert match.sprt is not None and match.wins + match.draws + match.losses <= 6


def test_a_stopped_run_ends_with_the_same_numbers(game, finished, tmp_path):

    def stop_at(last):
        def report(done, numbers):
            if done == last:
                raise KeyboardInterrupt

        return report

    for last in (1, 3, 4):
        with pytest.raises(KeyboardInterrupt):
            tune(game, plan(), tmp_path, stop_at(last), "the command")
        assert len(json.loads((tmp_path / "scores.json").read_text())) == last
    assert tune(game, plan(), tmp_path, quiet, "the command").tuned == finished[2].tuned


def test_what_a_tuned_file_says_is_searched_with(game, finished):
    folder, _, outcome = finished
    found, file = outcome.tuned.numbers, str(folder / "tuned.json")
    engine = cp.make_engine(game, tuned=file)
    assert {name: getattr(engine.settings, name) for name in NAMES} == found
    ctx = engine.context.record
    assert engine.kernel.UNIT == UNIT
    assert int(ctx.futility_margin) == round(UNIT * found["futility_margin"])
    asked = cp.make_engine(game, tuned=file, futility_margin=2.5)
    assert asked.settings.futility_margin == 2.5
    assert asked.settings.reduction_slope == found["reduction_slope"]
    with pytest.raises(UnfitError, match="is for othello, not for breakthrough"):
        cp.make_engine(cp.load("breakthrough"), tuned=file)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": ("futlity",)}, "no number 'futlity': choose from reduction_base"),
        ({"names": ()}, "nothing to tune"),
        ({"names": ("null_reduction",) * 2}, "named twice"),
        ({"games": 3}, "games=3 must be even"),
        ({"confirm_games": 0}, "confirm_games=0 must be even"),
        ({"nodes": 0}, "nodes=0 must be 1 or more"),
        ({"jobs": 0}, "jobs=0 must be 1 or more"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(changes, message):
    with pytest.raises(InputError, match=message):
        plan(**changes)


def test_a_folder_with_another_plan_is_refused(game, tmp_path):
    tune(game, plan(schedule=Schedule(1), games=2), tmp_path, quiet, "c")
    with pytest.raises(InputError, match="begun with other options"):
        tune(game, plan(), tmp_path, quiet, "c")
    (tmp_path / "plan.json").write_text("{")
    with pytest.raises(InputError, match=r"plan\.json is damaged"):
        tune(game, plan(), tmp_path, quiet, "c")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 9}, "of format 9"),
        ({"numbers": {"futlity": 1}}, "there is no number 'futlity'"),
        ({"numbers": {"futility_margin": 1e9}}, "futility_margin=1e.09 is not from 0.1 to 8"),
        ({"numbers": {"futility_margin": float("nan")}}, "is not from"),
        ({"numbers": [1]}, "damaged file of tuned numbers"),
    ],
)
def test_a_damaged_file_is_refused(change, message, game, tmp_path):
    good = {
        "format": 1, "game": "othello", "command": "", "games": 2, "start": {}, "numbers": {},
        "elo": None, "elo_low": None, "elo_high": None,
    }  # fmt: skip
    file = tmp_path / "tuned.json"
    file.write_text(json.dumps(good))
    assert read_tuned(file, "othello") == {}
    file.write_text(json.dumps({**good, **change}))
    with pytest.raises(InputError, match=message):
        cp.make_engine(game, tuned=str(file))


def test_a_game_that_alpha_beta_does_not_fit_is_refused(tmp_path):
    with pytest.raises(UnfitError, match="tune works with alphabeta only"):
        tune(cp.load("dots_and_boxes", players=3), plan(), tmp_path, quiet, "c")
