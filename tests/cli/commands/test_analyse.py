"""`counterplay analyse` prints the result of a search."""

import json

import pytest

import counterplay as cp

FIELDS = (
    *("game", "position", "move", "value", "values", "kind", "outcome", "distance", "line"),
    *("depth", "nodes", "seconds", "source", "method"),
    "alternatives",
)


def test_json_is_the_result_and_nothing_else(run):
    found = json.loads(run("analyse", "tic_tac_toe", "xx./oo./...", "--json").stdout)
    assert tuple(found) == FIELDS
    assert (found["move"], found["value"], found["outcome"]) == ("c3", 1, "win")
    assert (found["kind"], found["distance"], found["line"]) == ("exact", 1, ["c3"])


def test_json_says_the_same_as_python(run):
    given = ("tic_tac_toe", "xx./oo./...", "--depth", "3", "--json")
    found = json.loads(run("analyse", *given).stdout)
    result = cp.search(cp.load("tic_tac_toe"), "xx./oo./...", depth=3).as_json()
    assert found | {"seconds": 0} == result | {"seconds": 0}


def test_text_has_the_board_and_every_field(run):
    text = run("analyse", "tic_tac_toe", "xx./oo./...", "--depth", "1").stdout
    assert "3 X X ." in text and "X to move" in text
    assert "win in 1 ply" in text and "+1 (exact)" in text and "search (alphabeta)" in text


def test_a_position_may_be_several_words(run):
    words = ("startpos", "moves", "b2", "a1")
    found = json.loads(run("analyse", "tic_tac_toe", *words, "--json").stdout)
    assert found["position"] == "startpos moves b2 a1"


def test_limits_bound_the_search(run):
    found = json.loads(run("analyse", "tic_tac_toe", "--nodes", "50", "--json").stdout)
    assert found["nodes"] <= 51 and found["kind"] == "estimate"


def test_parameters_change_the_game(run):
    found = json.loads(run("analyse", "tree", "--set", "tree=[[1, 7], [2, 3]]", "--json").stdout)
    assert (found["move"], found["value"], found["line"]) == ("2", 2, ["2", "1"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chesss"], "there is no game 'chesss'"),
        (["nowhere.py"], "there is no file nowhere.py"),
        (["tic_tac_toe", "xx"], "'xx' is not a position of tic_tac_toe: expected 3 rows"),
        (["tic_tac_toe", "startpos moves a1 a1"], "'a1' is not a legal move here; legal are: b1"),
        (["tic_tac_toe", "xxx/oo./..."], "the game is over here, with payoffs 1, -1"),
        (["tree", "--set", 'tree={"chance": [[1, [1, 2]]]}'], "chance is to move here"),
        (["backgammon"], "as in counterplay analyse backgammon 'startpos moves "),
        (["nim", "--depth", "0"], "depth=0 must be a whole number from 1 up"),
        (["nim", "--time", "-1"], "time=-1.0 must be a number of seconds above 0"),
        (
            ["nim", "--method", "magic"],
            "method='magic' is not one of: alphabeta, expectiminimax, maxn",
        ),
        (["nim", "--memory", "0"], "memory=0 is not a whole number from 1"),
        (
            ["dots_and_boxes", "--set", "players=3", "--method", "alphabeta"],
            "alphabeta is for two players, but dots_and_boxes has 3",
        ),
        (["nim", "--set", "piles"], "--set 'piles' is not of the form name=value"),
        (["nim", "--set", "heaps=3"], "nim has no parameter 'heaps'"),
    ],
)
def test_what_cannot_be_analysed_gets_a_sentence(refused, arguments, sentence):
    assert sentence in refused("analyse", *arguments)


def test_a_broken_file_gets_its_own_error_and_line(refused, own_game):
    own_game.write_text(own_game.read_text().replace("return State(0, 0)", "return 1 // 0"))
    assert refused("analyse", own_game).startswith(f"{own_game}, line 16: ZeroDivisionError")


def test_ctrl_c_prints_the_best_answer_so_far(terminal):
    child = terminal("analyse connect_four --time 600")
    child.expect(r"thinking[^\r]*at depth \d")
    child.sendcontrol("c")
    child.expect("move ")
    child.expect("stopped: this is the best answer so far")
    child.wait()
    assert child.exitstatus == 0
