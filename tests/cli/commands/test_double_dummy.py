"""`counterplay double_dummy` prints the tricks of a bridge deal."""

import json

DEAL = "N:...432 ...765 .AQ.. .K3.2."


def test_the_table_has_a_row_for_each_declarer(run):
    lines = run("double_dummy", "N:A... K... Q... J...").stdout.splitlines()
    assert [line.split() for line in lines[:2]] == [
        ["declarer", "S", "H", "D", "C", "NT"],
        ["north", "1", "1", "1", "1", "1"],
    ]


def test_cards_are_compared_in_one_denomination(run):
    options = ("--trump", "NT", "--leader", "S", "--table", "SA")
    text = run("double_dummy", DEAL, *options).stdout
    assert text.splitlines() == ["west to play takes 1 with D2", "0 with HK H3"]
    found = json.loads(run("double_dummy", DEAL, *options, "--json").stdout)
    assert found == {"to_play": "W", "tricks": 1, "cards": {"HK": 0, "H3": 0, "D2": 1}}


def test_bad_input_is_one_sentence(refused):
    assert "the card SA is in two hands" in refused("double_dummy", "N:A... A... Q... J...")
    assert "--table needs --trump" in refused("double_dummy", DEAL, "--table", "SA")
