"""Counts are those of the evaluator, the regression finds what made the results, games go on."""

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import counterplay as cp
from counterplay.cli.app import app
from counterplay.core.game.weights import find_weights, joined, read_weights, split, write_weights
from counterplay.learning.counts import Counts, counts_of
from counterplay.learning.regression import Task, chance, solve
from counterplay.learning.selfplay import Plan, play_games

DOMINEERING = Path(__file__).parents[1] / "conformance" / "domineering.py"


def random_states(game: cp.Game, count: int, seed: int) -> list[Any]:
    rng, states = random.Random(seed), []
    while len(states) < count:
        s = game.initial()
        for _ in range(rng.randrange(80)):
            if game.terminal(s):
                break
            s = game.result(s, rng.choice(game.actions(s)))
        if not game.terminal(s):
            states.append(s)
    return states


@pytest.mark.parametrize("name", ["chess", "othello", DOMINEERING])
def test_counts_times_weights_are_what_the_evaluator_says(name: str | Path) -> None:
    game = cp.load(name)
    states = random_states(game, 40, seed=5)
    counts = counts_of(game, np.array([game.shape.encode(s) for s in states], game.shape.dtype))
    assert counts.rows == 40
    rng = np.random.default_rng(1)
    for weights in (game.evaluator.weights, None):
        if weights is None:  # any weights will do
            parts = rng.integers(
                -300, 300, (len(game.evaluator.weights), len(game.evaluator.units))
            )
            weights = joined(game.evaluator, parts)
        game = game.with_evaluator(dataclasses.replace(game.evaluator, weights=weights))
        summed = counts.times(split(game.evaluator, weights).ravel().astype(float))
        # An evaluator rounds off less than a point, and each count was read with that error.
        each = np.abs(split(game.evaluator, weights)).ravel()[counts.columns] / counts.step
        for i, (s, points) in enumerate(zip(states, summed, strict=True)):
            off = each[counts.starts[i] : counts.starts[i + 1]].sum()
            assert abs(game.evaluate(s) - points) <= 1 + off


def test_the_regression_finds_the_weights_that_made_the_results() -> None:
    rng = np.random.default_rng(2)
    rows, width, scale = 20_000, 6, 100.0
    made = rng.integers(-4, 5, (rows, width))
    true = np.array([90.0, -40.0, 15.0, 0.0, 60.0, -5.0])
    wanted = (rng.random(rows) < chance(made @ true, scale)).astype(float)
    counts = Counts(
        np.arange(rows + 1) * width,
        np.tile(np.arange(width, dtype=np.int32), rows),
        made.ravel().astype(np.float32),
        width,
    )
    task = Task(counts, wanted, is_scored=False)
    free = np.array([True] * 5 + [False])
    parts = task.part(0, 18_000), task.part(18_000, rows)
    start = true / 2
    found = solve(*parts, start, free, scale, rows)
    assert found.after < found.before
    assert np.abs(found.weights[:5] - true[:5]).max() < 5
    assert found.weights[5] == start[5]
    # With few games to learn from, weights stay near where they began.
    few = solve(*parts, start, free, scale, games=2)
    assert np.abs(few.weights - start).max() < 5


def test_squares_are_least_in_games_with_a_score() -> None:
    rng = np.random.default_rng(3)
    made = rng.normal(size=(2000, 3)).astype(np.float32)
    true = np.array([3.0, -2.0, 7.0])
    counts = Counts(
        np.arange(2001) * 3, np.tile(np.arange(3, dtype=np.int32), 2000), made.ravel(), 3
    )
    task = Task(counts, made @ true, is_scored=True)
    parts = task.part(0, 1800), task.part(1800, 2000)
    found = solve(*parts, np.zeros(3), np.ones(3, bool), 30.0, 10**7)
    assert np.abs(found.weights - true).max() < 0.1


def test_games_are_the_same_again_and_go_on_where_they_were_stopped(tmp_path: Path) -> None:
    game = cp.load(DOMINEERING, size=4)
    plan = Plan(games=300, nodes=50, opening_plies=3, seed=1)
    whole = play_games(game, plan, tmp_path / "a", threads=2)
    told: list[int] = []
    play_games(game, Plan(200, 50, 3, 1), tmp_path / "b")
    damaged = tmp_path / "b" / "00001.npz"
    damaged.write_bytes(damaged.read_bytes()[:100])
    again = play_games(game, plan, tmp_path / "b", report=told.append)
    assert told[0] == 100 and told[-1] == 300
    for one, other in zip(
        (whole.states, whole.results, whole.games),
        (again.states, again.results, again.games),
        strict=True,
    ):
        assert (one == other).all()
    assert set(whole.results.tolist()) == {-1, 1}
    with pytest.raises(cp.InputError, match="other rules, weights or settings"):
        play_games(game, Plan(100, 60, 3, 1), tmp_path / "b")


