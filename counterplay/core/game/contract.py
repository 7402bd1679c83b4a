"""The game contract as data: every function that a game's file may define.

Rules are compiled. The functions for people (`show_…`, `parse_…`, `board`) stay plain Python. Any
function may take one more argument, the last, called `data`: the game's read-only run-time data.
`docs/make_contract.py` writes the tables of `docs/contract.md` from this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Final, Literal

CHANCE: Final = -1
"""`player(s)` returns this if dice or cards decide."""

SIMULTANEOUS: Final = -2
"""Reserved for games in which all players move at once. They are refused for now."""

Gives = Literal["state", "int", "bool", "number", "key", "count", "pair", "nothing"]
Group = Literal["required", "endings", "chance", "search", "tables", "hidden", "people"]


@dataclass(frozen=True)
class Function:
    """One function of the contract.

    inputs   the arguments in order, without `data`
    gives    the kind of value it returns
    about    one or two sentences for errors and for the documentation
    group    the section of the documentation that lists it
    """

    name: str
    inputs: tuple[str, ...]
    gives: Gives
    about: str
    group: Group = "search"

    @property
    def required(self) -> bool:
        """Whether every game must define it."""
        return self.group == "required"

    @property
    def signature(self) -> str:
        """The call as people write it: `result(s, a)`."""
        return f"{self.name}({', '.join(self.inputs)})"


RULES: Final = (
    Function("initial", (), "state", "Return the state in which a game starts.", "required"),
    Function(
        "player", ("s",), "int",
        "Return the player to move: 0, 1, … or `cp.CHANCE`. Players need not alternate. Return "
        "some player in an ended game, too.",
        "required",
    ),
    Function(
        "actions", ("s", "moves"), "count",
        "Write the legal moves into the buffer `moves` and return how many there are: 0 in an "
        "ended game.",
        "required",
    ),
    Function(
        "result", ("s", "a"), "state",
        "Return the state after move `a`. Do not change `s`.",
        "required",
    ),
    Function("terminal", ("s",), "bool", "Return True if the game is over.", "required"),
    Function(
        "utility", ("s", "p"), "number",
        "Return the payoff of player `p` in an ended game.",
        "required",
    ),
    Function(
        "drawn", ("s",), "bool",
        "Return True if the game is a draw although there are legal moves, as by the fifty-move "
        "rule of chess. perft counts such moves.",
        "endings",
    ),
    Function(
        "chance", ("s", "outcomes", "probabilities"), "count",
        "Write the outcomes of a chance node and their probabilities, and return how many there "
        "are. `result(s, outcome)` is the next state.",
        "chance",
    ),
    Function(
        "sample", ("s", "seed"), "int",
        "Return one random outcome of a chance node. Define it if there are too many outcomes to "
        "list.",
        "chance",
    ),
    Function(
        "roller", ("s",), "int",
        "The player whose turn it is, at every node: who rolls, or has rolled. A network sees the "
        "state from this player's side, and people are told who rolls. Without it, the side is the "
        "player to move, and player 0 at chance nodes.",
        "chance",
    ),
    Function(
        "width", ("s",), "int",
        "The number of legal moves. Define it if counting them is faster than generating them.",
    ),
    Function(
        "key", ("s",), "key",
        "A 64-bit hash of the state. Without it, the fields of the state are hashed.",
    ),
    Function(
        "order", ("s", "a"), "int",
        "A number for move ordering: the search tries moves with larger numbers first.",
    ),
    Function(
        "noisy", ("s", "a"), "bool",
        "Return True if quiescence search should follow the move, as it does captures.",
    ),
    Function(
        "exchange", ("s", "a", "least"), "bool",
        "Return True if the exchange that move `a` begins wins `least` score points or more. "
        "`least` may be negative. Near the horizon, moves that lose too much or win too little are "
        "skipped.",
    ),
    Function(
        "loud", ("s", "moves"), "count",
        "A superset of the noisy moves. Define it if generating captures is faster than filtering "
        "`actions`.",
    ),
    Function(
        "null", ("s",), "state",
        "The state after the side to move passes; only the turn and counters change. Return `s` to "
        "refuse a pass. Null-move pruning needs it.",
    ),
    Function(
        "in_check", ("s",), "bool",
        "Return True if the side to move must answer a threat. Quiescence search then tries every "
        "move, and the main search looks one ply further.",
    ),
    Function(
        "canonical", ("s",), "state",
        "One representative of all states that are equal by symmetry. They share one entry of the "
        "transposition table.",
    ),
    Function(
        "bounds", ("s", "low", "high"), "pair",
        "Proven lower and upper bounds of the score for the side to move, at a chance node for "
        "player 0. Only bounds that cut the window from `low` to `high` are of use.",
    ),
    Function(
        "remaining", ("s",), "int",
        "About how many moves remain. The number falls with every move; exact search deepens by "
        "it.",
    ),
    Function(
        "features", ("s", "p", "words"), "nothing",
        "Write the inputs of a network, or of pattern tables, as player `p` sees them: bits of "
        "64-bit words, which are 0 before. `FEATURE_WORDS` is the number of words. Define it if a "
        "player looks at more than the bits and numbers of the state.",
    ),
    Function(
        "from_chances", ("s", "p", "chances"), "int",
        "The score of player `p`, if a network predicts the chances of payoffs: `chances[k]` is "
        "the chance of the side to move, or to roll, to get payoff number `k + 1` from the least "
        "up, or a higher one. Define it if a score is more than the mean payoff: with a doubling "
        "cube, or in a match.",
    ),
    Function(
        "sufficient_moves", ("s", "moves"), "count",
        "A subset of the legal moves that is enough to find the exact score and its distance.",
    ),
    Function(
        "irreversible", ("s", "a"), "bool",
        "Return True if no earlier position can occur again after the move.",
        "endings",
    ),
    Function(
        "index", ("s",), "int",
        "The position index of the state, `t * 2**40 + i` for entry `i` of table `t`. Return -1 "
        "if no table contains the state.",
        "tables",
    ),
    Function(
        "state", ("i",), "state",
        "The state with position index `i`. For an unused index, return a state with "
        "`index(s) != i`.",
        "tables",
    ),
    Function("size", ("t",), "int", "The number of entries of table `t`.", "tables"),
    Function(
        "slices", ("t",), "int",
        "The number of equal slices of table `t`, which are solved one after the other. Without "
        "it, there is one.",
        "tables",
    ),
    Function(
        "leaving", ("s", "moves"), "count",
        "A superset of the moves that leave the slice of `s`. Define it if that is faster than "
        "filtering `actions`.",
        "tables",
    ),
    Function(
        "predecessors", ("s", "moves"), "count",
        "The position indices of all states in the same slice that have a move to `s`. Define it "
        "to solve large tables faster.",
        "tables",
    ),
    Function(
        "information", ("s", "p"), "key",
        "A 64-bit hash of what player `p` knows: the information set.",
        "hidden",
    ),
    Function(
        "observe", ("s", "p"), "key",
        "What player `p` sees when a move or a deal has led to `s`, as a number. The library keeps "
        "what each player saw and did. Define it instead of `information`.",
        "hidden",
    ),
    Function(
        "resample", ("s", "p", "seed"), "state",
        "A random state that player `p` cannot distinguish from `s`.",
        "hidden",
    ),
)  # fmt: skip

PEOPLE: Final = (
    Function(
        "show_move", ("s", "a"), "nothing",
        "The move in the notation of the game. Without it, moves are numbers.",
        "people",
    ),
    Function(
        "parse_move", ("s", "text"), "nothing",
        "The move that the text describes. Without it, a legal move is found by its `show_move` "
        "text.",
        "people",
    ),
    Function(
        "show_position", ("s",), "nothing", "The state in the notation of the game.", "people"
    ),
    Function(
        "parse_position", ("text",), "nothing",
        "The state that the text describes, or a list of moves from the start. Raise `ValueError` "
        "to say what you expected.",
        "people",
    ),
    Function(
        "show_end", ("s",), "nothing",
        "What ended the game, in a few words that can follow `by`, such as `checkmate`.",
        "people",
    ),
    Function(
        "board", ("s",), "nothing",
        "A drawing of the state: a text, `cp.Grid`, `cp.Points`, `cp.Cards` or `cp.Stacks`. Define "
        "`board(s, p)` if players see different things: `p` is the viewer, None sees everything.",
        "people",
    ),
    Function(
        "cells", ("s", "a"), "nothing",
        "The names of the cells that a person clicks to make the move, in order. Define it if the "
        "text of the move does not contain them. Moves that change different cells name different "
        "ones.",
        "people",
    ),
    Function(
        "next_steps", ("s", "done"), "nothing",
        "For moves that a person makes in several steps: the drawing after the steps in `done`, "
        "and the steps that can follow, a dict from the names of a step's cells to the move that "
        "it completes, or None if more steps must follow.",
        "people",
    ),
    Function(
        "parse_tables", ("text",), "nothing", "The tables that a name such as `KRK` means.",
        "people",
    ),
    Function("show_table", ("t",), "nothing", "The name of table `t`.", "people"),
    Function(
        "tables_below", ("t",), "nothing",
        "The other tables that moves from table `t` lead to.",
        "people",
    ),
)  # fmt: skip

RENAMED: Final = {
    "threatened": "in_check",
    "left": "remaining",
    "candidates": "sufficient_moves",
}
"""Hooks that had another name before 0.2.0. Files with the old names go on working."""

PLACES: Final = 1 << 40
"""The most entries of a table. Entry i of table t has the position index `t * PLACES + i`."""

EVALUATE: Final = Function(
    "evaluate",
    ("s",),
    "int",
    "The static evaluation: a score for the side to move, in score points.",
)
"""`evaluate` may also take `p` (the player whose score it is), `weights` and `data`."""

RULE: Final = {function.name: function for function in RULES}
REQUIRED: Final = tuple(function.name for function in RULES if function.required)
NAMES: Final = (*RULE, *(function.name for function in PEOPLE), EVALUATE.name)


def takes_data(function: FunctionType) -> bool:
    """Whether the last argument of a function is `data`, the game's run-time data."""
    return arguments_of(function)[-1:] == ("data",)


def takes_viewer(board: FunctionType) -> bool:
    """Whether a game draws its states for a viewer: `board(s, p)`. None as `p` sees everything."""
    return arguments_of(board)[1:2] == ("p",)


def arguments_of(function: FunctionType) -> tuple[str, ...]:
    """The names of the positional arguments of a function."""
    return function.__code__.co_varnames[: function.__code__.co_argcount]
