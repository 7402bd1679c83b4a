"""UCI programs as players, in games that have UCI moves."""

from __future__ import annotations

from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.spec import Spec
from counterplay.players.uci_family import UciFamilyProgram
from counterplay.protocols.process import ProgramError
from counterplay.protocols.program import Program, Trail
from counterplay.protocols.uci import moves

CHESS960 = "UCI_Chess960"
SIDES = ("w", "b")


def start_uci(spec: Spec, game: Game, limit: Limit) -> UciFamilyProgram:
    """Start a UCI program. Raises UnfitError if the game has no UCI moves."""
    if not moves.speaks_uci(game):
        raise UnfitError(
            f"{game.name} has no UCI moves (only {', '.join(moves.GAMES)} has): use a UGI or GTP "
            "program"
        )
    program = Program(spec.command)
    notation = UciNotation(program)
    return UciFamilyProgram(spec, program, Trail(notation.show_start, notation.show_move), SIDES)


class UciNotation:
    """Writes positions and moves for a program, and switches its Chess960 option when needed."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._is_chess960 = False

    def show_start(self, position: Position) -> str:
        start = moves.show_start(position)
        self._set_chess960(moves.is_chess960_start(start))
        return start

    def show_move(self, state: Any, move: int) -> str:
        return moves.show_move(state, move, self._is_chess960)

    def _set_chess960(self, wanted: bool) -> None:
        """In Chess960, castling is written as the king's move onto the rook."""
        if wanted != self._is_chess960:
            try:
                self._program.set({CHESS960: str(wanted).lower()})
            except InputError as error:
                raise ProgramError(f"it does not play Chess960: {error}") from None
            self._is_chess960 = wanted
