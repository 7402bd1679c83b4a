"""`counterplay epd` says which problems of a suite are solved."""

import json
from pathlib import Path

import pytest

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


@pytest.fixture
def suite(tmp_path: Path):
    def write(*lines: str) -> Path:
        path = tmp_path / "suite.epd"
        path.write_text("\n".join(lines))
        return path

    return write


def test_moves_and_mates_are_solved_or_not(run, suite):
    path = suite(
        f'{BACK_RANK} bm Rd8#; id "rank";',
        f'{BACK_RANK} am d1d8; id "bad advice";',
        f'{BACK_RANK} dm 1; id "mate";',
        f'{START} dm 1; id "no mate";',
        f'{BACK_RANK} bm #1; id "sharp";',
        f'{START} am a4 b4; id "calm";',
    )
    found = json.loads(run("epd", path, "--depth", "3", "--json").stdout)
    solved = {attempt["id"]: attempt["solved"] for attempt in found["attempts"]}
    assert solved == {
        "rank": True,
        "bad advice": False,
        "mate": True,
        "no mate": False,
        "sharp": True,
        "calm": True,
    }
    assert (found["problems"], found["tried"], found["solved"]) == (6, 6, 4)
    assert found["attempts"][0]["move"] == "Rd8#" and found["attempts"][0]["distance"] == 1


def test_a_proven_mate_ends_the_search(run, suite):
    deep = "k7/8/1K6/8/8/8/8/6RR w - - dm 2;"
    found = json.loads(run("epd", suite(deep), "--time", "60", "--json").stdout)
    assert found["attempts"][0]["solved"] and found["seconds"] < 30


def test_to_be_mated_is_a_problem_too(run, suite):
    mated = "7k/8/5K2/6Q1/8/8/8/8 b - - bm #-1;"
    found = json.loads(run("epd", suite(mated), "--depth", "4", "--json").stdout)
    assert found["attempts"][0]["solved"] and found["attempts"][0]["outcome"] == "loss"


@pytest.mark.parametrize("nothing", ["bm Rd8; dm 0;", "am h3; bm #0;"])
def test_a_mate_in_no_moves_is_no_problem_and_the_rest_is_run(run, suite, nothing):
    path = suite(f"{BACK_RANK} {nothing}", f"{BACK_RANK} bm Rd8;")
    found = json.loads(run("epd", path, "--depth", "2", "--json", code=1).stdout)
    assert (found["tried"], found["solved"], len(found["unreadable"])) == (1, 1, 1)


def test_failures_are_listed_before_the_total(run, suite):
    path = suite(f'{BACK_RANK} bm h3; id "odd";', f"{BACK_RANK} bm Rd8;")
    text = run("epd", path, "--depth", "2").stdout
    assert "odd" in text and "Rd8#" in text and "1 of 2 problems solved" in text


def test_only_the_first_are_tried(run, suite):
    path = suite(*[f"{BACK_RANK} bm Rd8;"] * 5)
    assert (
        json.loads(run("epd", path, "--first", "2", "--depth", "1", "--json").stdout)["tried"] == 2
    )


def test_a_line_that_cannot_be_read_is_named_and_the_rest_is_run(run, suite):
    path = suite("rubbish", f"{BACK_RANK} bm Rd8;", f"{BACK_RANK} bm Rd9;", f"{START} id 3;")
    result = run("epd", path, "--depth", "1", "--json", code=1)
    found = json.loads(result.stdout)
    assert found["solved"] == 1 and len(found["unreadable"]) == 3
    assert "line 1: a line must begin with" in result.stderr
    assert "line 4: there is nothing to solve" in result.stderr


@pytest.mark.parametrize(
    ("lines", "arguments", "says"),
    [
        ([], [], "has no positions"),
        ([f"{BACK_RANK} bm Rd8;"], ["--first", "0"], "--first 0 must be"),
        ([f"{BACK_RANK} bm Rd8;"], ["--depth", "0"], "depth=0 must be"),
        ([f"{BACK_RANK} bm Rd8;"], ["--with", "magic=on"], "magic"),
    ],
)
def test_what_cannot_be_run_gets_a_sentence(refused, suite, lines, arguments, says):
    assert says in refused("epd", suite(*lines), *arguments)


def test_a_file_that_is_not_there_is_named(refused):
    assert "nowhere.epd cannot be read" in refused("epd", "nowhere.epd")
