"""SGF trees of games whose moves are points of a board: Go and Othello."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.sgf.tree import Node, Tree
from counterplay.games import load

COLOURS = ("B", "W")
"""The properties of moves; the first player is B."""

PASS = "pass"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
RESULT = re.compile(r"([BW])\+\s*(\d+(?:\.\d+)?)?", re.IGNORECASE)


@dataclass(frozen=True)
class Points:
    """How a game of this program maps to SGF. A move is a point or a pass.

    number      the game's number in SGF, the property GM
    size        the name of the game's parameter that SZ sets
    marks       the characters of an empty point, of B and of W in the game's position text; that
                text lists the points row by row from the top, then the side to move
    usual       the size of a board without SZ; empty for the game's own
    between     what is between the rows of the position text
    columns     the letters of the columns
    from_top    whether the rows are numbered from the top
    komi        the name of the game's parameter that KM sets
    is_agreed   True if players end a game by passing before all of it is played out, so that the
                result is that of the file
    """

    number: int
    size: str
    marks: tuple[str, str, str]
    usual: str = ""
    between: str = ""
    columns: str = LETTERS
    from_top: bool = True
    komi: str = ""
    is_agreed: bool = False

    def row(self, number: int, size: int) -> int:
        """The number of a row counted from the other end, if the game counts from there."""
        return number if self.from_top else size + 1 - number


GAMES: Mapping[str, Points] = {
    "go": Points(1, "size", (".", "X", "O"), "19", "/", "abcdefghjklmnopqrst", False, "komi", True),
    "othello": Points(2, "size", ("-", "X", "O")),
}
"""By name."""


@dataclass(frozen=True)
class SgfGame:
    """A game of an SGF file.

    position    at its end, with all moves
    payoffs     None if they are unknown
    properties  of the first node: players, event, date, …
    """

    position: Position
    payoffs: tuple[float, ...] | None
    properties: Node = field(default_factory=dict)


def game_name(tree: Tree) -> str:
    """The name of a tree's game; InputError if SGF of that game cannot be read."""
    number = _first(tree.nodes[0], "GM") or "1"
    for name, points in GAMES.items():
        if number.strip() == str(points.number):
            return name
    known = ", ".join(f"GM[{points.number}] {name}" for name, points in GAMES.items())
    raise InputError(f"GM[{number}] is not a game that can be read from SGF: {known} can")


def from_tree(tree: Tree) -> SgfGame:
    """The game in the main line of a tree; InputError if a move is not legal."""
    name, (root, *_) = game_name(tree), tree.nodes
    points = GAMES[name]
    named = {points.size: _first(root, "SZ") or points.usual}
    if points.komi:
        named[points.komi] = _first(root, "KM")
    game = _game(name, tuple((key, value) for key, value in named.items() if value))
    size = int(game.parameters[points.size].value)
    line = tree.main_line
    first = next((seat for node in line for seat, c in enumerate(COLOURS) if node.get(c)), 0)
    position = game.position(_start(root, points, size, first))
    for node in line:
        position = after_node(position, node)
    return SgfGame(position, _payoffs(position, _first(root, "RE"), points.is_agreed), root)


def after_node(position: Position, node: Node) -> Position:
    """The position after the moves of a node; InputError if one is not legal."""
    points = GAMES[position.game.name]
    size = int(position.game.parameters[points.size].value)
    for seat, colour in enumerate(COLOURS):
        for value in node.get(colour, ()):
            text = _text(value.strip(), size, points)
            if not (points.is_agreed and position.is_over and text == PASS):
                position = played(position, seat, text)
    return position


@lru_cache(32)
def _game(name: str, parameters: tuple[tuple[str, str], ...]) -> Game:
    return load(name, **dict(parameters))


def to_tree(played: SgfGame) -> Tree:
    """A game as a tree without variations."""
    position = played.position
    moves = zip(position.past, position.moves, strict=True)
    return Tree((root_node(played), *(move_node(position.game, s, move) for s, move in moves)))


def move_node(game: Game, s: Any, move: int) -> Node:
    """The node of a move."""
    points = GAMES[game.name]
    size = int(game.parameters[points.size].value)
    return {COLOURS[game.player(s)]: (_point(game.show_move(s, move), size, points),)}


def root_node(played: SgfGame) -> dict[str, tuple[str, ...]]:
    """The first node of a game: its start, its players and its result."""
    position = played.position
    game = position.game
    points = GAMES[game.name]
    size = int(game.parameters[points.size].value)
    root: dict[str, tuple[str, ...]] = {
        "FF": ("4",), "GM": (str(points.number),), "CA": ("UTF-8",), "AP": ("counterplay",),
        "SZ": (str(size),),
    }  # fmt: skip
    if points.komi:
        root["KM"] = (str(game.parameters[points.komi].value),)
    root |= played.properties
    if played.payoffs is not None:
        root["RE"] = (_result(played.payoffs, game),)
    return root | _setup(position.undo(len(position.past)), points, size)


