"""The word graph: all words of a list in one minimal automaton (a DAWG), packed in arrays.

A node stands for all beginnings that can be continued in the same ways. Endings are shared, so the
173,000 words of the list that comes with the program take 54,000 nodes.

    nodes[node]   bits 0-31: bit L is set if letter L can follow;
                  bits 32-63: the number of its first edge, and edges are sorted by letter
    edges[edge]   2 * the next node, plus 1 if a word ends there

Letters are numbered from 1. The root is the last node. Node 0 has no edges.
(Appel and Jacobson, "The world's fastest Scrabble program", 1988)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import popcount

FILE = Path(__file__).with_name("words.npz")
"""The graph of the list that comes with the program. `make_words.py` makes it."""


FIRST_EDGE, LETTERS = 32, (1 << 32) - 1


class WordGraph(NamedTuple):
    """The arrays of a word graph."""

    nodes: np.ndarray
    edges: np.ndarray


def load_graph(file: Path = FILE) -> WordGraph:
    """The graph in a file that `save_graph` wrote."""
    with np.load(file) as parts:
        return packed(parts["letters"], parts["edges"])


def save_graph(graph: WordGraph, file: Path) -> None:
    """Write a graph. The first edges follow from the others, and are left out."""
    letters = (graph.nodes & LETTERS).astype(np.int32)
    np.savez_compressed(file, letters=letters, edges=graph.edges)


def packed(letters: np.ndarray, edges: np.ndarray) -> WordGraph:
    """The graph with these letters that can follow each node, and edges in the order of nodes."""
    counts = np.bitwise_count(letters).astype(np.int64)
    return WordGraph(np.cumsum(counts) - counts << FIRST_EDGE | letters, edges)


def build_graph(words: Iterable[Sequence[int]]) -> WordGraph:
    """The graph of words, each a sequence of letters. Takes seconds for 100,000 words.

    Words are added in sorted order (Daciuk and others 2000): when a word leaves the path of the
    last one, the nodes behind the fork are complete, and equal nodes become one.
    """
    numbers: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    open_nodes: list[list[tuple[int, int]]] = [[]]  # the edges so far, along the last word
    path: list[tuple[int, int]] = []  # the letters of the last word, and whether a word ends there
    for word in [*sorted({tuple(word) for word in words}), ()]:
        shared = common_length([letter for letter, _ in path], word)
        while len(path) > shared:
            letter, ends = path.pop()
            child = numbers.setdefault(tuple(open_nodes.pop()), len(numbers))
            open_nodes[-1].append((letter, 2 * child + ends))
        for letter in word[shared:]:
            path.append((letter, 0))
            open_nodes.append([])
        if word:
            path[-1] = (path[-1][0], 1)
    nodes = [*numbers, tuple(open_nodes[0])]
    letters = [sum(1 << letter for letter, _ in edges) for edges in nodes]
    edges = [edge for edges in nodes for _, edge in edges]
    return packed(np.array(letters, np.int32), np.array(edges, np.int32))


def common_length(first: Sequence[int], second: Sequence[int]) -> int:
    """How many letters two words share at their beginning."""
    length = min(len(first), len(second))
    return next((i for i in range(length) if first[i] != second[i]), length)


def all_words(graph: WordGraph) -> Iterator[tuple[int, ...]]:
    """All words of a graph, sorted."""

    def below(node: int, word: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        letters = (letter for letter in range(32) if letters_after(node, graph) >> letter & 1)
        for place, letter in enumerate(letters, int(graph.nodes[node]) >> FIRST_EDGE):
            edge = int(graph.edges[place])
            if edge & 1:
                yield (*word, letter)
            yield from below(edge >> 1, (*word, letter))

    return below(root_of(graph), ())


# The steps of rules.


def edge_from(node, letter, data):
    """The edge of a node with this letter; -1 if there is none."""
    word = int(data.nodes[node])
    if not word >> letter & 1:
        return -1
    before = popcount(word & (1 << letter) - 1)
    return int(data.edges[(word >> FIRST_EDGE) + before])


def letters_after(node, data):
    """The letters that can follow a node, as bits."""
    return int(data.nodes[node]) & LETTERS


def root_of(data):
    """The node where all words begin."""
    return len(data.nodes) - 1
