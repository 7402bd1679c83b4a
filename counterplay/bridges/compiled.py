"""A game whose methods run its compiled rules.

`cp.Game` runs the rules as plain Python and needs no compilation. To play many games move by move,
as learners do, machine code is faster: one call of the kernel makes a move and returns everything
about the next state.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import GameError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.pickling import recipe, reloaded

KERNEL = Path(__file__).parent / "kernels" / "step.py"


class StateInfo(NamedTuple):
    """Everything about a state. At a chance node, `moves` are the outcomes."""

    state: Any
    terminal: bool = False
    player: int = 0
    moves: tuple[int, ...] = ()
    chances: tuple[float, ...] = ()
    payoffs: tuple[float, ...] = ()
    key: int = 0


class Stepper:
    """The kernel of a game and its context, which contains one state. Not thread-safe."""

    def __init__(self, game: Game) -> None:
        self._game, self._kernel = game, bind(game, KERNEL)
        self._context = Context(game, self._kernel)
        self._array = self._context.array
        self._summary, self._moves = self._array["told"][0], self._array["moves"][0]
        self._chances, self._payoffs = self._array["chances"][0], self._array["payoffs"][0]
        self._loaded: Any = None

    def look(self, s: Any) -> StateInfo:
        """Return everything about a state."""
        self._load(s)
        self._context.call(self._kernel.look)
        return self._read(s)

    def step(self, s: Any, move: int) -> StateInfo:
        """Make a move; return everything about the next state."""
        self._load(s)
        self._loaded = None
        self._array["move"] = move
        self._context.call(self._kernel.step)
        self._loaded = self._game.shape.decode(self._array["root"][0])
        return self._read(self._loaded)

    def _load(self, s: Any) -> None:
        if self._loaded is not s:
            self._context.set_root(s)
            self._loaded = s

    def _read(self, s: Any) -> StateInfo:
        terminal, player, count = self._summary.tolist()
        key = int(self._array["key"][0])
        if terminal:
            return StateInfo(s, True, player, payoffs=tuple(self._payoffs.tolist()), key=key)
        facts = self._game.facts
        rule, most = "actions", facts.most_actions
        if player == CHANCE:
            rule, most = "chance", facts.most_outcomes
        if not 0 <= count <= most:
            what = f"{rule}() returned {count}, but the buffer has room for {most}"
            raise GameError(what, self._game.path, self._game.line_of(rule))
        chances = tuple(self._chances[:count].tolist()) if player == CHANCE else ()
        return StateInfo(s, False, player, tuple(self._moves[:count].tolist()), chances, key=key)


class CompiledGame(Game):
    """A game whose rules are compiled when it is created. It behaves like any other game.

    The information about the last state is kept. Threads can share a game; a lock serialises them.
    """

    _stepper: Stepper
    _lock: Lock
    _last: StateInfo

    def __init__(self, game: Game) -> None:
        super().__init__(**{field.name: getattr(game, field.name) for field in fields(Game)})
        # The class is frozen. These attributes are not part of the game.
        self.__dict__.update(_stepper=Stepper(game), _lock=Lock(), _last=StateInfo(None))

    def __reduce__(self) -> tuple[Any, ...]:
        """A compiled game is pickled like any other, and compiled again where it is loaded."""
        return _compiled_again, recipe(self)

    def player(self, s: Any) -> int:
        return self._about(s).player

    def terminal(self, s: Any) -> bool:
        return self._about(s).terminal

    def utility(self, s: Any, p: int) -> float:
        return tidy(self._about(s).payoffs[p])

    def actions(self, s: Any) -> list[int]:
        info = self._about(s)
        return [] if info.player == CHANCE else list(info.moves)

    def chance(self, s: Any) -> list[tuple[int, float]]:
        info = self._about(s)
        return list(zip(info.moves, info.chances, strict=True))

    def key(self, s: Any) -> int:
        return self._about(s).key

    def result(self, s: Any, a: int) -> Any:
        with self._lock:
            info = self.__dict__["_last"] = self._stepper.step(s, a)
        return info.state

    def _about(self, s: Any) -> StateInfo:
        info = self._last
        if info.state is not s:
            with self._lock:
                info = self.__dict__["_last"] = self._stepper.look(s)
        return info


def _compiled_again(*described: Any) -> CompiledGame:
    """The compiled game of a recipe: one object for all its positions."""
    game = reloaded(*described)
    if game not in _again:
        _again[game] = compiled(game)
    return _again[game]


_again: WeakKeyDictionary[Game, CompiledGame] = WeakKeyDictionary()
"""Compiled games that pickles have asked for, by the game as it was loaded."""


def compiled(game: Game) -> CompiledGame:
    """Return the same game with compiled rules. The first compilation takes seconds."""
    return game if isinstance(game, CompiledGame) else CompiledGame(game)
