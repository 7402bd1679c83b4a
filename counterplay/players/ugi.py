"""UGI programs as players of any game, in the game's own notation."""

from __future__ import annotations

from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.program import go_words
from counterplay.players.spec import Spec
from counterplay.protocols.moves import one_word, play_move, show_start
from counterplay.protocols.program import Program, Trail


class UgiPartner:
    """A UGI program and what it was last told."""

    def __init__(self, spec: Spec, game: Game, limit: Limit) -> None:
        self._program = Program(spec.command, "ugi")
        self._sides = tuple(f"p{p + 1}" for p in range(game.facts.players))
        self._trail = Trail(show_start, lambda state, move: one_word(game.show_move(state, move)))
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
        words = go_words(limit, clocks, self._sides, has_increment=True)
        found = self._program.go(self._trail.line(position), words, seconds)
        after = play_move(position, found.move)
        move = found.move if after is None else after.moves[-1]
        return Thought(move, found.depth, found.nodes)

    def close(self) -> None:
        self._program.close()
