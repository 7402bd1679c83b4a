"""`counterplay perft` counts positions."""

import json


def test_json_has_four_fields(run):
    found = json.loads(run("perft", "tic_tac_toe", "--depth", "5", "--json").stdout)
    assert tuple(found) == ("game", "depth", "nodes", "seconds")
    assert (found["game"], found["depth"], found["nodes"]) == ("tic_tac_toe", 5, 15120)


def test_text_says_how_many_and_how_fast(run):
    text = run("perft", "tic_tac_toe", "--depth", "5").stdout
    assert text.startswith("tic_tac_toe, depth 5: 15,120 positions in ") and "nodes/s" in text


def test_divided_counts_add_up(run):
    found = json.loads(run("perft", "tic_tac_toe", "--depth", "5", "--divide", "--json").stdout)
    assert len(found["divide"]) == 9 and sum(found["divide"].values()) == found["nodes"] == 15120
    assert "a1  1,680" in run("perft", "tic_tac_toe", "--depth", "5", "--divide").stdout


def test_a_position_is_counted_from(run):
    found = json.loads(run("perft", "nim", "1,1,0,0", "--depth", "2", "--json").stdout)
    assert found["nodes"] == 2


def test_an_ended_game_has_no_moves_to_divide(run):
    text = run("perft", "tic_tac_toe", "xxx/oo./...", "--depth", "2", "--divide").stdout
    assert "0 positions" in text


def test_depths_out_of_range_are_refused(refused):
    assert "depth=-1 must be a whole number from 0" in refused("perft", "nim", "--depth", "-1")
    assert refused("perft", "nim", "--depth", "0", "--divide").startswith("--divide counts after")


def test_the_depth_must_be_said(run):
    assert "--depth" in run("perft", "nim", code=2).stderr
