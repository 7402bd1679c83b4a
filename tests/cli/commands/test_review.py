"""`counterplay review` shows what each decision of a file lost, and the totals."""

import json
from pathlib import Path

import counterplay as cp
from counterplay.formats.mat.records import write
from counterplay.formats.record import GameRecord


def games_file(folder: Path) -> Path:
    """A game of backgammon without the cube, of one good play and a bad one."""
    game = cp.load("backgammon")
    position = game.position("startpos moves 31 8/5,6/5 64 8/2,8/4")
    path = folder / "games.mat"
    with path.open("w") as file:
        write(file, [(game, GameRecord.of(position, players=("Anna", "Bert")))])
    return path


def test_errors_are_ranked_and_added_up(run, tmp_path: Path) -> None:
    text = run("review", games_file(tmp_path), "--depth", 1).stdout
    assert "1. Anna – Bert" in text
    assert "4. Bert rolled 64: 8/2,8/4  -0." in text and "Anna rolled" not in text
    lines = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}
    assert lines["moves"] == ["1", "1"]
    assert lines["rating"] == ["supernatural", "awful"]


def test_json_has_every_decision(run, tmp_path: Path) -> None:
    found = json.loads(run("review", games_file(tmp_path), "--depth", 1, "--json").stdout)
    [game] = found["games"]
    first, second = game["decisions"]
    assert (first["played"], first["loss"]) == ("8/5,6/5", 0)
    assert second["grade"] in ("bad", "very bad")
    assert game["totals"][1]["loss"] == second["loss"]


def test_a_file_without_games_is_refused(run, tmp_path: Path) -> None:
    path = tmp_path / "games.mat"
    path.write_text(" 3 point match\n")
    assert "has no game to review" in run("review", path, code=2).stderr
