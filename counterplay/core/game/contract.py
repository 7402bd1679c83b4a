"""The game contract as data: every function a game may define, its arguments and what it gives.

Rules are compiled; what is for people (`show_…`, `parse_…`, `board`) stays Python. Any rule may
take one more, last argument, `data`: the game's read-only run-time data.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Final, Literal

Gives = Literal["state", "int", "bool", "number", "key", "count", "pair", "nothing"]


@dataclass(frozen=True)
class Function:
    """One function of the contract. `inputs` are the arguments in order, `data` left out."""

    name: str
    inputs: tuple[str, ...]
    gives: Gives
    about: str
    required: bool = False


RULES: Final = (
    Function("initial", (), "state", "S0, the state a game starts from", required=True),
    Function("player", ("s",), "int", "who moves: 0, 1, … or CHANCE", required=True),
    Function("actions", ("s", "moves"), "count", "fills the buffer with moves", required=True),
    Function("result", ("s", "a"), "state", "the state after a move; pure", required=True),
    Function("terminal", ("s",), "bool", "whether the game is over", required=True),
    Function("utility", ("s", "p"), "number", "the payoff of an ended game", required=True),
    Function("drawn", ("s",), "bool", "drawn here, though there are moves"),
    Function("chance", ("s", "outcomes", "probabilities"), "count", "what chance can do in s"),
    Function("sample", ("s", "seed"), "int", "one outcome of chance, where there are too many"),
    Function("width", ("s",), "int", "how many moves there are, where counting is quicker"),
    Function("key", ("s",), "key", "64 bits that stand for the state"),
    Function("order", ("s", "a"), "int", "larger is tried earlier"),
    Function("noisy", ("s", "a"), "bool", "a move that quiescence follows"),
    Function("loud", ("s", "moves"), "count", "moves among which are all that are noisy"),
    Function("null", ("s",), "state", "the state after passing the move"),
    Function("in_check", ("s",), "bool", "the side to move cannot afford to do nothing"),
    Function("canonical", ("s",), "state", "one state for all that are alike by symmetry"),
    Function("bounds", ("s", "low", "high"), "pair", "proven bounds on the mover's score"),
    Function("remaining", ("s",), "int", "about how many moves are left, fewer with each"),
    Function(
        "sufficient_moves", ("s", "moves"), "count", "moves that a player who wants to win needs"
    ),
    Function("irreversible", ("s", "a"), "bool", "no earlier position can come back after a"),
    Function("index", ("s",), "int", "where tables have the state: a number, or -1 for nowhere"),
    Function("state", ("i",), "state", "the state with that number"),
    Function("size", ("t",), "int", "how many places table t has"),
    Function("slices", ("t",), "int", "into how many equal parts table t is cut"),
    Function("leaving", ("s", "moves"), "count", "moves that leave the slice, and perhaps others"),
    Function("predecessors", ("s", "moves"), "count", "numbers of the states that lead to s"),
    Function("information", ("s", "p"), "key", "what player p knows, as a key"),
    Function("resample", ("s", "p", "seed"), "state", "another state that p cannot tell apart"),
)

PEOPLE: Final = (
    Function("show_move", ("s", "a"), "nothing", "a move in the game's notation"),
    Function("parse_move", ("s", "text"), "nothing", "a move from the game's notation"),
    Function("show_position", ("s",), "nothing", "a position in the game's notation"),
    Function("parse_position", ("text",), "nothing", "a position from the game's notation"),
    Function("board", ("s",), "nothing", "a drawing of the state: text, Grid, Points or Cards"),
    Function(
        "cells", ("s", "a"), "nothing", "the names of the cells that a move touches, in order"
    ),
    Function("parse_tables", ("text",), "nothing", "the numbers of the tables that a name means"),
    Function("show_table", ("t",), "nothing", "the name of table t"),
    Function("tables_below", ("t",), "nothing", "the tables that moves from table t lead to"),
)

RENAMED: Final = {
    "threatened": "in_check",
    "left": "remaining",
    "candidates": "sufficient_moves",
}
"""Hooks that had another name before 0.2.0. Files with the old names go on working."""

PLACES: Final = 1 << 40
"""How many places a table can have: place i of table t has the number t * PLACES + i."""

EVALUATE: Final = Function("evaluate", ("s",), "int", "a guess of the score for the side to move")
"""`evaluate` may also take `p` (whose score, in games of several), `weights` and `data`."""

RULE: Final = {function.name: function for function in RULES}
REQUIRED: Final = tuple(function.name for function in RULES if function.required)
NAMES: Final = (*RULE, *(function.name for function in PEOPLE), EVALUATE.name)


def takes_data(function: FunctionType) -> bool:
    """Whether a rule asks for the game's run-time data, by a last argument named `data`."""
    return _arguments(function)[-1:] == ("data",)


def takes_viewer(board: FunctionType) -> bool:
    """Whether a game draws its states as a player sees them: `board(s, p)`, where p may be None
    for somebody who sees everything."""
    return _arguments(board)[1:2] == ("p",)


def _arguments(function: FunctionType) -> tuple[str, ...]:
    return function.__code__.co_varnames[: function.__code__.co_argcount]
