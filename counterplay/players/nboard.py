"""NBoard programs as players of Othello: `nboard:PROGRAM x:depth=12`.

NBoard limits a move by its depth. It has no limit of nodes. It tells the time only as the clock of
a game, which NTest ignores if it searches by depth. So a player needs a depth, and it is not told
the time limit or the clock of a match.
"""

from __future__ import annotations

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.protocols.moves import play_move
from counterplay.protocols.nboard.program import NboardProgram
from counterplay.protocols.nboard.text import refuse_unfit, show_game


class RunningNboardProgram:
    """A running NBoard program. It is told the whole game before each move."""

    def __init__(self, spec: Spec, game: Game, limit: Limit) -> None:
        refuse_unfit(game)
        if spec.options:
            raise InputError("NBoard has no options: pass them as arguments of the program")
        self._depth = depth_of(limit)
        self._program = NboardProgram(spec.command)

    @property
    def alive(self) -> bool:
        return self._program.alive

    def new_game(self) -> None:
        """Set the depth again: NTest then forgets what it found in earlier games."""
        self._program.tell(f"set depth {self._depth}")

    def think(
        self, position: Position, limit: Limit, clocks: Clocks | None, seconds: float
    ) -> Thought:
        self._program.tell(f"set game {show_game(position)}")
        answer = self._program.go(seconds)
        after = play_move(position, answer.move)
        return Thought(answer.move if after is None else after.moves[-1], answer.depth)

    def close(self) -> None:
        self._program.close()


def depth_of(limit: Limit) -> int:
    """The depth of a limit. Refuses limits that NBoard cannot express."""
    if limit.nodes is not None:
        raise InputError("NBoard has no limit of nodes: use depth=12")
    if limit.depth is None:
        raise InputError("NBoard tells programs no time for a move: give it a depth, as depth=12")
    return limit.depth
