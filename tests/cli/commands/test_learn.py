"""`counterplay learn` writes an evaluation that a match takes."""

from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.patterns.patterns import read_patterns
from counterplay.learning import gpu_selfplay
from counterplay.learning.networks import learn
from tests.cli.conftest import Run


def test_pattern_tables_are_learned_and_played_with(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, folder = tmp_path / "own.py", tmp_path / "learned"
    text = Path(cp.load("tic_tac_toe").path).read_text(encoding="utf-8")
    game.write_text(f"{text}\nPATTERNS = [[(0, 1, 2), (6, 7, 8)], [(0, 4, 8)]]\n", encoding="utf-8")
    command = (
        "learn", game, "--kind", "patterns", "--rounds", 1, "--games", 200, "--nodes", 50,
        "--opening-plies", 2, "--stages", 2, "--epochs", 3, "--match-games", 8,
        "--match-nodes", 50, "--threads", 1, "--out", folder,
    )  # fmt: skip
    with monkeypatch.context() as stopped:
        stopped.setattr(learn, "match", _stop)
        assert "to resume, run" in run(*command, code=130).output
    said = run(*command).output
    assert "3 patterns, 54 configurations" in said and "as 16-bit integers" not in said
    new = folder / "round-01" / "new.patterns"
    tables = read_patterns(new)
    assert (tables.game, tables.stages, tables.movers) == ("own", 2, 2)
    said = run(
        "match", game, f"alphabeta:evaluator={new}", "random", "--nodes", 50, "--games", 10,
        "--out", tmp_path / "games.jsonl",
    ).output  # fmt: skip
    assert "10 of 10 games" in said


def _stop(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "games cannot be played on a GPU here: there is none"),
        (("--cluster", "local"), "a cluster plays on CPUs: leave --play-on or --cluster out"),
        (("--trace", 0.5), "--trace is for self-play on the CPU: leave --play-on out"),
        (("--leaf",), "--leaf is for self-play on the CPU: leave --play-on out"),
        (("--kind", "patterns"), "--kind patterns is for self-play on the CPU"),
    ],
)
def test_learn_says_what_a_gpu_cannot_play(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, options: Any, sentence: str
) -> None:
    monkeypatch.setattr(gpu_selfplay, "why_not", lambda: "there is none")
    command = ("learn", "tic_tac_toe", "--play-on", "cuda", "--out", tmp_path / "x")
    assert sentence in " ".join(run(*command, *options, code=2).output.split())
    assert not (tmp_path / "x").exists(), "the folder can be used without the option"


def test_learn_knows_two_places_to_play_on(run: Run, tmp_path: Path) -> None:
    said = run("learn", "tic_tac_toe", "--play-on", "moon", "--out", tmp_path / "x", code=2).output
    assert "play_on=moon must be one of cpu, cuda" in " ".join(said.split())
