"""Play the games of a match on a Ray cluster. Each process plays one game after another."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing, redirect_stderr
from io import StringIO

from counterplay.arena.conditions import Conditions, code_version, fingerprints
from counterplay.arena.event import Play
from counterplay.arena.game_runner import GameRunner
from counterplay.arena.record import Record
from counterplay.arena.schedule import Task
from counterplay.cluster.connect import connected, cpus_of, require_ray
from counterplay.cluster.spread import spread
from counterplay.core.game.errors import InputError


def on_cluster(address: str | None = None) -> Play:
    """Play a match or a tournament on a Ray cluster: `match(game, a, b, play=on_cluster())`.

    `address` is the address of a cluster (host:port, or auto). Without it, processes of this
    machine play. All machines must have this version of the program and, under the same paths, the
    files of the game, the players and the tables. The games are the same as on one machine.
    """
    require_ray()

    def play(conditions: Conditions, tasks: Sequence[Task], jobs: int | None) -> Iterator[Record]:
        with connected(address, jobs or os.cpu_count() or 1) as ray:
            make = ray.remote(num_cpus=1)(Seat)
            done = spread(
                ray,
                lambda: make.remote(conditions, code_version()),
                tasks,
                jobs or cpus_of(ray),
                lambda task: f"game {task.number}",
            )
            with closing(done):
                for _, record in done:
                    yield record

    return play


class Seat:
    """A process of the cluster that plays games. It is set up with the first game, so that a fault
    in the setup is reported as an error of that game."""

    def __init__(self, conditions: Conditions, version: str) -> None:
        self._conditions, self._version = conditions, version
        self._runner: GameRunner | None = None

    def work(self, task: Task) -> Record:
        if self._runner is None:
            _require_same(self._conditions, self._version)
            with redirect_stderr(StringIO()):  # the match has reported already what it compiles
                self._runner = GameRunner(self._conditions)
        return self._runner.play(task)


def require_version(version: str) -> None:
    """Refuse to play with another version of the program than the machine that started."""
    if code_version() != version:
        raise InputError(
            "a machine of the cluster has another version of the program, so its games would "
            "differ: install the same version on all machines"
        )


def _require_same(conditions: Conditions, version: str) -> None:
    """Refuse to play if the program or the files differ from those of the machine that started."""
    require_version(version)
    game, known = conditions.source.load(), dict(conditions.files)
    own = [file for player in conditions.players for file in player.files]
    for name, digest in fingerprints([*game.files, *own]):
        if known.get(name) != digest:
            raise InputError(f"{name} on a machine of the cluster differs from the file here")
