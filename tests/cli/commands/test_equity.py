"""`counterplay equity` prints exact equities."""

import json


def test_both_sides_are_printed(run):
    text = run("equity", "AsAh", "7c7d", "--board", "7h2c3d").stdout
    assert text.startswith("AsAh: ") and "\n7c7d: " in text and "990 deals" in text


def test_json_has_the_counts(run):
    found = json.loads(run("equity", "AsAh", "--board", "AcAd2c3c4h", "--json").stdout)
    assert (found["wins"], found["deals"]) == (989, 990)  # only 5c6c beats four aces


def test_bad_input_is_one_sentence(refused):
    assert "'Zx' is not a card" in refused("equity", "AsZx")
    assert "has 6 cards" in refused("equity", "AsKs", "--board", "2c3c4c5c6c7c")
