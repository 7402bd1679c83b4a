"""A runner: one process's own copy of the game and of all players, in which games are played."""

from __future__ import annotations

from types import TracebackType

from counterplay.arena.adjudication import Judge
from counterplay.arena.conditions import Conditions
from counterplay.arena.record import Record
from counterplay.arena.referee import Seated, play
from counterplay.arena.schedule import Task
from counterplay.players import make_player


class GameRunner:
    """Made once, which is when kernels are compiled and what does not fit is refused."""

    def __init__(self, conditions: Conditions) -> None:
        self.game, self.clock = conditions.source.load(), conditions.clock
        self.judge = None if conditions.table is None else Judge(self.game, conditions.table)
        self.players: list[Seated] = []
        try:
            for spec in conditions.players:
                player = make_player(spec, self.game, conditions.limit)
                self.players.append(Seated(player, spec.limit or conditions.limit, spec.name))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> GameRunner:
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
