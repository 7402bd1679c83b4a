"""`counterplay tournament` shows a crosstable, keeps its games, and goes on with them."""

import json
from pathlib import Path

import pytest

SMALL = ("connect_four", "--set", "width=5", "--set", "height=4")
PLAYERS = ("random", "textbook:ordered:depth=1,name=one", "textbook:ordered:depth=2,name=two")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games are saved in the current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_text_has_a_crosstable_and_says_how_ratings_are_made(run) -> None:
    text = run("tournament", *SMALL, *PLAYERS, "--games", 4).stdout
    assert "connect_four: 3 players, 0.1 s a move, 12 of 12 games" in text
    for word in ("Elo", "±", "score", "/4", "·", "Bradley-Terry by maximum likelihood", "the mean"):
        assert word in text
    assert "saved in  connect_four-random-one-two-" in text


def test_json_is_the_result_and_nothing_else(run) -> None:
    done = run("tournament", *SMALL, *PLAYERS, "--games", 4, "--json", "--anchor", "random=800")
    result = json.loads(done.stdout)
    assert done.stderr == ""
    assert (result["played"], result["anchor"], result["at"]) == (12, "random", 800)
    elos = {player["name"]: player["elo"] for player in result["players"]}
    assert elos["random"] == 800 and set(result["ranking"]) == set(elos)
    assert result["players"][0]["against"]["1"]["played"] == 4


def test_the_same_command_finds_its_games_again(run, folder: Path) -> None:
    arguments = ("tournament", *SMALL, *PLAYERS, "--games", 2, "--gauntlet")
    first = run(*arguments).stdout
    again = run(*arguments)
    assert again.stdout == first and "4 of 4 games" in first
    assert "4 games of them were already in connect_four-random-one-two-" in again.stderr
    assert len(list(folder.glob("*.jsonl"))) == 1


def test_a_broken_player_is_a_fault(run, folder: Path) -> None:
    (folder / "bad.py").write_text("def choose(position, limit):\n    return 77\n")
    done = run("tournament", *SMALL, "bad.py", "random", "random", "--games", 2, code=1)
    assert "illegal (bad.py) 4" in done.stdout and "random (2)" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random"], "a tournament needs at least two players, not 1"),
        (["random", "uct", "--anchor", "me"], "anchor='me' is not a player of this tournament"),
        (["random", "uct", "--anchor", "me=much"], "'much' is not a number of Elo points"),
        (["random", "casul"], "there is no player 'casul'"),
        (["random", "uct", "--games", "3"], "games=3 must be a multiple of 2"),
        (["random", "uct", "--pdn", "x.pdn"], "PDN is for checkers, not for"),
        (["random", "uct", "--table", "nowhere"], "there are no tables of connect_four in"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(refused, folder, arguments, sentence) -> None:
    assert sentence in refused("tournament", *SMALL, *arguments)
    assert list(folder.glob("*.jsonl")) == []
