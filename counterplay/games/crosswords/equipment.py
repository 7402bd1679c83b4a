"""The board, the tiles and the words of a game, as the run-time data of its rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from counterplay.core.data_files import is_file
from counterplay.core.game.errors import InputError
from counterplay.games.crosswords.graph import WordGraph, build_graph, load_graph
from counterplay.games.crosswords.leaves import load_leaves, no_leaves

STANDARD_TILES = (
    "?2:0 A9:1 B2:3 C2:3 D4:2 E12:1 F2:4 G3:2 H2:4 I9:1 J1:8 K1:5 L4:1 M2:3 N6:1 O8:1 P2:3 Q1:10 "
    "R6:1 S4:1 T6:1 U4:1 V2:4 W2:4 X1:8 Y2:4 Z1:10"
)
"""The tiles of the English game: the letter, how many there are, and what each counts."""

STANDARD_WORDS = "ENABLE"
"""The name of the list that comes with the program."""

LAYOUT = """
#..:...#...:..#
.+...!...!...+.
..+...:.:...+..
:..+...:...+..:
....+.....+....
.!...!...!...!.
..:...:.:...:..
#..:...+...:..#
..:...:.:...:..
.!...!...!...!.
....+.....+....
:..+...:...+..:
..+...:.:...+..
.+...!...!...+.
#..:...#...:..#
""".split()
"""The premium squares: `:` doubles and `!` triples a letter, `+` doubles and `#` triples a word.
A smaller board is the middle of this one."""

LETTER_FACTORS, WORD_FACTORS = {":": 2, "!": 3}, {"+": 2, "#": 3}
MOST_LETTERS, SLOTS = 30, 31
"""The most letters of an alphabet; the blank and the letters."""


class Equipment(NamedTuple):
    """What the rules read.

    size                          squares on a side
    rack_size, bonus              the tiles of a rack, and the bonus for a play that uses all
    values, counts                of the blank, then of each letter: points, and number of tiles
    letter_factors, word_factors  of each square
    nodes, edges                  the word graph (`graph.py`)
    leave_counts, leave_pairs     the values of leaves (`leaves.py`)
    """

    size: int
    rack_size: int
    bonus: int
    values: np.ndarray
    counts: np.ndarray
    letter_factors: np.ndarray
    word_factors: np.ndarray
    nodes: np.ndarray
    edges: np.ndarray
    leave_counts: np.ndarray
    leave_pairs: np.ndarray


class Tiles(NamedTuple):
    """The letters of a game in order, and the number and value of the blank and of each letter."""

    letters: str
    counts: tuple[int, ...]
    values: tuple[int, ...]


def read_tiles(text: str) -> Tiles:
    """The tiles that a text such as `?2:0 A9:1 B2:3` lists."""
    found: dict[str, tuple[int, int]] = {"?": (0, 0)}
    for item in text.split():
        match = re.fullmatch(r"(\D)(\d{1,2}):(\d{1,2})", item)
        if not match or match[1] != match[1].upper() or (match[1] in found and match[1] != "?"):
            raise InputError(
                f"tiles={text!r}: {item!r} must be a capital letter, how many tiles there are, a "
                "colon and their value, as in E12:1, each letter once; ? is the blank"
            )
        found[match[1]] = int(match[2]), int(match[3])
    letters = "".join(found)[1:]
    if not 1 <= len(letters) <= MOST_LETTERS:
        raise InputError(f"tiles={text!r} has {len(letters)} letters: 1 to {MOST_LETTERS} fit")
    counts, values = zip(*found.values(), strict=True)
    return Tiles(letters, counts, values)


@cache
def standard_graph() -> WordGraph:
    """The graph of the list that comes with the program."""
    return load_graph()


@cache
def graph_of(source: str, letters: str) -> WordGraph:
    """The graph of a word list: ENABLE, a file with a word a line, or words with spaces between.

    Words with other letters, and words of one letter, are left out.
    """
    if source == STANDARD_WORDS and letters == read_tiles(STANDARD_TILES).letters:
        return standard_graph()
    if source == STANDARD_WORDS:
        raise InputError(
            f"the list {STANDARD_WORDS} is for the letters A to Z: name your own words="
        )
    words = source.split()
    if len(words) == 1:
        if not is_file(source):
            raise InputError(f"words={source!r}: there is no such file, and one word is no list")
        words = Path(source).read_text(encoding="utf-8").split()
    numbers = {letter: number for number, letter in enumerate(letters, 1)}
    upper = (word.upper() for word in words)
    fitting = [word for word in upper if len(word) > 1 and set(word) <= numbers.keys()]
    if not fitting:
        raise InputError(f"words={source!r} has no word of the letters {letters}")
    return build_graph([[numbers[letter] for letter in word] for word in fitting])


def premiums(size: int, factors: dict[str, int]) -> np.ndarray:
    """The factor of each square of a board, by its sign in the layout."""
    edge = (len(LAYOUT) - size) // 2
    rows = [row[edge : edge + size] for row in LAYOUT[edge : edge + size]]
    return np.array([factors.get(sign, 1) for row in rows for sign in row], np.int8)


@cache
def premium_signs(size: int) -> tuple[str, ...]:
    """The sign of each square of a board: "." where it has no premium."""
    edge = (len(LAYOUT) - size) // 2
    return tuple("".join(row[edge : edge + size] for row in LAYOUT[edge : edge + size]))


def equip(size: int, rack_size: int, bonus: int, tiles: Tiles, graph: WordGraph) -> Equipment:
    """The equipment of a game. The values of leaves are known for English words."""
    is_standard = graph is standard_graph()
    return Equipment(
        size,
        rack_size,
        bonus,
        by_letter(tiles.values),
        by_letter(tiles.counts),
        premiums(size, LETTER_FACTORS),
        premiums(size, WORD_FACTORS),
        *graph,
        *(load_leaves(SLOTS) if is_standard else no_leaves(SLOTS)),
    )


def by_letter(numbers: Sequence[int]) -> np.ndarray:
    """The numbers of the blank and of each letter, with a place for every possible letter."""
    return np.array([*numbers, *[0] * (SLOTS - len(numbers))], np.int64)
