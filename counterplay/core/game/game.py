"""Game: the rules of one game as ordinary Python methods over ordinary values."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np

from counterplay.core.bits.casts import as_int64, as_uint64, tidy
from counterplay.core.compile import rules
from counterplay.core.compile.native import reachable
from counterplay.core.game.contract import RULE, takes_data, takes_viewer
from counterplay.core.game.errors import CounterplayError, GameError, InputError, blame
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.facts import CHANCE, Facts, Parameter
from counterplay.core.game.position import Position
from counterplay.core.game.shape import Shape

State = Any
"""A NamedTuple of integers, or a record (see `core.shape`)."""


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of a game, ready to be asked.

    The methods are the textbook's: `initial`, `player`, `actions`, `result`, `terminal` and
    `utility`. They run the rules as plain Python, so that they answer at once; searches bind the
    same functions to native code (see `core.bind`).
    """

    name: str
    path: str
    facts: Facts
    parameters: Mapping[str, Parameter]
    functions: Mapping[str, FunctionType]
    shape: Shape
    data: Any = None
    evaluator: Evaluator | None = None
    search_settings: Mapping[str, Any] = field(default_factory=dict)
    """What `SEARCH` in the game's file says: settings of alpha-beta that suit this game."""
    distinct_actions: int = 0
    """What `DISTINCT_ACTIONS` says: all moves are numbers from 0 to below this; 0: any numbers."""

    def __repr__(self) -> str:
        given = "".join(f", {p.name}={p.value!r}" for p in self.parameters.values())
        return f"load({self.name!r}{given})"

    def __deepcopy__(self, memo: Any) -> Game:
        """Nothing in a game changes: a copy is the game itself."""
        return self

    # The five functions of the textbook, and the start ------------------------------------------

    def initial(self) -> State:
        return self.ask("initial")

    def player(self, s: State) -> int:
        """Who moves: 0, 1, … or CHANCE."""
        return int(self.ask("player", s))

    def actions(self, s: State) -> list[int]:
        """The legal moves; none where the game is over or chance decides."""
        if self.facts.chance and (self.terminal(s) or self.player(s) == CHANCE):
            return []
        if self.drawn(s):
            return []
        return self.buffered("actions", s)

    def result(self, s: State, a: int) -> State:
        return self.ask("result", s, a)

    def terminal(self, s: State) -> bool:
        return bool(self.ask("terminal", s)) or self.drawn(s)

    def drawn(self, s: State) -> bool:
        """Whether the game ends here as a draw, by a rule other than that nobody can move."""
        return "drawn" in self.functions and bool(self.ask("drawn", s))

    def utility(self, s: State, p: int) -> float:
        """The payoff of an ended game for player p."""
        if self.drawn(s) and not self.ask("terminal", s):
            return self.facts.even_share
        return tidy(self.ask("utility", s, p))

    def chance(self, s: State) -> list[tuple[int, float]]:
        """What chance can do in s: each outcome with its probability."""
        outcomes = np.empty(self.facts.most_outcomes, np.int64)
        probabilities = np.empty(self.facts.most_outcomes, np.float64)
        n = self.ask("chance", s, outcomes, probabilities)
        if not 0 <= n <= len(outcomes):
            self._complain("chance", f"returned {n}, but most_outcomes={len(outcomes)}")
        return list(zip(outcomes[:n].tolist(), probabilities[:n].tolist(), strict=True))

    def draw(self, s: State, seed: str | int) -> int:
        """An outcome of chance in s, the same for the same seed."""
        dice = random.Random(seed)
        if "chance" not in self.functions:
            return int(self.ask("sample", s, dice.getrandbits(62)))
        outcomes, probabilities = zip(*self.chance(s), strict=True)
        return int(dice.choices(outcomes, probabilities)[0])

    # Beyond the rules ---------------------------------------------------------------------------

    def key(self, s: State) -> int:
        """64 bits that stand for the state, the same that searches use."""
        try:
            with np.errstate(over="ignore"):
                return int(self._plain.key(None, s))
        except Exception as error:
            raise blame(error, self.files, "key()") from error

    def evaluate(self, s: State) -> int:
        """The evaluator's guess of the score, for the side to move; 0 without an evaluator."""
        return self.evaluate_for(s, self.player(s))

    def evaluate_for(self, s: State, p: int) -> int:
        """The evaluator's guess of the score, for player p where it tells players apart."""
        if self.evaluator is None:
            return 0
        given = {"p": p, "weights": self.evaluator.weights, "data": self.data}
        try:
            with np.errstate(over="ignore"):
                extra = (given[name] for name in self.evaluator.asks_for)
                points = as_int64(self.evaluator.function(s, *extra))
        except Exception as error:
            raise blame(error, [self.evaluator.path, *self.files], "evaluate()") from error
        speaks_for_p = "p" in self.evaluator.asks_for or self.player(s) == p
        return points if speaks_for_p else -points

    def with_evaluator(self, evaluator: Evaluator | None) -> Game:
        """The same rules beside another evaluator."""
        return Game(
            self.name, self.path, self.facts, self.parameters, self.functions, self.shape,
            self.data, evaluator, self.search_settings, self.distinct_actions,
        )  # fmt: skip

    def position(self, text: str = "startpos") -> Position:
        """The position that `text` describes.

        Either the game's own notation, or `startpos moves a b c`, or a position followed by
        `moves a b c`, or the fields of the state, `state 1 2 3`.
        """
        return Position.parse(self, text)

    # People -------------------------------------------------------------------------------------

    def show_move(self, s: State, a: int) -> str:
        return str(self.call("show_move", s, a)) if "show_move" in self.functions else str(a)

    def parse_move(self, s: State, text: str) -> int:
        """The legal move that `text` names."""
        reason = ""
        if "parse_move" in self.functions:
            move, reason = self._parsed_move(s, text.strip())
            if move is not None and move in self.actions(s):
                return int(move)
        wanted = text.strip().lower()
        moves = {self.show_move(s, a): a for a in self.actions(s)}
        for shown, move in moves.items():
            if shown.lower() == wanted:
                return move
        why = f" ({reason})" if reason else ""
        legal = ", ".join(list(moves)[:40]) + (", …" if len(moves) > 40 else "")
        raise InputError(f"{text.strip()!r} is not a legal move here{why}; legal are: {legal}")

    def _parsed_move(self, s: State, text: str) -> tuple[int | None, str]:
        """What the game's own reader makes of a move; None and why where it cannot read it."""
        try:
            return self.call("parse_move", s, text), ""
        except GameError as error:
            if isinstance(error.__cause__, ValueError):
                return None, str(error.__cause__)
            raise

    def show_position(self, s: State) -> str:
        """The state in the game's notation, or as `state` and its fields."""
        if "show_position" in self.functions:
            return str(self.call("show_position", s))
        return "state " + " ".join(map(str, self.shape.encode(s).item()))

    def board(self, s: State, viewer: int | None = None) -> str:
        """The state as text; with `viewer`, as that player sees it."""
        return str(self.drawing(s, viewer))

    def drawing(self, s: State, viewer: int | None = None) -> Any:
        """What the game's `board` returns: a text, or a drawing with cells (`cp.Grid`, …)."""
        if "board" not in self.functions:
            return self.show_position(s)
        extra = (viewer,) if takes_viewer(self.functions["board"]) else ()
        return self.call("board", s, *extra)

    # How the rules are called -------------------------------------------------------------------

    def call(self, name: str, *arguments: Any) -> Any:
        """Call one function of the game as plain Python; its errors name the user's own line."""
        try:
            with np.errstate(over="ignore"):
                return self.functions[name](*arguments, *self._extra[name])
        except CounterplayError:
            raise
        except Exception as error:
            raise blame(error, self.files, f"{name}()") from error

    def ask(self, name: str, *arguments: Any) -> Any:
        """Call one rule and cast what it gives as the contract says it should be."""
        if RULE[name].gives == "state":
            return self._made(name, *arguments)
        given = self.call(name, *arguments)
        try:
            return CASTS[RULE[name].gives](given)
        except (TypeError, ValueError):
            wanted = WANTED[RULE[name].gives]
            raise GameError(
                f"{name}() returned {given!r}, not {wanted}", self.path, self.line_of(name)
            ) from None

    def buffered(self, name: str, s: State) -> list[int]:
        """Call a function that fills the move buffer; the moves it left there."""
        moves = np.empty(self.facts.most_actions, np.int64)
        n = self.ask(name, s, moves)
        if not 0 <= n <= len(moves):
            self._complain(name, f"returned {n}, but the buffer holds most_actions={len(moves)}")
        return list(moves[:n].tolist())

    def line_of(self, name: str) -> int:
        """The line on which a function of the game begins."""
        return self.functions[name].__code__.co_firstlineno

    @cached_property
    def files(self) -> list[str]:
        """The game's own file, and those of the helpers that its rules call."""
        plain = [f for f in self.functions.values() if isinstance(f, FunctionType)]
        return list(dict.fromkeys([self.path, *(f.__code__.co_filename for f in reachable(plain))]))

    @cached_property
    def _plain(self) -> Any:
        return rules.plain(self)

    @cached_property
    def _extra(self) -> dict[str, tuple[Any, ...]]:
        return {
            name: (self.data,) if takes_data(function) else ()
            for name, function in self.functions.items()
        }

    def _made(self, name: str, *arguments: Any) -> State:
        """A state from one of the rules that make one, in either form."""
        if self.shape.is_record:
            out = self.shape.blank()
            self.call(name, *arguments, out)
            return out
        try:
            return self.shape.canonical(self.call(name, *arguments))
        except TypeError as error:
            raise GameError(f"{name}() {error}", self.path, self.line_of(name)) from None

    def _complain(self, name: str, text: str) -> None:
        raise GameError(f"{name}() {text}", self.path, self.line_of(name))


def _number(given: Any) -> float:
    if not isinstance(given, (int, float, np.number, np.bool_)):
        raise TypeError
    return given  # type: ignore[return-value]  # a number of NumPy's is one


def _truth(given: Any) -> bool:
    if not isinstance(given, (bool, np.bool_, int, np.integer)):
        raise TypeError
    return bool(given)


def _pair(given: Any) -> tuple[float, float]:
    low, high = given
    return _number(low), _number(high)


CASTS: dict[str, Callable[[Any], Any]] = {
    "int": as_int64,
    "count": as_int64,
    "key": as_uint64,
    "bool": _truth,
    "number": _number,
    "pair": _pair,
}
WANTED = {
    "int": "a whole number",
    "count": "a count",
    "key": "a whole number",
    "bool": "True or False",
    "number": "a number",
    "pair": "a pair of numbers",
}
