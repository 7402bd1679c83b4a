"""GameRunner: the game and the players of a match, loaded once in each process."""

from __future__ import annotations

from counterplay.arena.adjudication import Judge
from counterplay.arena.conditions import Conditions
from counterplay.arena.record import Record
from counterplay.arena.referee import Seated, play
from counterplay.arena.schedule import Task
from counterplay.core.game.game import Game
from counterplay.players import make_player


class GameRunner:
    """Plays games of the schedule, one after another.

    Creating it compiles the kernels, and raises an error if a player does not fit the game.
    """

    def __init__(self, conditions: Conditions, game: Game | None = None) -> None:
        """`game` is the game of the conditions, if it is loaded already."""
        self.game, self.clock = game or conditions.source.load(), conditions.clock
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

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the players. It can be called twice."""
        for seated in self.players:
            seated.player.close()

    def play(self, task: Task) -> Record:
        return play(self.game, self.players, task, self.clock, self.judge)
