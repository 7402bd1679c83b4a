"""`counterplay td`."""

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import Result

from counterplay.learning.td import course
from counterplay.learning.td.network import read_network
from tests.conftest import need


def test_a_network_is_trained_and_its_curve_is_drawn(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    need(find_spec("torch") is not None, "PyTorch")
    out = tmp_path / "td"
    result = run("td", "--games", 20, "--hidden", 3, "--pairs", 2, "--out", out, "--json")
    told = json.loads(result.stdout)
    assert [mark["games"] for mark in told["marks"]] == [20]
    assert read_network(Path(told["path"])).about["games"] == 20
    assert "points per game against pubeval" in (out / "curve.svg").read_text(encoding="utf-8")


def test_many_games_at_once_are_finished(run: Callable[..., Result], tmp_path: Path) -> None:
    need(find_spec("torch") is not None, "PyTorch")
    options = ("--games", 10, "--hidden", 3, "--at-once", 8, "--minibatch", 8, "--pairs", 2)
    result = run("td", *options, "--out", tmp_path / "td")
    assert "points per game against pubeval" in result.stderr


def test_a_gpu_plays_many_games_at_once(refused: Callable[..., str]) -> None:
    assert "--at-once" in refused("td", "--device", "cuda")


MANY = ("--hidden", 3, "--at-once", 8, "--minibatch", 8, "--pairs", 2)


def test_a_training_resumes_that_was_stopped_before_its_first_match(
    run: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    need(find_spec("torch") is not None, "PyTorch")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    words = ("td", "--games", 10, *MANY, "--out", tmp_path / "td", "--json")
    with monkeypatch.context() as patched:
        patched.setattr(course, "KEPT_SECONDS", 0.0)
        patched.setattr(course, "play_match", stopped)
        run(*words, code=130)
    assert json.loads(run(*words).stdout)["marks"][-1]["games"] >= 10


def test_one_process_trains_in_a_folder(refused: Callable[..., str], tmp_path: Path) -> None:
    with course.used_alone(tmp_path / "td"):
        assert "another process" in refused("td", *MANY, "--out", tmp_path / "td")


def test_many_games_at_once_resume_from_what_was_kept(
    run: Callable[..., Result], tmp_path: Path, refused: Callable[..., str]
) -> None:
    need(find_spec("torch") is not None, "PyTorch")
    out = tmp_path / "td"
    first = json.loads(run("td", "--games", 10, *MANY, "--out", out, "--json").stdout)
    kept = read_network(out / "network.td")
    second = json.loads(run("td", "--games", 30, *MANY, "--out", out, "--json").stdout)
    assert second["marks"][0] == first["marks"][0]
    assert second["marks"][-1]["games"] >= 30
    assert second["marks"][-1]["plays"] > first["marks"][-1]["plays"]
    assert (read_network(out / "network.td").hidden_weights != kept.hidden_weights).any()
    assert "other options" in refused("td", *MANY, "--out", out, "--lambda", 0.5)
    (out / "training.pt").write_bytes(b"torn")
    assert "damaged" in refused("td", *MANY, "--out", out)
