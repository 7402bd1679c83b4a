"""`counterplay plays` ranks the plays of a rack."""

import json

SMALL = [
    *("--set", "size=5", "--set", "rack=3", "--set", "tiles=A4:1 B2:3 E3:1 S3:1 T3:1"),
    *("--set", "words=BEAT BEATS AT TAB"),
]


def test_plays_are_printed_with_their_points(run, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    text = run("plays", "5/5/BE3/5/5", "ATS", "--moves", "2", *SMALL).stdout
    assert [line.split()[:2] for line in text.splitlines()] == [
        ["move", "points"],
        ["3A:BEATS", "64"],
        ["3A:BEAT", "12"],
    ]


def test_a_simulation_prints_its_error(run, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    arguments = ("plays", "5/5/BE3/5/5", "ATS", "--moves", "2", "--simulate", "20", *SMALL)
    first, second = json.loads(run(*arguments, "--json").stdout)["moves"]
    assert (first["text"], first["rounds"]) == ("3A:BEATS", 20) and second["error"] >= 0
    assert "±" in run(*arguments).stdout


def test_bad_input_is_one_sentence(refused):
    assert "expected letters, and ? for a blank" in refused("plays", "empty", "AE1")
    assert "expected 15 rows of 15" in refused("plays", "5/5", "AE")
    assert "must be 1 or more" in refused("plays", "empty", "AE", "--moves", "0")
    assert "there is no such file" in refused("plays", "empty", "AE", "--set", "words=no.txt")
    assert "size=4 must be odd" in refused("plays", "empty", "AE", "--set", "size=4")
