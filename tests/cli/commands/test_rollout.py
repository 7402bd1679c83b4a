"""`counterplay rollout` plays a position many times."""

import json
from pathlib import Path

FILE = Path(__file__).parents[2] / "data" / "games" / "dice_maze.py"
MAZE = ["--set", "length=14", str(FILE)]


def test_the_text_has_the_value_with_and_without_luck(run):
    text = run("rollout", *MAZE, "--games", "64").stdout
    for words in ("value for", "±", "with luck", "64 (moves at depth 1, seed 1)"):
        assert words in text
    assert "with luck" not in run("rollout", *MAZE, "--games", "64", "--no-luck").stdout


def test_json_has_the_moves_best_first(run):
    words = ["rollout", *MAZE, "startpos", "moves", "100", "--moves", "3", "--games", "64"]
    found = json.loads(run(*words, "--json", "--seed", "4").stdout)
    values = [move["value"] for move in found["moves"]]
    assert values == sorted(values, reverse=True) and found["value"] == values[0]
    assert (found["games"], found["seed"], found["finished"]) == (64, 4, True)
    text = run(*words, "--seed", "4", "--truncate", "2").stdout
    assert "confidence" in text and "evaluated after 2 rolls" in text
    assert "64 after each move" in text


def test_what_cannot_be_rolled_out_is_refused(refused):
    assert "nim has no chance" in refused("rollout", "nim")
    assert "nowhere.py" in refused("rollout", *MAZE, "--evaluator", "nowhere.py")
    assert "--moves -1 must be 0 or more" in refused("rollout", *MAZE, "--moves", "-1")
    assert "chance is to move in startpos" in refused("rollout", *MAZE, "--moves", "2")
