"""`counterplay compare` and `counterplay tree` on the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Refused = Callable[..., str]
TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_the_table_has_a_row_for_each_algorithm(run: Any) -> None:
    out = run("compare", TREE, "minimax", "alphabeta").stdout
    rows = {
        line.split()[0]: line.split()[1:6] for line in out.splitlines() if len(line.split()) > 6
    }
    assert rows["minimax"] == ["1", "3", "9", "13", "0"]
    assert rows["alphabeta"] == ["1", "3", "7", "11", "2"]


def test_the_comparison_is_data(run: Any) -> None:
    told = json.loads(run("compare", TREE, "--json").stdout)
    assert {row["value"] for row in told["rows"]} == {3}
    assert {row["leaves"] for row in told["rows"]} == {9, 7}


def test_a_game_is_searched_three_plies_deep(run: Any) -> None:
    told = json.loads(run("compare", "tic_tac_toe", "hminimax", "--json").stdout)
    assert told["rows"][0]["leaves"] == 9 * 8 * 7


def test_the_counts_are_plotted(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "counts.svg"
    assert f"{out} shows the counts" in run("compare", TREE, "minimax", "--out", out).stdout
    assert out.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tree", "alphbeta"], "did you mean alphabeta"),
        (["tree", "--time", "0"], "give more than 0 seconds"),
        (["tree", "--out", "counts.txt"], "ends in .svg or .png"),
        (["tree", "--depth", "2", "--with", "depth=3"], "give one of them"),
        (["tree", "rollouts"], "no algorithm gave an answer: rollouts needs a depth"),
        (["tree", "beam:width=0"], "answer: beam: width=0: search at least one move"),
        (["tree", "beam:widht=2"], "answer: beam has no option 'widht'"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_a_sentence(
    refused: Refused, arguments: list[str], sentence: str
) -> None:
    assert sentence in refused("compare", *arguments)


def test_a_tree_is_written_in_every_form(run: Any, tmp_path: Path) -> None:
    text = run("tree", '[[3, 12], {"move": "x", "node": 5}]').stdout
    assert text == "root\n  1:\n    3\n    12\n  x: 5\n"
    for name in ("a.tree", "a.json", "a.dot"):
        assert "5 nodes, 3 ends" in run("tree", TREE_OF_FIVE, "--out", tmp_path / name).stdout
        assert run("tree", tmp_path / name).stdout == run("tree", TREE_OF_FIVE).stdout


TREE_OF_FIVE = "[[3, 12], 5]"


def test_a_fault_of_a_tree_has_its_line_and_column(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "faulty.tree"
    path.write_text("A\n  p=0.5: 3\n  p=0.4: 4\n")
    assert "node root (line 1, column 1) has probabilities 0.5, 0.4" in refused("tree", path)
    assert "there is no form 'xml'" in refused("tree", TREE, "--to", "xml")
