"""The word graph contains the words of its list, and no others."""

from random import Random

import pytest

from counterplay.core.game.errors import InputError
from counterplay.games.crosswords.equipment import (
    STANDARD_TILES,
    graph_of,
    premiums,
    read_tiles,
    standard_graph,
)
from counterplay.games.crosswords.graph import all_words, build_graph, edge_from, root_of


def number_of_words(graph):
    """The words of a graph, counted from its ends: edges lead to nodes with smaller numbers."""
    counts = [0] * len(graph.nodes)
    first = [*(graph.nodes >> 32).tolist(), len(graph.edges)]
    edges = graph.edges.tolist()
    order = [*range(len(counts) - 1), len(counts) - 1]
    for node in order:
        counts[node] = sum((e & 1) + counts[e >> 1] for e in edges[first[node] : first[node + 1]])
    return counts[-1]


def contains(graph, word):
    node, edge = root_of(graph), 0
    for letter in word:
        edge = edge_from(node, ord(letter) - 64, graph)
        if edge < 0:
            return False
        node = edge >> 1
    return bool(edge & 1)


def test_a_graph_has_the_words_of_its_list():
    dice = Random(1)
    for _ in range(50):
        words = {tuple(dice.choices(range(1, 5), k=dice.randint(1, 6))) for _ in range(40)}
        graph = build_graph(words)
        assert list(all_words(graph)) == sorted(words)
        assert number_of_words(graph) == len(words)


def test_equal_endings_are_one_node():
    graph = build_graph([(1, 3), (2, 3)])
    assert len(graph.nodes) == 3 and len(graph.edges) == 3


def test_the_list_is_enable():
    assert number_of_words(standard_graph()) == 172_823
    for word in ("AA", "QUARTZ", "ZYZZYVAS", "OXYPHENBUTAZONE", "CWM"):
        assert contains(standard_graph(), word)
    for word in ("A", "QZ", "QUART Z".replace(" ", "ZZ")):
        assert not contains(standard_graph(), word)


def test_a_list_of_ones_own_is_read(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("tea\nEat\nx\nzoo\n", encoding="utf-8")
    words = [*all_words(graph_of(str(file), "AET"))]
    assert words == [(1 + "AET".index(a), 1 + "AET".index(b), 1 + "AET".index(c))
                     for a, b, c in ("EAT", "TEA")]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "letters", "why"),
    [
        ("missing.txt", "ABC", "there is no such file"),
        ("ZOO OZ", "ABC", "has no word of the letters"),
        ("ENABLE", "ABC", "is for the letters A to Z"),
    ],
)
def test_a_list_without_words_is_refused(words, letters, why):
    with pytest.raises(InputError, match=why):
        graph_of(words, letters)


def test_the_bag_has_a_hundred_tiles_worth_187_points():
    tiles = read_tiles(STANDARD_TILES)
    assert sum(tiles.counts) == 100
    assert sum(n * value for n, value in zip(tiles.counts, tiles.values, strict=True)) == 187


@pytest.mark.parametrize("text", ["a2:1", "A2", "A2:1 A3:1", "AB2:1", ""])
def test_tiles_that_make_no_sense_are_refused(text):
    with pytest.raises(InputError, match="tiles="):
        read_tiles(text)


def test_the_board_has_61_premium_squares():
    letter, word = premiums(15, {":": 2, "!": 3}), premiums(15, {"+": 2, "#": 3})
    assert [(letter == f).sum() for f in (2, 3)] == [24, 12]
    assert [(word == f).sum() for f in (2, 3)] == [17, 8]