def test_results_of_played_out_games_are_what_exact_search_says(tmp_path: Path) -> None:
    game = cp.load(DOMINEERING, size=4)  # so small that every search sees the end
    samples = play_games(game, Plan(100, 100_000, 2, 7), tmp_path)
    assert len(samples.states) > 60
    for state, result in zip(samples.states[:60], samples.results[:60], strict=True):
        position = cp.Position(game, game.shape.decode(state))
        found = cp.search(game, position, exact=True)
        assert found.outcome == ("win" if result > 0 else "loss")


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
    with pytest.raises(cp.InputError, match="there are no weights 'foot': chess has pieces, hand"):
        find_weights(evaluator, "foot")


def test_the_command_writes_weights_that_a_match_takes(tmp_path: Path) -> None:
    out = tmp_path / "w.json"
    run = CliRunner().invoke(
        app,
        ["fit", str(DOMINEERING), "--set", "size=4", "--games", "200", "--nodes", "50",
         "--opening-plies", "4", "--save", str(tmp_path / "games"), "--out", str(out)],
    )  # fmt: skip
    assert run.exit_code == 0, run.output
    assert "validation loss" in run.output and str(out) in run.output.replace("\n", "")
    evaluator = cp.load(DOMINEERING, size=4).evaluator
    assert len(read_weights(evaluator, out)) == 2


def test_games_that_were_played_can_be_learned_from_again(tmp_path: Path) -> None:
    words = ["fit", str(DOMINEERING), "--set", "size=4"]
    how = ["--games", "200", "--nodes", "50", "--opening-plies", "4"]
    games = [*words, *how, "--save", str(tmp_path / "games")]
    first, again = str(tmp_path / "first.json"), str(tmp_path / "again.json")
    assert CliRunner().invoke(app, [*games, "--out", first]).exit_code == 0
    learn = [*words, "--played", str(tmp_path / "games"), "--out", again]
    run = CliRunner().invoke(app, learn)
    assert run.exit_code == 0, run.output
    weights = [
        json.loads(Path(name).read_text(encoding="utf-8"))["weights"] for name in (first, again)
    ]
    assert weights[0] == weights[1]
    for change, sentence in (
        (["--save", "x"], "--save is for new games and --played for old ones"),
        (["--played", str(tmp_path / "none")], "has no games"),
    ):
        run = CliRunner().invoke(app, [*learn, *change])
        assert run.exit_code == 2 and sentence in run.output.replace("\n", " ")
    (tmp_path / "games" / "00000.npz").write_bytes(b"PK")
    run = CliRunner().invoke(app, learn)
    assert run.exit_code == 2 and "is damaged" in run.output.replace("\n", " ")
    other = ["fit", "othello", "--played", str(tmp_path / "games")]
    (tmp_path / "games" / "00000.npz").unlink()
    run = CliRunner().invoke(app, other)
    assert run.exit_code == 2 and "another game than othello" in run.output.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["connect_four"], "connect_four has no evaluator with weights that could be learned"),
        (["chess", "--only", "pown", "--games", "1", "--nodes", "1"], "no feature 'pown'"),
        (["chess", "--games", "0"], "games=0 must be 1 or more"),
        (["chess", "--threads", "0"], "--threads 0 must be 1 or more"),
        (["chess", "--out", "nowhere/w.json"], "--out nowhere/w.json: there is no folder nowhere"),
    ],
)
def test_what_cannot_be_learned_gets_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(app, ["fit", *words])
    assert run.exit_code == 2
    assert sentence in run.output.replace("\n", " ")


def test_games_that_are_interrupted_leave_whole_parts_and_go_on(tmp_path: Path) -> None:
    game, plan = cp.load(DOMINEERING, size=4), Plan(500, 50, 3, 1)

    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_games(game, plan, tmp_path, threads=2, report=interrupt)
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept and all(name.endswith(".npz") for name in kept)
    told: list[int] = []
    play_games(game, plan, tmp_path, report=told.append)
    assert told[0] == 100 * len(kept) and told[-1] == 500
