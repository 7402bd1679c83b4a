"""UCI programs as players, in the games whose moves UCI has a form for."""

from __future__ import annotations

from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.program import go_words
from counterplay.players.spec import Spec
from counterplay.protocols.process import ProgramError
from counterplay.protocols.program import Program, Trail
from counterplay.protocols.uci import moves

CHESS960 = "UCI_Chess960"
SIDES = ("w", "b")


class UciPartner:
    """A UCI program and what it was last told."""

    def __init__(self, spec: Spec, game: Game, limit: Limit) -> None:
        if not moves.speaks_uci(game):
            raise UnfitError(
                f"{game.name} has no moves in UCI's form; {', '.join(moves.GAMES)} has, and other "
                "games are played over UGI and GTP"
            )
        self._program = Program(spec.command)
        self._is_960 = False
        self._trail = Trail(self._begin, self._show)
        try:
            self._program.set(dict(spec.options))
            self._program.ready()
        except BaseException:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._program.alive

    def new_game(self) -> None:
        self._trail.forget()
        self._program.new_game()

    def think(
        self, position: Position, limit: Limit, clocks: Clocks | None, seconds: float
    ) -> Thought:
        words = go_words(limit, clocks, SIDES)
        found = self._program.go(self._trail.line(position), words, seconds)
        return Thought(found.move, found.depth, found.nodes)

    def close(self) -> None:
        self._program.close()

    def _begin(self, position: Position) -> str:
        start = moves.show_start(position)
        self._set_960(start)
        return start

    def _show(self, state: Any, move: int) -> str:
        return moves.show_move(state, move, self._is_960)

    def _set_960(self, start: str) -> None:
        """Whether castling is written onto the rook, as the program has to know."""
        wanted = moves.is_chess960_start(start)
        if wanted != self._is_960:
            try:
                self._program.set({CHESS960: str(wanted).lower()})
            except InputError as error:
                raise ProgramError(f"it does not play Chess960: {error}") from None
            self._is_960 = wanted
