"""`counterplay retrograde` prints the passes and draws the graph of states."""

import json
from xml.etree import ElementTree


def test_nim_is_printed_state_by_state(run):
    text = run("retrograde", "nim", "--set", "piles=2,2").stdout
    assert "2,2              W   ?   ?   ?   B" in text
    assert "14 states, 3 passes: W 6, B 8, ? 0. The start is won by B in 3 plies." in text


def test_an_endgame_is_printed_pass_by_pass(run):
    text = run("retrograde", "krk", "--set", "width=3", "--set", "height=3").stdout
    assert "364 states, 6 passes: W 248, B 0, ? 116" in text
    assert "The longest win takes 6 plies" in text


def test_a_graph_of_ones_own_is_drawn(run, tmp_path):
    graph, picture = tmp_path / "mine.txt", tmp_path / "mine.svg"
    graph.write_text("a W -> b c\nb B -> a win\nc B -> loss\nwin = W\nloss = B\n")
    drawn = run("retrograde", graph, "--out", picture).stdout
    assert "5 states, 1 pass: W 1, B 2, ? 2. The start is a draw." in " ".join(drawn.split())
    texts = [e.text for e in ElementTree.parse(picture).iter() if e.tag.endswith("text")]
    assert "pass 1" in texts and "open: draw" in texts and "B to move: B" in texts
    run("retrograde", graph, "--out", picture, "--step", 0)
    texts = [e.text for e in ElementTree.parse(picture).iter() if e.tag.endswith("text")]
    assert "B to move: B" not in texts and texts.count("B to move: ?") == 2


def test_an_endgame_is_drawn_by_its_counts_and_its_longest_win(run, tmp_path):
    picture = tmp_path / "krk.svg"
    run("retrograde", "krk", "--set", "width=3", "--set", "height=3", "--out", picture)
    texts = [e.text for e in ElementTree.parse(picture).iter() if e.tag.endswith("text")]
    assert "The longest win: best play for 6 plies" in texts
    assert [texts.count(f"{who} to move, {n}") for n, who in enumerate("WBWBWB", 1)] == [1] * 6
    assert "116" in texts and texts.count("end") == 1  # 116 states stay open


def test_json_has_marks_and_distances(run):
    data = json.loads(run("retrograde", "nim", "--set", "piles=1", "--json").stdout)
    assert data["states"][0] == {"state": "1", "moves": "W", "mark": "B", "distance": 1}
    assert data["passes"][0] == {"pass": 0, "W": 0, "B": 1, "?": 1}


def test_what_cannot_be_used_is_refused(refused, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("a W -> b\n")
    assert "line 1: a leads to b" in refused("retrograde", bad)
    assert "cannot be read" in refused("retrograde", tmp_path / "no.txt")
    assert "from 3 to 5" in refused("retrograde", "krk", "--set", "width=9")
    assert "from 3 to 5" in refused("retrograde", "krk", "--set", f"width={'9' * 5_000}")
    assert "there are passes 0 to 3" in refused("retrograde", "nim", "--set", "piles=2,2",
                                                "--step", 7)  # fmt: skip
    assert "ends in .svg" in refused("retrograde", "nim", "--out", tmp_path / "x.png")
    assert "more than 20,000 states" in refused("retrograde", "connect_four")
    assert "does not support chance nodes" in refused("retrograde", "pig")
    assert "this game has 3" in refused("retrograde", "dots_and_boxes", "--set", "players=3")
