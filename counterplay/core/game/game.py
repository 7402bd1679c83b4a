"""Game: the rules of a game as Python methods."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from counterplay.core.bits.casts import as_int64, tidy
from counterplay.core.compile import rules
from counterplay.core.compile.native import fingerprint, reachable
from counterplay.core.game import display
from counterplay.core.game.contract import RULE, takes_data, takes_viewer
from counterplay.core.game.errors import CounterplayError, GameError, InputError, blame
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.facts import CHANCE, Facts, Parameter
from counterplay.core.game.pickling import recipe, reloaded
from counterplay.core.game.position import Position
from counterplay.core.game.returns import CASTS, WANTED, described
from counterplay.core.game.shape import Shape
from counterplay.core.game.time_limit import OvertimeError, call_limits
from counterplay.core.json_fields import shown_name
from counterplay.core.network.inputs import MOST_WORDS, views, word_count
from counterplay.core.network.inputs import fingerprint as input_fingerprint
from counterplay.core.network.learned import Learned
from counterplay.core.patterns.layout import Groups

PROBABILITY_ERROR = 1e-9
"""How far the sum of probabilities may be from 1."""

BUILT_IN = Path(__file__).resolve().parents[2] / "games"
"""The folder of the built-in games."""

DECIDING = (
    "initial", "player", "actions", "result", "terminal", "utility", "drawn", "chance", "sample",
    "irreversible", "key",
)  # fmt: skip
"""The functions that decide how a game goes on. Others make a search faster, or show the game."""

State = Any
"""A NamedTuple of integers, or a record (see `core/game/shape.py`)."""


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of a game. Create one with `cp.load(name)` or `cp.load("my_game.py")`.

    To play, use `game.position()`. The methods here work on bare states, with the names of the
    textbook: `initial`, `player`, `actions`, `result`, `terminal`, `utility`. They run the rules as
    plain Python; searches compile the same functions (see `core/compile/bind.py`).

    name         the name of the game, or of its file
    path         the file of the game
    facts        what the game declares about itself
    parameters   the parameters that the game was built with
    functions    the functions of the contract that the file defines, by name
    shape        the form of the states
    data         the run-time data that the rules take; None without data
    evaluator    the static evaluation; None without one
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
    """`SEARCH` of the game's file: settings of alpha-beta that suit the game."""
    distinct_actions: int = 0
    """`DISTINCT_ACTIONS` of the file: all moves are numbers below it; 0 if it is not declared."""
    patterns: Groups = ()
    """`PATTERNS` of the file: groups of cells whose configurations pattern tables learn."""

    def __repr__(self) -> str:
        """The expression that loads this game."""
        given = "".join(f", {p.name}={p.value!r}" for p in self.parameters.values())
        return f"load({(self.name if self.is_built_in else self.path)!r}{given})"

    def _repr_html_(self) -> str | None:
        """The title and the board at the start, for notebooks."""
        return display.html(self)

    @property
    def is_built_in(self) -> bool:
        """Whether `cp.load` finds the game by its name."""
        path = Path(self.path).resolve()
        return path in (BUILT_IN / f"{self.name}.py", BUILT_IN / self.name / "rules.py")

    def has_same_rules(self, other: Game) -> bool:
        """Whether the rules and their parameters are the same. Names, texts, drawings and the
        evaluator do not matter."""
        if self is other or (self.functions is other.functions and self.data is other.data):
            return True
        return self._rules_hash == other._rules_hash

    def __copy__(self) -> Game:
        """The game itself, because it never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled as its file and its parameters; see `pickling.py`."""
        return reloaded, recipe(self)

    def __deepcopy__(self, memo: Any) -> Game:
        """The game itself, because it never changes."""
        return self

    # The functions of the textbook --------------------------------------------------------------

    def initial(self) -> State:
        """The state in which a game starts."""
        return self.ask("initial")

    def player(self, s: State) -> int:
        """The player to move: 0, 1, … or `cp.CHANCE`."""
        return int(self.ask("player", s))

    def actions(self, s: State) -> list[int]:
        """The legal moves. Empty if the game is over or chance decides."""
        if self.facts.chance and (self.terminal(s) or self.player(s) == CHANCE):
            return []
        if self.drawn(s):
            return []
        return self.buffered("actions", s)

    def some_actions(self, s: State) -> list[int]:
        """The legal moves of a state in which a player is to move, and so must have one."""
        moves = self.actions(s)
        if not moves:
            self.complain_of_no_move()
        return moves

    def complain_of_no_move(self) -> NoReturn:
        """Raise the error of a game that is stuck: it is not over, but there is no legal move."""
        self._complain(
            "actions",
            "returned no move in a state where terminal() is False; run `counterplay check` to see "
            "a position",
        )

    def result(self, s: State, a: int) -> State:
        """The state after move `a`."""
        return self.ask("result", s, a)

    def terminal(self, s: State) -> bool:
        """Whether the game is over."""
        return bool(self.ask("terminal", s)) or self.drawn(s)

    def drawn(self, s: State) -> bool:
        """Whether the game is a draw although there are legal moves."""
        return "drawn" in self.functions and bool(self.ask("drawn", s))

    def utility(self, s: State, p: int) -> float:
        """The payoff of player `p` in an ended game."""
        if self.drawn(s) and not self.ask("terminal", s):
            return self.facts.even_share
        return tidy(self.ask("utility", s, p))

    def chance(self, s: State) -> list[tuple[int, float]]:
        """The outcomes of a chance node, each with its probability."""
        outcomes = np.empty(self.facts.most_outcomes, np.int64)
        probabilities = np.empty(self.facts.most_outcomes, np.float64)
        n = self.ask("chance", s, outcomes, probabilities)
        if not 0 <= n <= len(outcomes):
            self._complain(
                "chance", f"returned {n}, but the facts declare most_outcomes={len(outcomes)}"
            )
        listed = probabilities[:n].tolist()
        # Written so that a probability of nan is wrong, too.
        is_sound = n == 0 or (min(listed) >= 0 and abs(sum(listed) - 1) <= PROBABILITY_ERROR)
        if not is_sound:
            self._complain(
                "chance",
                f"returned probabilities that add up to {sum(listed):g} or are negative, in "
                f"{self.show_position(s)!r}: they must add up to 1",
            )
        return list(zip(outcomes[:n].tolist(), listed, strict=True))

    def draw(self, s: State, seed: str | int) -> int:
        """A random outcome of a chance node; the same for the same seed."""
        dice = random.Random(seed)
        if "chance" not in self.functions:
            return int(self.ask("sample", s, dice.getrandbits(62)))
        listed = self.chance(s)
        if not listed:
            self._complain("chance", "returned no outcome")
        outcomes, probabilities = zip(*listed, strict=True)
        return int(dice.choices(outcomes, probabilities)[0])

    # Beyond the rules ---------------------------------------------------------------------------

    def key(self, s: State) -> int:
        """A 64-bit hash of the state, the same that searches use."""
        if "key" in self.functions:
            return int(self.ask("key", s))
        with np.errstate(over="ignore"):
            return int(self._plain.key(None, s))

    def evaluate(self, s: State) -> int:
        """The static evaluation for the side to move, in score points; 0 without an evaluator."""
        return self.evaluate_for(s, self.side(s))

    def side(self, s: State) -> int:
        """The player to move or to roll: from this side a network sees the state."""
        return int(self._plain.side(None, s))

    def evaluate_for(self, s: State, p: int) -> int:
        """The static evaluation for player `p`, in score points; 0 without an evaluator."""
        if self.evaluator is None:
            return 0
        points = 0
        if self.evaluator.network is not None:
            points = self._by_network(s, p, self.evaluator.network)
        return points + self._by_function(s, p) if self.evaluator.has_function else points

    def _by_network(self, s: State, p: int, network: Learned) -> int:
        """What a learned evaluation says for player `p`."""
        if "from_chances" in self.functions:
            chances = np.array(network.chances(self.inputs(s)))
            return int(self.call("from_chances", s, p, chances))
        judged = self.side(s) if views(self) == 2 else 0
        return network.score(self.inputs(s)) * (1 if judged == p else -1)

    def chances(self, s: State) -> tuple[float, ...] | None:
        """The chances that a network predicts for the side to move, or to roll: of each payoff but
        the least, or of a higher one. None if the evaluator has no such network."""
        network = None if self.evaluator is None else self.evaluator.network
        return tuple(network.chances(self.inputs(s))) if network and network.payoffs else None

    def _by_function(self, s: State, p: int) -> int:
        """What the function of the evaluator says for player `p`."""
        assert self.evaluator is not None
        given = {"p": p, "weights": self.evaluator.weights, "data": self.data}
        extra = (given[name] for name in self.evaluator.asks_for)
        returned = self.run("evaluate", self.evaluator.function, s, *extra)
        try:
            points = as_int64(returned)
        except TypeError as error:
            line = self.evaluator.function.__code__.co_firstlineno
            what = f"evaluate() returned {returned!r}: {error}"
            raise GameError(what, self.evaluator.path, line) from None
        speaks_for_p = "p" in self.evaluator.asks_for or self.player(s) == p
        return points if speaks_for_p else -points

    @property
    def feature_words(self) -> int:
        """The number of words that `features` writes: FEATURE_WORDS in its file."""
        function = self.functions["features"]
        count = getattr(function, "__globals__", {}).get("FEATURE_WORDS")
        if not isinstance(count, int) or not 1 <= count <= MOST_WORDS:
            what = f"features(s, p, words) needs FEATURE_WORDS, a number from 1 to {MOST_WORDS:,}"
            raise GameError(what, self.path, self.line_of("features"))
        return count

    @property
    def feature_name(self) -> str:
        """The name of the inputs: FEATURE_NAME in the file of `features`; "" without one."""
        function = self.functions.get("features")
        return str(getattr(function, "__globals__", {}).get("FEATURE_NAME", ""))

    @property
    def feature_swaps(self) -> tuple[tuple[int, int], ...]:
        """The words that change places in the other's view: FEATURE_SWAPS in the same file."""
        function = self.functions.get("features")
        return tuple(getattr(function, "__globals__", {}).get("FEATURE_SWAPS", ()))

    def inputs(self, s: State) -> list[npt.NDArray[np.uint64]]:
        """The inputs of a network, as the side to move sees the state, and as the other does."""
        side = self.side(s)
        seen = []
        for p in (side, 1 - side)[: views(self)]:
            words = np.zeros(word_count(self), np.uint64)
            with np.errstate(over="ignore"):
                self._plain.inputs(None, s, p, words)
            seen.append(words)
        return seen

    def with_evaluator(self, evaluator: Evaluator | None) -> Game:
        """The same game with another evaluator, or with none."""
        if evaluator is not None and evaluator.network is not None:
            own = self.without_network().evaluator
            self._refuse_network(evaluator.network, evaluator.path, own)
            if evaluator.network.is_correction:
                assert own is not None
                name, path = evaluator.name, evaluator.path
                evaluator = replace(own, name=name, path=path, network=evaluator.network)
            else:
                evaluator = replace(evaluator, replaced=own)
        return Game(
            self.name, self.path, self.facts, self.parameters, self.functions, self.shape,
            self.data, evaluator, self.search_settings, self.distinct_actions, self.patterns,
        )  # fmt: skip

    def with_open_cards(self) -> Game:
        """The same game without hidden information: all players see the whole state."""
        hooks = ("information", "observe", "resample")
        functions = {name: f for name, f in self.functions.items() if name not in hooks}
        return Game(
            self.name, self.path, replace(self.facts, hidden=False), self.parameters, functions,
            self.shape, self.data, self.evaluator, self.search_settings, self.distinct_actions,
            self.patterns,
        )  # fmt: skip

    def without_network(self) -> Game:
        """The same game with the function of its evaluator alone, or with none."""
        if self.evaluator is None or self.evaluator.network is None:
            return self
        if not self.evaluator.has_function:
            return self.with_evaluator(self.evaluator.replaced)
        own = replace(self.evaluator, network=None, path=self.path, name=self.name)
        return self.with_evaluator(own)

    def _refuse_network(self, network: Learned, path: str, own: Evaluator | None) -> None:
        """Refuse a learned evaluation that was not learned for this game, whose own is `own`."""
        if network.game != self.name:
            raise InputError(
                f"{path} {network.what} for {shown_name(network.game)}, not for {self.name}"
            )
        if self.facts.players != 2 or self.facts.total is None:
            raise InputError("a learned evaluation is for two players who share a constant total")
        if "from_chances" in self.functions and not network.payoffs:
            raise InputError(
                f"{path} {network.what} of scores, but {self.name} needs one of the chances of "
                "payoffs"
            )
        if network.is_correction and own is None:
            raise InputError(
                f"{path} is a correction of the evaluation of {self.name}, and there is none here"
            )
        read = (word_count(self), input_fingerprint(self, network.is_correction))
        if (network.words, network.rules) != read:
            what = f"{path} {network.what} for other rules or parameters of {self.name}"
            raise InputError(f"{what}: learn it again")

    def position(self, text: str = "startpos") -> Position:
        """Return the position that `text` describes; without a text, the start of the game.

        The text is in the notation of the game (FEN in chess), or `startpos`, or `state 1 2 3` with
        the fields of the state. `moves a b c` can follow each of them.
        """
        return Position.parse(self, text)

    # People -------------------------------------------------------------------------------------

    def show_move(self, s: State, a: int) -> str:
        """The move in the notation of the game, or its number."""
        return str(self.call("show_move", s, a)) if "show_move" in self.functions else str(a)

    def parse_move(self, s: State, text: str) -> int:
        """The legal move that `text` describes. Raises `InputError` if there is none."""
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
        """The result of the game's own `parse_move`; None and the reason if it cannot read it."""
        try:
            return self.call("parse_move", s, text), ""
        except GameError as error:
            if isinstance(error.__cause__, ValueError):
                return None, str(error.__cause__)
            raise

    def show_position(self, s: State) -> str:
        """The state in the notation of the game, or as `state` and its fields."""
        if "show_position" in self.functions:
            return str(self.call("show_position", s))
        return "state " + " ".join(map(str, self.shape.encode(s).item()))

    def board(self, s: State, viewer: int | None = None) -> str:
        """The state as a text; with `viewer`, as that player sees it."""
        return str(self.drawing(s, viewer))

    def drawing(self, s: State, viewer: int | None = None) -> Any:
        """What the game's `board` returns: a text, or a drawing with cells (`cp.Grid`, …)."""
        if "board" not in self.functions:
            return self.show_position(s)
        extra = (viewer,) if takes_viewer(self.functions["board"]) else ()
        return self.call("board", s, *extra)

    # How the rules are called -------------------------------------------------------------------

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function of the game as plain Python. Errors give the line of the user's file."""
        return self.run(name, self.functions[name], *arguments, *self._extra[name])

    @cached_property
    def _is_limited(self) -> bool:
        """Whether the calls have a time limit, where one is set: not those of a built-in game."""
        return not Path(self.path).resolve().is_relative_to(BUILT_IN)

    def run(self, name: str, function: FunctionType, *arguments: Any) -> Any:
        """Call one of the user's functions. Every call of plain Python goes through here."""
        try:
            with np.errstate(over="ignore"):
                if self._is_limited:
                    return call_limits.call(function, *arguments)
                return function(*arguments)
        except CounterplayError:
            raise
        except (Exception, SystemExit, OvertimeError) as error:
            raise blame(error, self.files_of(name), f"{name}()") from error

    def ask(self, name: str, *arguments: Any) -> Any:
        """Call a rule and convert its result to the type that the contract requires."""
        if RULE[name].gives == "state":
            return self._made(name, *arguments)
        given = self.call(name, *arguments)
        try:
            return CASTS[RULE[name].gives](given)
        except (TypeError, ValueError):
            wanted = WANTED[RULE[name].gives]
            raise GameError(
                f"{name}() returned {described(given)}, not {wanted}", self.path, self.line_of(name)
            ) from None

    def buffered(self, name: str, s: State) -> list[int]:
        """Call a function that fills the move buffer. Returns the moves."""
        moves = np.empty(self.facts.most_actions, np.int64)
        n = self.ask(name, s, moves)
        if not 0 <= n <= len(moves):
            self._complain(name, f"returned {n}, but most_actions is {len(moves)}")
        return list(moves[:n].tolist())

    def line_of(self, name: str) -> int:
        """The line where a function of the game begins."""
        return self.functions[name].__code__.co_firstlineno

    @cached_property
    def files(self) -> list[str]:
        """The file of the game and those of the functions that its rules call."""
        plain = [f for f in self.functions.values() if isinstance(f, FunctionType)]
        return list(dict.fromkeys([self.path, *(f.__code__.co_filename for f in reachable(plain))]))

    def files_of(self, name: str) -> list[str]:
        """The files in which an error of a function can be."""
        is_apart = name == "evaluate" and self.evaluator is not None
        return [self.evaluator.path, *self.files] if is_apart and self.evaluator else self.files

    @cached_property
    def _rules_hash(self) -> str:
        """A hash of what the rules do: their code, facts, fields, and the data that they read."""
        decided = [self.functions[name] for name in DECIDING if name in self.functions]
        facts = replace(self.facts, title="", names=self.facts.names and ("",) * self.facts.players)
        items = rules.data_items(self) if any(map(takes_data, decided)) else []
        data = [(name, np.asarray(value).tobytes()) for name, value in items]
        return f"{fingerprint(decided)} {facts} {self.shape.dtype} {data}"

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
        """The state that a rule returns, in either form."""
        if self.shape.is_record:
            out = self.shape.blank()
            self.call(name, *arguments, out)
            return out
        try:
            return self.shape.canonical(self.call(name, *arguments))
        except TypeError as error:
            raise GameError(f"{name}() {error}", self.path, self.line_of(name)) from None

    def _complain(self, name: str, text: str) -> NoReturn:
        raise GameError(f"{name}() {text}", self.path, self.line_of(name))
