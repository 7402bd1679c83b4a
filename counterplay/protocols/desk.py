"""The engine at work for programs of any game: made as asked, and kept while that stays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import cast

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import MOST, Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.base import BY_DEFAULT, METHODS, Engine, Method, make_engine, unfit
from counterplay.engine.probes import ProbeTables
from counterplay.tablebase.endgames import Tablebase
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.opening import open_solution

AUTO = "auto"
PLAYERS = ("alphabeta", "maxn", "paranoid", "best_reply", "uct", "flat")
"""Methods that find a move whatever the position; `dfpn` only proves."""
WITHOUT_DEPTH = ("uct", "flat")
NO_END = Limit(nodes=MOST)


@dataclass(frozen=True)
class Wish:
    """What an engine is asked to be: its method, settings as text, and where its tables are.

    Settings that the method has not are left out. `lines` is how many best lines to find, where it
    can find several; it does not make another engine.
    """

    method: str = AUTO
    settings: tuple[tuple[str, str], ...] = ()
    table: str = ""
    lines: int = field(default=1, compare=False)

    @classmethod
    def of(cls, method: str, settings: Mapping[str, str], table: str = "", lines: int = 1) -> Wish:
        return cls(method, tuple(settings.items()), table, lines)


def fitting(game: Game) -> tuple[str, ...]:
    """The methods that can play a game; where none can, an error says why."""
    found = tuple(method for method in PLAYERS if unfit(game, method) is None)
    if not found:
        raise UnfitError(unfit(game, BY_DEFAULT[-1]) or "")
    return found


def method_of(game: Game, wish: Wish) -> str:
    """The method that a wish comes to."""
    if wish.method != AUTO:
        return wish.method
    return next((name for name in BY_DEFAULT if unfit(game, name) is None), BY_DEFAULT[-1])


def setting_names(method: str) -> frozenset[str]:
    """The settings that a method has."""
    return frozenset(setting.name for setting in fields(METHODS[method].settings))


class Desk:
    """What searches of one game are made with; one search at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.forget = False
        """Whether what was learned is to be forgotten before the next search."""
        self._engine: tuple[Wish, Engine] | None = None
        self._solution: tuple[str, Solution | Tablebase] | None = None

    def engine(self, wish: Wish) -> Engine:
        """The engine as wished; what it has learned is kept where the wish is the same."""
        if self._engine is None or self._engine[0] != wish:
            self._engine = None  # its table goes before another is made
            method = method_of(self.game, wish)
            known = setting_names(method)
            settings = {name: value for name, value in wish.settings if name in known}
            endgames = self._endgames(wish) if method == "alphabeta" else None
            chosen = cast(Method, method)
            self._engine = wish, make_engine(self.game, chosen, endgames=endgames, **settings)
        elif self.forget:
            self._engine[1].new_game()
        self.forget = False
        made = self._engine[1]
        if isinstance(made, AlphaBeta):
            for context in made.contexts:
                context.record.lines = wish.lines
        return made

    def prepare(self, wish: Wish) -> None:
        """Have the engine made, and compiled, before it is needed."""
        self.engine(wish)

    def known(self, position: Position, wish: Wish) -> Result | None:
        """What tables say of a position, where there are any."""
        solution = self.solution(wish)
        return None if solution is None else solution.answer(position)

    def solution(self, wish: Wish) -> Solution | Tablebase | None:
        """The tables at a path, where one is named; read when first asked for."""
        if not wish.table:
            return None
        if self._solution is None or self._solution[0] != wish.table:
            found = open_solution(self.game, Path(wish.table))
            if isinstance(found, Tablebase) and not found.paths:
                raise InputError(f"there are no tables of {self.game.name} in {wish.table}")
            self._solution = wish.table, found
        return self._solution[1]

    def _endgames(self, wish: Wish) -> ProbeTables | None:
        solution = self.solution(wish)
        return None if solution is None else solution.endgames()


def unused(game: Game, wish: Wish) -> list[str]:
    """A sentence about each part of a wish that is more than the method can do."""
    method = method_of(game, wish)
    sentences = []
    if int(dict(wish.settings).get("threads", 1)) > 1 and "threads" not in setting_names(method):
        sentences.append(f"{method} uses one thread")
    if wish.lines > 1 and "lines" not in setting_names(method):
        sentences.append(f"{method} finds one line")
    return sentences


def for_method(limit: Limit, method: str) -> tuple[Limit, str]:
    """A limit that a method can keep, and a sentence about what of it was left out."""
    if limit.depth is None or method not in WITHOUT_DEPTH:
        return limit, ""
    kept = Limit(limit.time, None, limit.nodes, limit.clock, limit.increment, limit.moves_to_go)
    said = f"{method} has no depth to be limited"
    return kept, said if kept.seconds is None else f"{said}: it thinks for {kept.share:g} s"
