"""`counterplay river` prints what each hand does."""

import json

SPOT = ("--board", "As Ks Qd 7h 2c", "--pot", "100", "--stack", "100", "--bets", "1")


def test_the_strategy_is_printed_by_kind_of_hand(run):
    text = run("river", "AhAd,4c3c", "KhKd", *SPOT).stdout
    assert "AsKsQd7h2c: 7" in text and "% of the pot" in text
    assert "the first player:" in text and "43s" in text
    after = run("river", "AhAd,4c3c", "KhKd", *SPOT, "--line", "all-in", "--hands").stdout
    assert "the second player after all-in" in after and "KhKd" in after


def test_json_has_every_hand(run):
    found = json.loads(run("river", "AhAd,4c3c", "KhKd", *SPOT, "--json").stdout)
    assert list(found["strategy"]) == ["AhAd", "4c3c"]
    assert abs(sum(found["values"]) - 100) < 1e-9


def test_bad_input_is_one_sentence(refused):
    assert "as in 0.5,1" in refused("river", "AA", "KK", *SPOT[:6], "--bets", "half")
    assert "there are 5" in refused("river", "AA", "KK", "--board", "As", *SPOT[2:])
    assert "no line 'raise7'" in refused("river", "QQ", "KK", *SPOT, "--line", "raise7")
