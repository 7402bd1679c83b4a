"""Games whose moves are points of a board, from SGF and to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.sgf import Node, Tree
from counterplay.games import load

COLOURS = ("B", "W")
"""The properties of moves, those of the first player first."""

PASS = "pass"
RESULT = re.compile(r"([BW])\+\s*(\d+(?:\.\d+)?)?", re.IGNORECASE)


@dataclass(frozen=True)
class Points:
    """A game whose moves are points, and may be passes.

    number   of the game in SGF, the property GM
    size     the parameter that SZ gives
    marks    of an empty point and of the two players, in the game's notation of a position, which
             has the points from the top row to the bottom and then who is to move
    """

    number: int
    size: str
    marks: tuple[str, str, str]


GAMES: Mapping[str, Points] = {"othello": Points(2, "size", ("-", "X", "O"))}
"""By their names; in all of them columns are letters and rows numbers, counted from the top."""


@dataclass(frozen=True)
class Record:
    """A game as SGF has it: the position at its end, what each player got if that is known, and
    the properties of its first node."""

    position: Position
    payoffs: tuple[float, ...] | None
    about: Node = field(default_factory=dict)


def named(tree: Tree) -> str:
    """The name of the game that a tree is of."""
    number = _first(tree.nodes[0], "GM") or "1"
    for name, points in GAMES.items():
        if number.strip() == str(points.number):
            return name
    known = ", ".join(f"GM[{points.number}] {name}" for name, points in GAMES.items())
    raise InputError(f"its game, GM[{number}], is none whose SGF can be read: {known}")


def from_tree(tree: Tree) -> Record:
    """The game that a tree has in its main line."""
    name, (root, *_) = named(tree), tree.nodes
    points, said = GAMES[name], _first(root, "SZ")
    game = _game(name, points.size, said)
    size = int(game.parameters[points.size].value)
    position = game.position(_start(root, points, size))
    for node in tree.main_line:
        for seat, colour in enumerate(COLOURS):
            for value in node.get(colour, ()):
                position = _played(position, seat, _text(value.strip(), size))
    return Record(position, _payoffs(position, _first(root, "RE")), root)


@lru_cache(32)
def _game(name: str, size: str, said: str) -> Game:
    return load(name, **({size: said} if said else {}))


def to_tree(record: Record) -> Tree:
    """A game as a tree of one line; `about` gives the properties of its first node."""
    position = record.position
    game = position.game
    points = GAMES[game.name]
    size = int(game.parameters[points.size].value)
    root: dict[str, tuple[str, ...]] = {
        "FF": ("4",), "GM": (str(points.number),), "CA": ("UTF-8",), "AP": ("counterplay",),
        "SZ": (str(size),),
    }  # fmt: skip
    root |= record.about
    if record.payoffs is not None:
        root["RE"] = (_result(record.payoffs, game),)
    root |= _setup(position.undo(len(position.past)), points, size)
    nodes: list[Node] = [root]
    for s, move in zip(position.past, position.moves, strict=True):
        nodes.append({COLOURS[game.player(s)]: (_point(game.show_move(s, move)),)})
    return Tree(tuple(nodes))


# Points -----------------------------------------------------------------------------------------


def _text(value: str, size: int) -> str:
    """A point as the game writes it; cd is c4."""
    if value == "" or (value == "tt" and size <= 19):
        return PASS
    if not re.fullmatch("[a-z]{2}", value):
        raise InputError(f"[{value}] is not a point: two letters are, its column and its row")
    return f"{value[0]}{ord(value[1]) - ord('a') + 1}"


def _point(text: str) -> str:
    return "" if text == PASS else f"{text[0]}{chr(ord('a') + int(text[1:]) - 1)}"


def _played(position: Position, seat: int, text: str) -> Position:
    """The position after a move of a player; a pass of the other that was forced may be missing."""
    if position.is_over:
        raise InputError(f"{COLOURS[seat]}[…] {text} comes after the end of the game")
    if position.turn != seat:
        forced = [position.show_move(move) for move in position.legal_moves]
        if forced != [PASS]:
            raise InputError(f"{COLOURS[seat]} plays {text}, and it is not their turn")
        if text == PASS:
            raise InputError(f"{COLOURS[seat]} passes, and it is not their turn")
        position = position.play(PASS)
    return position.play(text)


# The beginning and the end ----------------------------------------------------------------------


def _start(root: Node, points: Points, size: int) -> str:
    """The position that stones are set up for, as text; the usual start where none are."""
    stones = {
        point: mark
        for colour, mark in zip(("AB", "AW"), points.marks[1:], strict=True)
        for value in root.get(colour, ())
        for point in _rectangle(value)
    }
    turn = _first(root, "PL")[:1].upper() or "B"
    if not stones:
        return "startpos"
    rows = (
        stones.get((column, row), points.marks[0]) for row in range(size) for column in range(size)
    )
    return f"{''.join(rows)} {points.marks[1 + (turn == 'W')]}"


def _rectangle(value: str) -> list[tuple[int, int]]:
    """A point, or all of a rectangle, aa:cc."""
    first, _, last = value.strip().partition(":")
    if not all(re.fullmatch("[a-z]{2}", corner) for corner in (first, last or first)):
        raise InputError(f"[{value}] is not a point: two letters are, its column and its row")
    (left, top), (right, bottom) = ([ord(c) - ord("a") for c in v] for v in (first, last or first))
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _setup(start: Position, points: Points, size: int) -> dict[str, tuple[str, ...]]:
    """The stones of a start that is not the usual one."""
    if str(start) == "startpos":
        return {}
    board, turn = str(start).split()
    letters = "abcdefghijklmnopqrstuvwxyz"
    placed = {
        name: tuple(
            letters[i % size] + letters[i // size] for i, mark in enumerate(board) if mark == own
        )
        for name, own in zip(("AB", "AW"), points.marks[1:], strict=True)
    }
    return {**{n: v for n, v in placed.items() if v}, "PL": (COLOURS[turn == points.marks[2]],)}


def _payoffs(position: Position, result: str) -> tuple[float, ...] | None:
    """By the rules where the game is over, else by what the file says of its result."""
    if position.is_over:
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
