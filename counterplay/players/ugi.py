"""UGI programs as players of any game, in the game's own notation."""

from __future__ import annotations

from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.spec import Spec
from counterplay.players.uci_family import UciFamilyProgram
from counterplay.protocols.moves import one_word, play_move, show_start
from counterplay.protocols.program import Program, Trail


def start_ugi(spec: Spec, game: Game, limit: Limit) -> UciFamilyProgram:
    """Start a UGI program."""
    program = Program(spec.command, "ugi")
    trail = Trail(show_start, lambda state, move: one_word(game.show_move(state, move)))
    sides = tuple(f"p{player + 1}" for player in range(game.facts.players))
    return UciFamilyProgram(
        spec, program, trail, sides, has_increment=True, read_move=number_of_move
    )


def number_of_move(position: Position, text: str) -> int | str:
    """The number of a legal move, or the text as it is: the referee refuses an illegal one."""
    after = play_move(position, text)
    return text if after is None else after.moves[-1]
