"""The facts that a game declares about itself, and the parameters that it can be built with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from counterplay.core.game.contract import CHANCE as CHANCE
from counterplay.core.game.contract import SIMULTANEOUS as SIMULTANEOUS
from counterplay.core.game.errors import GameError, InputError

RESERVED: Final = ("games", "seed", "call_seconds")
"""Names that a parameter of a game cannot have."""

MOST_PLAYERS: Final = 16
WIN_LOSS_UNIT: Final = 1_000_000
SCORED_UNIT: Final = 1_000
LEAST_WIN: Final = 2_000
"""The least score of a win. Evaluations must fit below the wins of any distance."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The facts of a game, declared once in its file. `check` tests the rules against them.

    title          the name of the game for people
    most_actions   the most legal moves in any state: the size of the move buffer
    longest_game   the most plies of a game; chance nodes count
    players        the number of players
    names          the names of the players
    total          the sum of the payoffs of an ended game; None if it varies
    best           the highest payoff that a player can get
    scored         False: games are won, drawn or lost, and a faster win is better.
                   True: the size of the payoff counts (discs, points, boxes)
    unit           score points for one point of payoff: the scale of `evaluate`
    counted_in     the unit in which people count an advantage, and its score points:
                   ("pawns", 100)
    chance         True if dice or cards decide somewhere
    most_outcomes  the most outcomes of a chance node: the size of that buffer
    hidden         True if players do not see the whole state
    exact_key      True if different states always have different keys
    repetition     a game is a draw when a position occurs n times; 0: no such rule
    superko        True if a move may not recreate an earlier position
    no_progress    a game is a draw after n plies without an irreversible move; 0: no such rule
    patience       like `no_progress`, for games whose states count these plies and whose `drawn`
                   ends the game
    """

    title: str
    most_actions: int
    longest_game: int
    players: int = 2
    names: tuple[str, ...] = ()
    total: float | None = 0
    best: float = 1
    scored: bool = False
    unit: int = 0
    counted_in: tuple[str, int] | None = None
    chance: bool = False
    most_outcomes: int = 0
    hidden: bool = False
    exact_key: bool = False
    repetition: int = 0
    superko: bool = False
    no_progress: int = 0
    patience: int = 0

    def __post_init__(self) -> None:
        if self.unit == 0:
            unit = SCORED_UNIT if self.scored else WIN_LOSS_UNIT
            object.__setattr__(self, "unit", unit)
        self._check_types()
        for name, low, high in (
            ("players", 1, MOST_PLAYERS),
            ("most_actions", 1, 65_535),
            ("longest_game", 1, 10**9),
            ("most_outcomes", 0, 10**6),
            ("repetition", 0, 100),
            ("no_progress", 0, 10**6),
            ("patience", 0, 10**6),
            ("unit", 1, 2**30),
        ):
            number = getattr(self, name)
            if type(number) is not int or not low <= number <= high:
                raise GameError(
                    f"facts: {name}={number!r} must be a whole number from {low} to {high}"
                )
        if not self.names:
            named = (f"player {p + 1}" for p in range(self.players))
            object.__setattr__(self, "names", tuple(named))
        if self.repetition == 1:
            raise GameError("facts: repetition=1 makes every position a draw: declare 2 or more")
        for name in ("best", "total"):
            number = getattr(self, name)
            if not isinstance(number, (int, float)) and not (name == "total" and number is None):
                raise GameError(f"facts: {name}={number!r} must be a number")
        if self.counted_in is not None:
            match self.counted_in:
                case (str(), int(points)) if points > 0:
                    pass
                case _:
                    raise GameError(
                        f"facts: counted_in={self.counted_in!r} must be a noun and the score "
                        'points of one, for example ("pawns", 100)'
                    )
        if len(self.names) != self.players:
            raise GameError(f"facts: there are {len(self.names)} names for {self.players} players")
        if self.chance != (self.most_outcomes > 0):
            raise GameError("facts: a game of chance must declare chance=True and most_outcomes=…")
        least = 1 if self.scored else LEAST_WIN
        if not least <= self.win_score < 2**30:
            raise GameError(
                f"facts: best={self.best} with unit={self.unit} makes a win worth "
                f"{self.win_score} score points, but {least} to 2^30 are possible: declare "
                "another unit"
            )

    def _check_types(self) -> None:
        """Refuse texts that are none, and truth values that are none: "no" would be true."""
        if not isinstance(self.title, str):
            raise GameError(f'facts: title={self.title!r} must be a text: title="My game"')
        if not isinstance(self.names, (list, tuple)) or not all(
            isinstance(name, str) for name in self.names
        ):
            raise GameError(f'facts: names={self.names!r} must be texts: ("White", "Black")')
        for name in ("scored", "chance", "hidden", "exact_key", "superko"):
            if getattr(self, name) not in (True, False):
                raise GameError(f"facts: {name}={getattr(self, name)!r} must be True or False")

    def lost_by(self, loser: int) -> tuple[float, float] | None:
        """The payoffs if `loser` resigns or forfeits the game.

        None if they are not known: in scored games, and unless there are two players.
        """
        if self.scored or self.players != 2 or self.total is None:
            return None
        worst = self.total - self.best
        return (worst, self.best) if loser == 0 else (self.best, worst)

    @property
    def even_share(self) -> float:
        """The payoff of a player if all get the same. Scores are measured from it."""
        return (self.total or 0) / self.players

    @property
    def win_score(self) -> int:
        """The score of the best payoff. Evaluations are smaller."""
        return round(self.unit * (self.best - self.even_share))


@dataclass(frozen=True)
class Parameter:
    """A compile-time constant of a game that a user can set."""

    name: str
    default: Any
    value: Any
    low: int | None
    high: int | None
    about: str


@dataclass
class _Build:
    """A running load: the parameters that were given, and those that the file has declared."""

    given: Mapping[str, Any]
    declared: dict[str, Parameter] = field(default_factory=dict)


_build: ContextVar[_Build | None] = ContextVar("build", default=None)

T = TypeVar("T", int, bool, str, tuple[int, ...])


@contextmanager
def building(given: Mapping[str, Any]) -> Iterator[dict[str, Parameter]]:
    """While a game's file runs, `parameter` reads from `given`. Yields the declared parameters."""
    build = _Build(given)
    token = _build.set(build)
    try:
        yield build.declared
    finally:
        _build.reset(token)


