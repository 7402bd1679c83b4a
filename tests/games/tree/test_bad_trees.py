"""A malformed tree gets a sentence: the path of the node, and its line and column in a text."""

from typing import Any

import pytest

import counterplay as cp
from counterplay.games.tree import read_tree

AT = r"\(line 2, column 3\)"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A\n  B\n", rf"node root\.1 {AT}: 'B' has neither a payoff nor children"),
        ("A\n  B\n    A", rf"node root\.1 {AT} leads back to a node above it: A → B → A"),
        ("A\n  C\n    B\n  B\n    C", r"node root\.2 .* C → B → C"),
        ("A\n  3\n   4", rf"node root\.1 {AT} has payoffs and moves"),
        ("A\n  B\n    3\n   4", "line 4, column 4: this line begins in column 4"),
        ("A\n  3\nB", "line 3, column 1: this is a second root"),
        ("x: A\n  3", "line 1, column 1: no move leads to the root"),
        ("A\n  B\n    3\n  B\n    4", "two nodes are called 'B' .line 2, column 3 and line 4"),
        ("A\n  root.1 3\n", "cannot be called 'root.1'"),
        (
            "A\n  take nosiy: 3",
            "line 2, column 8: 'nosiy' is no mark of a move: .* noisy and quiet",
        ),
        ("A\n  3 noisy", "line 2, column 5: noisy is a mark of a move: write it before a colon"),
        ("A\n  3 p=1/2", "line 2, column 5: p=1/2 is of a move"),
        ("A\n  B evla=3\n    3", "line 2, column 5: 'evla' is nothing that an algorithm knows"),
        ("A\n  B eval=x\n    3", "line 2, column 5: 'eval=x' is no evaluation"),
        ("A\n  B C\n    3", "line 2, column 5: 'C' is unexpected here"),
        (
            "A\n  B eval=2\n  3",
            "line 2, column 3: 'B' .* write its player, its evaluation and its info there",
        ),
        ("A\n  B eval=2 3", rf"node root\.1 {AT} is an end and has an evaluation"),
        ("A\n  3 player=MAX", rf"node root\.1 {AT} is an end and has a player"),
        ("A\n  p=0.5: 3\n  p=0.4: 3", "probabilities 0.5, 0.4, which do not add up to 1"),
        ("A\n  p=2: 3\n  p=-1: 3", "do not add up to 1"),
        ("A\n  p=1/0: 3\n", "'p=1/0' is no probability"),
        ("A\n  p=0.5: 3\n  3", "its outcome number 2 has no probability"),
        ("A player=MIN\n  p=1: 3\n", "has a player and probabilities"),
        ("A\n  1 2 3\n  1 2", r"node root\.2 .line 3, column 3. has 2 payoffs, not 3"),
        ("players: A B C\nA\n  1", r"node root\.1 .* has 1 payoff, not 3"),
        ("A\n  1 2 3\n  B eval=4\n    1 2 3", r"node root\.2 .* has 1 evaluation, not 3"),
        ("players: A A\nA\n  1", "line 1, column 1: give each player a name of its own"),
        ("A player=Bob\n  3", "has player 'Bob'; the players are MAX, MIN; to name them"),
        ("A\n  x: 3\n  x: 4", "has two moves 'x', number 1 and number 2"),
        ("A\n  2: 3\n  4", "has two moves '2', number 1 and number 2"),
        ("A\n  e4:e5: 3", "line 2, column 8: a line has one colon"),
        ('A\n  "x: 3', "line 2, column 3: '\"' is unexpected here"),
        ('A\n  "\\x": 3', "is not a text in double quotes"),
        ("A\n  1.2345", "at most 3 decimals"),
        ("A\n  1e9", "numbers up to 1000000"),
        ("A\n  B\n    C\n      3\n  C", "'C' is reached with different players to move"),
        ("# nothing\n# at all", "the tree is empty"),
        ("title: x\nplayers: A B", "the tree is empty"),
    ],
)
def test_a_fault_of_a_text_is_a_sentence_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        read_tree(text)


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ([[3, []]], r"node root\.1\.2 has 0 children"),
        ([[3, "x"]], r"node root\.1\.2 is 'x': expected a number"),
        ([3, {"children": [1], "payoffs": [2]}], r"node root\.2 .* one of children"),
        ([3, {"children": [1], "noisy": True}], r"node root\.2 has 'noisy', which no algorithm"),
        ([3, {"node": 4, "nosiy": True}], r"the move to node root\.2 has 'nosiy'"),
        ([3, {"node": 4, "noisy": 1}], "noisy is true or false"),
        ([3, {"ref": "B"}], r"node root\.2: 'B' has neither"),
        ([3, {"ref": 4}], "not the name of a node"),
        ({"name": "A", "children": [3, {"ref": "A"}]}, "leads back to a node above it: A → A"),
        ([3, {"chance": [[0.5, 1], [0.4, 2]]}], r"node root\.2 has probabilities 0.5, 0.4"),
        ([3, {"chance": [0.5, 1]}], "chance is a list of .probability, node."),
        ([{"payoffs": [1, 2, 3]}, 4], r"node root\.2 has 1 payoff, not 3"),
        ([{"payoffs": [1, True]}], "not a list of numbers"),
        ([{"children": [1], "player": 2}], "has player 2, not one of 0 to 1"),
        ([{"children": [1], "eval": "3"}], r"node root\.1: eval is '3'"),
        ([float("nan")], "not finite"),
        ([10**400], "too large"),
        ([{"chance": [[10**400, 1]]}], "too large"),
        ({"tree": [1], "players": ["A", "a"]}, "a name of its own"),
        ({"tree": [1], "author": "me"}, "the tree has 'author'"),
        (list(range(1025)), "at most 1024"),
    ],
)
def test_a_fault_of_nested_lists_is_a_sentence_with_its_path(tree: Any, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        read_tree(tree)


@pytest.mark.parametrize(
    ("dot", "sentence"),
    [
        ("digraph { A -> B }", r"node root\.1 .line 1, column 16. has 0 moves and no payoff"),
        ("digraph { A -> B; B -> A }", "every node has an edge to it"),
        ("digraph { A -> B; B -> C; C -> B; A -> 3 }", "leads back to a node above it"),
        ("digraph { A -> 3; C -> 4 }", "the nodes A, C have no edge to them"),
        ("graph { A -- B }", "line 1, column 1: 'graph' is unexpected here"),
        ("digraph { A -- B }", "write ->"),
        ("digraph {\n A -> B [label=x; B [payoffs=3] }", "line 2, column 21: '.' is unexpected"),
        ("digraph { A -> B; B [payoffs=x] }", "payoffs='x' is not a list of numbers"),
        ("digraph { A -> 3 [noisy=maybe] }", "neither true nor false"),
        ("digraph { A -> 3 [p=half] }", "is no probability"),
        ("digraph { A -> 3", "the end of the text is unexpected here"),
        ("digraph { subgraph { A -> 3", "this brace is never closed"),
        ("digraph { A -> { 3 4 } }", "write an edge for each node of the group"),
        ("digraph { }", "the graph is empty"),
    ],
)
def test_a_fault_of_a_graph_is_a_sentence_with_its_place(dot: str, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        read_tree(dot)


def test_a_deep_tree_is_refused() -> None:
    deep = "A\n" + "".join(f"{' ' * i}x:\n" for i in range(1, 220)) + f"{' ' * 220}3"
    with pytest.raises(cp.InputError, match="more than 200 moves deep"):
        read_tree(deep)


def test_a_graph_with_as_many_paths_as_atoms_is_read_at_once() -> None:
    lines = [f"{' ' * i}a: N{i}\n" for i in range(1, 150)]
    text = "N0\n" + "".join(lines) + f"{' ' * 150}3\n"
    for i in range(148, 0, -1):
        text += f"{' ' * (i + 1)}b: N{i + 1}\n"
    assert len(read_tree(text).nodes) == 151