# Points -----------------------------------------------------------------------------------------


def _text(value: str, size: int, points: Points) -> str:
    """A point of SGF in the game's notation: cd is c4 in Othello."""
    if value == "" or (value == "tt" and size <= 19):
        return PASS
    if not re.fullmatch("[a-z]{2}", value):
        raise InputError(f"[{value}] is not a point: write two letters, column and row")
    column, row = (LETTERS.index(letter) for letter in value)
    if max(column, row) >= size:
        raise InputError(f"[{value}] is not a point of a board of {size} by {size}")
    return f"{points.columns[column]}{points.row(row + 1, size)}"


def _point(text: str, size: int, points: Points) -> str:
    if text == PASS:
        return ""
    column, row = points.columns.index(text[0].lower()), points.row(int(text[1:]), size)
    return LETTERS[column] + LETTERS[row - 1]


def played(position: Position, seat: int, text: str) -> Position:
    """The position after a move of a player. A forced pass of the opponent may be left out."""
    if position.is_over:
        raise InputError(f"{COLOURS[seat]} plays {text} after the end of the game")
    if position.turn != seat:
        forced = [position.show_move(move) for move in position.legal_moves]
        if forced != [PASS]:
            raise InputError(
                f"{COLOURS[seat]} plays {text}, but it is not the turn of {COLOURS[seat]}"
            )
        if text == PASS:
            raise InputError(f"{COLOURS[seat]} passes, but it is not the turn of {COLOURS[seat]}")
        position = position.play(PASS)
    return position.play(text)


# Start and result --------------------------------------------------------------------------------


def _start(root: Node, points: Points, size: int, first: int) -> str:
    """The start position as text, from the properties AB, AW and PL; the usual one without them.

    Without PL, the player of the first move is to move.
    """
    stones = {
        point: mark
        for colour, mark in zip(("AB", "AW"), points.marks[1:], strict=True)
        for value in root.get(colour, ())
        for point in _rectangle(value)
    }
    turn = _first(root, "PL")[:1].upper() or COLOURS[first]
    if not stones:
        return "startpos"
    rows = (
        "".join(stones.get((column, row), points.marks[0]) for column in range(size))
        for row in range(size)
    )
    return f"{points.between.join(rows)} {points.marks[1 + (turn == 'W')]}"


def _rectangle(value: str) -> list[tuple[int, int]]:
    """The point of a value, or all points of a rectangle, aa:cc."""
    first, _, last = value.strip().partition(":")
    if not all(re.fullmatch("[a-z]{2}", corner) for corner in (first, last or first)):
        raise InputError(f"[{value}] is not a point: write two letters, column and row")
    (left, top), (right, bottom) = ([ord(c) - ord("a") for c in v] for v in (first, last or first))
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _setup(start: Position, points: Points, size: int) -> dict[str, tuple[str, ...]]:
    """The properties AB, AW and PL for a start that is not the usual one."""
    if start.text == "startpos":
        return {}
    board, turn = start.text.split()
    placed = {
        name: tuple(
            LETTERS[i % size] + LETTERS[i // size] for i, mark in enumerate(board) if mark == own
        )
        for name, own in zip(("AB", "AW"), points.marks[1:], strict=True)
    }
    return {**{n: v for n, v in placed.items() if v}, "PL": (COLOURS[turn == points.marks[2]],)}


def _payoffs(position: Position, result: str, is_agreed: bool = False) -> tuple[float, ...] | None:
    """By the rules if the game is over, else by the property RE; None if both are silent.

    If players agree on the end of a game, the property RE comes first.
    """
    if position.is_over and not (is_agreed and result):
        return position.payoffs
    facts = position.game.facts
    if result.strip().lower() in ("0", "draw"):
        return (facts.even_share,) * 2
    found = RESULT.match(result.strip())
    if found is None or facts.total is None or (facts.scored and not found[2]):
        return None
    won = (facts.total + float(found[2])) / 2 if facts.scored and facts.total else facts.best
    if facts.scored and not facts.total:
        won = float(found[2])
    lost = facts.total - won
    return (won, lost) if found[1].upper() == "B" else (lost, won)


def _result(payoffs: Sequence[float], game: Game) -> str:
    one, other = payoffs
    if one == other:
        return "0"
    margin = abs(one - other) / (1 if game.facts.total else 2)
    return (
        f"{'B' if one > other else 'W'}+{margin:g}"
        if game.facts.scored
        else ("B+" if one > other else "W+")
    )


def _first(node: Node, name: str) -> str:
    return node.get(name, ("",))[0]
