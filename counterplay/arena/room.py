"""A room: one process's own copy of the game and of all players, in which games are played."""

from __future__ import annotations

from types import TracebackType

from counterplay.arena.adjudication import Judge
from counterplay.arena.record import Record
from counterplay.arena.referee import Seated, play
from counterplay.arena.schedule import Task
from counterplay.arena.setup import Setup
from counterplay.players import make_player


class Room:
    """Made once, which is when kernels are compiled and what does not fit is refused."""

    def __init__(self, setup: Setup) -> None:
        self.game, self.clock = setup.source.load(), setup.clock
        self.judge = None if setup.table is None else Judge(self.game, setup.table)
        self.players: list[Seated] = []
        try:
            for spec in setup.players:
                player = make_player(spec, self.game, setup.limit)
                self.players.append(Seated(player, spec.limit or setup.limit, spec.name))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Room:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the players go; closing twice does no harm."""
        for seated in self.players:
            seated.player.close()

    def play(self, task: Task) -> Record:
        return play(self.game, self.players, task, self.clock, self.judge)