def parameter(
    name: str, default: T, low: int | None = None, high: int | None = None, about: str = ""
) -> T:
    """Declare a constant of the game that `cp.load(game, name=value)` and `--set` can change.

    Returns the value: a whole number, a truth value, a text or a tuple of whole numbers, like the
    default. `low` and `high` are the bounds of a number, or of each number of a tuple.
    """
    if not isinstance(name, str):
        raise GameError(f"a parameter needs a name first, a text, not {name!r}")
    if name in RESERVED:
        raise GameError(f"a parameter cannot be called {name!r}: `check` uses that name")
    if not isinstance(default, (bool, int, str, tuple)):
        kinds = "a whole number, true or false, a text or a tuple of whole numbers"
        raise GameError(f"the default {default!r} of the parameter {name!r} must be {kinds}")
    if not all(bound is None or isinstance(bound, int) for bound in (low, high)):
        text = f"the bounds {low!r} and {high!r} of the parameter {name!r} must be whole numbers"
        raise GameError(f"{text}; write about=… for the text about it")
    build = _build.get() or _Build({})
    value = read_parameter(name, build.given[name], default) if name in build.given else default
    numbers = value if isinstance(value, tuple) else (value,) if isinstance(value, int) else ()
    for number in numbers:
        if (low is not None and number < low) or (high is not None and number > high):
            if name not in build.given:
                text = f"the default {default!r} of the parameter {name!r}"
                raise GameError(f"{text} is out of range: {low} to {high}")
            raise InputError(f"{name}={number} is out of range: {low} to {high}")
    build.declared[name] = Parameter(name, default, value, low, high, about)
    return cast(T, value)


def setting(name: str, default: Any, about: str = "") -> Any:
    """Declare a run-time value that `cp.load(game, name=…)` and `--set` can change.

    Returns the value as it was given; on the command line it is a text. The file makes its `data`
    from it. Another value needs no compilation.
    """
    build = _build.get() or _Build({})
    value = build.given.get(name, default)
    build.declared[name] = Parameter(name, default, value, None, None, about)
    return value


def read_parameter(name: str, given: Any, default: Any) -> Any:
    """`given`, a value or its text, converted to the type of `default`."""
    wrong = InputError(f"{name}={given!r} must be {_kind(default)}; the default is {default!r}")
    if isinstance(default, bool):
        named = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if str(given).lower() not in named:
            raise wrong
        return named[str(given).lower()]
    if isinstance(default, int):
        try:
            return int(given) if isinstance(given, str) else given.__index__()
        except (ValueError, AttributeError):
            raise wrong from None
    if isinstance(default, tuple):
        if isinstance(given, str):
            try:
                given = json.loads(f"[{given.strip('()[] ')}]")
            except (ValueError, RecursionError):
                raise wrong from None
        if isinstance(given, int):
            given = (given,)
        if not isinstance(given, (list, tuple)) or not all(type(n) is int for n in given):
            raise wrong
        return tuple(given)
    return str(given)


def _kind(default: Any) -> str:
    if isinstance(default, bool):
        return "true or false"
    if isinstance(default, int):
        return "a whole number"
    return "a list of whole numbers" if isinstance(default, tuple) else "a text"
