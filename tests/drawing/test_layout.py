"""Nodes stand where a person expects them, and large trees are cropped."""

import random
from itertools import pairwise
from typing import Any

import pytest

from counterplay.drawing import Explanation
from counterplay.drawing.crop import crop
from counterplay.drawing.layout import Layout, Texts, lay_out
from counterplay.textbook import minimax


def laid_out(explanation: Explanation, **limits: int) -> Layout:
    return lay_out(crop(explanation.tree.root, explanation.line, **limits), Texts({}, {}, {}))


def test_ends_are_evenly_spaced_and_parents_stand_above_the_middle(draw: Any) -> None:
    places = laid_out(draw([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).places
    at = {place.node.path: place for place in places if place.node}
    gaps = {round(at[0, i + 1].x - at[0, i].x, 3) for i in range(2)}
    assert len(gaps) == 1
    for i in range(3):
        assert at[(i,)].x == pytest.approx(at[i, 1].x)
    assert at[()].x == pytest.approx(at[(1,)].x)
    assert at[()].y < at[(0,)].y == at[(2,)].y < at[0, 0].y


def test_no_two_nodes_of_a_row_overlap(draw: Any, grow: Any) -> None:
    rng = random.Random(8)
    for _ in range(30):
        explanation = draw(grow(rng, 5), minimax)
        beside = {node.number: "[−∞, +∞]" for node in explanation.tree.nodes}
        texts = Texts(beside, {}, {})
        rows: dict[float, list[tuple[float, float]]] = {}
        layout = lay_out(crop(explanation.tree.root), texts)
        for place in layout.places:
            if place.node:
                left, right = texts.reach(place.node)
                rows.setdefault(place.y, []).append((place.x - left, place.x + right))
        for spans in rows.values():
            assert all(a[1] <= b[0] + 1e-6 for a, b in pairwise(sorted(spans)))
            assert min(spans)[0] >= -1e-6 and max(s[1] for s in spans) <= layout.width + 1e-6


def test_a_cropped_tree_says_how_many_nodes_are_not_shown(draw: Any) -> None:
    explanation = draw([[i] for i in range(40)], minimax)  # 81 nodes, 40 moves at the root
    top = crop(explanation.tree.root, most_children=10)
    assert len(top.children) == 9
    assert top.hidden == 2 * 31
    more = [place for place in laid_out(explanation, most_children=10).places if place.node is None]
    assert [place.hidden for place in more] == [62 - 2]  # the best line is shown as well


def test_the_best_line_is_always_shown(draw: Any) -> None:
    explanation = draw([[i] for i in range(40)], minimax)
    shown = {
        place.node.number for place in laid_out(explanation, most_nodes=6).places if place.node
    }
    assert explanation.line <= shown and len(shown) == 6


def test_a_deep_tree_is_drawn_to_its_end(draw: Any) -> None:
    tree: Any = 1
    for _ in range(150):
        tree = [tree]
    places = laid_out(draw(tree, minimax)).places
    assert len(places) == 151 and len({place.x for place in places}) == 1


def test_a_node_that_is_not_shown_is_stood_for_by_one_above_it(draw: Any) -> None:
    explanation = draw([[i] for i in range(40)], minimax)
    top = crop(explanation.tree.root, explanation.line, most_children=10)
    at = {node.path: node for node in explanation.tree.nodes}
    assert top.nearest(at[3, 0]).path == (3, 0)
    assert top.nearest(at[20, 0]).path == ()
