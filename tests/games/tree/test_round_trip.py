"""Trees in text, JSON and DOT: what is written is read as the same tree."""

import json
import random
import shutil
import subprocess

import pytest

import counterplay as cp
from counterplay.games.tree import parse_tree, read_tree, write_tree
from counterplay.games.tree.write import WRITERS
from tests.conftest import need
from tests.games.tree.random_trees import random_tree

TEXT = """\
title: Figure 1
A
  left: B eval=5
    3
    noisy: 12
  right: C eval=1
    take noisy: D
      p=1/3: 2
      p=2/3: 7
    D
"""


FILES = (("graph.tree", "text"), ("b.json", "json"), ("c.dot", "dot"), ("d", "dot"))


@pytest.mark.parametrize("form", WRITERS)
def test_thousands_of_random_graphs_are_read_as_they_were_written(form: str) -> None:
    rng = random.Random(form)
    shared = 0
    for _ in range(500):
        tree = random_tree(rng)
        written = write_tree(tree, form)
        assert parse_tree(written) == tree
        assert write_tree(parse_tree(written), form) == written
        shared += sum(len(node.moves) for node in tree.nodes) >= len(tree.nodes)
    assert shared > 50


def test_a_text_is_written_as_people_write_it() -> None:
    assert write_tree(read_tree(TEXT)) == TEXT


def test_nested_lists_stay_nested_lists() -> None:
    for lists in ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], [[[5, -0.125], 6], {"chance": [[1, 3]]}]):
        assert json.loads(write_tree(read_tree(lists), "json")) == lists


def test_the_forms_of_one_tree_are_the_same_tree() -> None:
    lists = [{"name": "B", "eval": 4, "children": [3, 12]}, {"move": "x", "node": {"ref": "B"}}]
    text = "root\n  B eval=4\n    3\n    12\n  x: B"
    dot = "digraph { _0 -> B; _0 -> B [label=x]; B -> 3; B -> 12; B [eval=4] }"
    assert parse_tree(text) == parse_tree(dot) == read_tree(lists)


def test_a_file_is_read_by_how_its_name_ends_or_by_what_it_holds(tmp_path) -> None:
    tree = read_tree(TEXT)
    for name, form in FILES:
        path = tmp_path / name
        path.write_text(write_tree(tree, form), encoding="utf-8")
        assert read_tree(path) == read_tree(str(path)) == tree


def test_a_form_that_does_not_exist_is_refused() -> None:
    with pytest.raises(cp.InputError, match="there are text, json, dot"):
        write_tree(read_tree(TEXT), "xml")


def test_graphviz_reads_the_same_nodes_and_edges() -> None:
    need(shutil.which("dot") is not None, "Graphviz")
    rng = random.Random(5)
    trees = [random_tree(rng) for _ in range(40)]
    written = "".join(write_tree(tree, "dot") for tree in trees)
    told = subprocess.run(["dot", "-Tdot_json"], input=written, capture_output=True, text=True)
    assert told.returncode == 0 and not told.stderr
    graphs, decoder, at = [], json.JSONDecoder(), 0
    while told.stdout[at:].strip():
        at += len(told.stdout[at:]) - len(told.stdout[at:].lstrip())
        graph, at = decoder.raw_decode(told.stdout, at)
        graphs.append(graph)
    for tree, graph in zip(trees, graphs, strict=True):
        assert len(graph["objects"]) == len(tree.nodes)
        drawn = [(edge["tail"], edge["head"]) for edge in graph.get("edges", [])]
        moves = [(i, move.to) for i, node in enumerate(tree.nodes) for move in node.moves]
        assert sorted(drawn) == sorted(moves)
