"""Trees with nodes that look alike: read, written, and refused where no player could know so."""

import json

import pytest

import counterplay as cp
from counterplay.games.tree import read_tree, write_tree
from counterplay.games.tree.looks import known_numbers
from counterplay.textbook.examples import FORK


@pytest.mark.parametrize("form", ["text", "json", "dot"])
def test_information_sets_are_written_and_read(form):
    tree = read_tree(FORK)
    again = read_tree(write_tree(tree, form))
    assert again == tree
    assert [node.info for node in again.nodes if node.info] == ["start", "start", "guess", "guess"]


def test_a_player_knows_its_last_set_and_move_between_its_moves():
    known = known_numbers(read_tree(FORK))
    names = [node.name or node.path for node in read_tree(FORK).nodes]
    at = dict(zip(names, known, strict=True))
    assert at["A"][0] == at["C"][0] != at["B"][0] == at["D"][0]
    assert len({row[1] for row in known}) == 1, "MIN never moves, so it learns nothing"


def set_of(player="MAX", moves="left right", name="start"):
    """The fork with another second node of the set `guess`, or other nodes above it."""
    text = FORK.replace("C info=start", f"C info={name}")
    head, tail = text.rsplit("go: D player=MAX info=guess", 1)
    tail = tail.replace("left", moves.split()[0]).replace("right", moves.split()[1])
    return f"{head}go: D player={player} info=guess{tail}"


@pytest.mark.parametrize(
    ("tree", "fault"),
    [
        (set_of(player="MIN"), "MIN moves here and MAX there"),
        (set_of(moves="left up"), "its moves are left, up, and there left, right"),
        (set_of(name="other"), "MAX could tell them apart by its own moves before them"),
        (FORK.replace("safe: 0.6", "safe: E info=x\n      1", 1), None),
        (FORK.replace("coin", "coin info=x"), "has info, but no player moves there"),
        (FORK.replace("safe: 0.6", "safe: S 0.6", 1).replace("safe: 0.6", "safe: S"), "is shared"),
    ],
)
def test_a_set_that_no_player_can_have_is_refused_with_the_path(tree, fault):
    if fault is None:
        assert read_tree(tree).is_hidden
        return
    with pytest.raises(cp.InputError, match=r"node root.*line \d+") as refused:
        read_tree(tree)
    assert fault in str(refused.value)


def test_json_names_the_node_whose_info_is_no_text():
    tree = json.loads(write_tree(read_tree(FORK), "json"))
    tree["tree"]["chance"][0][1]["node"]["info"] = 3
    with pytest.raises(cp.InputError, match=r"node root\.1: info is 3, not a text"):
        read_tree(tree)


def test_a_tree_with_information_sets_has_an_equilibrium():
    strategy = cp.equilibrium(cp.load("tree", tree=FORK), iterations=200)
    assert strategy.about["payoffs"][0] == pytest.approx(0.6, abs=1e-4)
    assert len(strategy) == 2
