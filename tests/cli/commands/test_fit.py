"""`counterplay fit` learns weights, writes them, and learns from saved games again."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import counterplay as cp
from counterplay.cli.app import app
from counterplay.core.game.weights import read_weights

DOMINEERING = Path(__file__).parents[2] / "conformance" / "domineering.py"


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
    flat = CliRunner().invoke(app, [*learn, "--flat"])
    assert flat.exit_code == 0, flat.output
    assert json.loads(Path(again).read_text(encoding="utf-8"))["weights"] != weights[0]
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
    assert run.exit_code == 2 and "another game, not of othello" in run.output.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["connect_four"], "connect_four has no evaluator with weights to learn"),
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
