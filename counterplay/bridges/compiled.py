"""The methods of a game, answered by its compiled rules.

`cp.Game` runs the rules as plain Python, so that it answers at once. Whoever plays a game move by
move for hours, as learners do, is better served by machine code: a kernel that makes a move and
says, in the same call, all there is to know about the state it leads to.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import GameError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game

KERNEL = Path(__file__).parent / "kernels" / "step.py"


class Told(NamedTuple):
    """What the kernel says about a state; `moves` are outcomes where chance is to move."""

    state: Any
    terminal: bool = False
    player: int = 0
    moves: tuple[int, ...] = ()
    chances: tuple[float, ...] = ()
    payoffs: tuple[float, ...] = ()
    key: int = 0


class Stepper:
    """The kernel of a game and its context, which holds one state; for one thread at a time."""

    def __init__(self, game: Game) -> None:
        self._game, self._kernel = game, bind(game, KERNEL)
        self._context = Context(game, self._kernel)
        self._array = self._context.array
        self._told, self._moves = self._array["told"][0], self._array["moves"][0]
        self._chances, self._payoffs = self._array["chances"][0], self._array["payoffs"][0]
        self._held: Any = None

    def look(self, s: Any) -> Told:
        self._hold(s)
        self._context.call(self._kernel.look)
        return self._read(s)

    def step(self, s: Any, move: int) -> Told:
        self._hold(s)
        self._held = None
        self._array["move"] = move
        self._context.call(self._kernel.step)
        self._held = self._game.shape.decode(self._array["root"][0])
        return self._read(self._held)

    def _hold(self, s: Any) -> None:
        if self._held is not s:
            self._context.set_root(s)
            self._held = s

    def _read(self, s: Any) -> Told:
        terminal, player, count = self._told.tolist()
        key = int(self._array["key"][0])
        if terminal:
            return Told(s, True, player, payoffs=tuple(self._payoffs.tolist()), key=key)
        facts = self._game.facts
        rule, most = "actions", facts.most_actions
        if player == CHANCE:
            rule, most = "chance", facts.most_outcomes
        if not 0 <= count <= most:
            what = f"{rule}() returned {count}, but the buffer holds {most}"
            raise GameError(what, self._game.path, self._game.line_of(rule))
        chances = tuple(self._chances[:count].tolist()) if player == CHANCE else ()
        return Told(s, False, player, tuple(self._moves[:count].tolist()), chances, key=key)


class CompiledGame(Game):
    """A game whose rules are compiled when it is made; positions of it know no difference.

    What was said about one state is kept until another is asked about. Threads may share a game:
    one is answered after the other.
    """

    _stepper: Stepper
    _lock: Lock
    _last: Told

    def __init__(self, game: Game) -> None:
        super().__init__(**{field.name: getattr(game, field.name) for field in fields(Game)})
        # The class is frozen: what is kept here is no part of the game.
        self.__dict__.update(_stepper=Stepper(game), _lock=Lock(), _last=Told(None))

    def player(self, s: Any) -> int:
        return self._about(s).player

    def terminal(self, s: Any) -> bool:
        return self._about(s).terminal

    def utility(self, s: Any, p: int) -> float:
        return tidy(self._about(s).payoffs[p])

    def actions(self, s: Any) -> list[int]:
        told = self._about(s)
        return [] if told.player == CHANCE else list(told.moves)

    def chance(self, s: Any) -> list[tuple[int, float]]:
        told = self._about(s)
        return list(zip(told.moves, told.chances, strict=True))

    def key(self, s: Any) -> int:
        return self._about(s).key

    def result(self, s: Any, a: int) -> Any:
        with self._lock:
            told = self.__dict__["_last"] = self._stepper.step(s, a)
        return told.state

    def _about(self, s: Any) -> Told:
        told = self._last
        if told.state is not s:
            with self._lock:
                told = self.__dict__["_last"] = self._stepper.look(s)
        return told


def compiled(game: Game) -> CompiledGame:
    """The same game with its rules compiled; that takes seconds the first time."""
    return game if isinstance(game, CompiledGame) else CompiledGame(game)
