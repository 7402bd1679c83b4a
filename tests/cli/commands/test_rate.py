"""`counterplay rate` measures levels, writes them, and goes on where it was stopped."""

import json
from pathlib import Path

import pytest

from counterplay.arena.ladder import read_ladder

SMALL = ("connect_four", "--set", "width=5", "--set", "height=4")
LEVELS = ("random", "textbook:ordered:depth=1", "textbook:ordered:depth=3")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_table_is_printed_and_written(run, folder: Path) -> None:
    options = ("--games", 8, "--seed", 2, "--out", "ladder.json")
    text = run("rate", *SMALL, *LEVELS, *options).stdout
    assert "3 levels from 24 games, Elo above the weakest" in text
    assert "textbook:ordered:depth=3" in text and "written to ladder.json" in text
    ladder = read_ladder(folder / "ladder.json")
    assert [level.spec for level in ladder.levels] == list(LEVELS)
    assert ladder.command == (
        "counterplay rate connect_four random textbook:ordered:depth=1 textbook:ordered:depth=3 "
        "--games 8 --seed 2 --set width=5 --set height=4"
    )
    again = run("rate", *SMALL, *LEVELS, *options, "--json")
    assert "24 games of them were already in " in again.stderr
    assert [level["elo"] for level in json.loads(again.stdout)["levels"]] == [
        level.elo for level in ladder.levels
    ]


def test_what_cannot_be_measured_gets_a_sentence(refused) -> None:
    assert "rate needs at least two levels" in refused("rate", *SMALL, "random")
    assert "--out no/where.json: there is no folder no" in refused(
        "rate", *SMALL, "--out", "no/where.json"
    )
