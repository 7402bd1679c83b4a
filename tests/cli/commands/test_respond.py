"""`counterplay respond` answers the games of an opponent, or its strategy."""

import json


def test_the_games_of_a_match_are_answered(run, tmp_path):
    games, answer = str(tmp_path / "games.jsonl"), str(tmp_path / "answer.strategy")
    run("match", "kuhn", "random", "random:name=other", "--games", "40", "--out", games)
    text = run("respond", "kuhn", games, "--player", "random", "--out", answer).stdout
    assert "against the model player 1 +" in text and "40 games seen" in text
    again = json.loads(run("respond", "kuhn", answer, "--trust", "1", "--json").stdout)
    assert again["trust"] == 1 and len(again["information_sets"]) == 12


def test_bad_input_is_one_sentence(run, refused, tmp_path):
    made = str(tmp_path / "kuhn.strategy")
    run("equilibrium", "kuhn", "--out", made)
    assert "must be from 0 to 1" in refused("respond", "kuhn", made, "--trust", "7")
    assert "so --player has no meaning" in refused("respond", "kuhn", made, "--player", "x")
    assert "cannot be read" in refused("respond", "kuhn", str(tmp_path / "nothing"))
    (tmp_path / "other.jsonl").write_text('{"game": "nim", "moves": []}\n')
    assert "has no games of kuhn" in refused("respond", "kuhn", str(tmp_path / "other.jsonl"))
