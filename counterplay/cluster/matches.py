"""Play the games of a match on a Ray cluster. Each process plays one game after another."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr
from io import StringIO
from typing import Any

from counterplay.arena.conditions import Conditions, code_version, fingerprints
from counterplay.arena.event import Play
from counterplay.arena.game_runner import GameRunner
from counterplay.arena.record import Record
from counterplay.arena.schedule import Task
from counterplay.arena.workers import MOST_DEATHS
from counterplay.cluster.connect import connected, require_ray
from counterplay.core.game.errors import CounterplayError, InputError

SECONDS_TO_HEAR_CTRL_C = 1.0


def on_cluster(address: str | None = None) -> Play:
    """Play a match or a tournament on a Ray cluster: `match(game, a, b, play=on_cluster())`.

    `address` is the address of a cluster (host:port, or auto). Without it, processes of this
    machine play. All machines must have this version of the program and, under the same paths, the
    files of the game, the players and the tables. The games are the same as on one machine.
    """
    require_ray()

    def play(conditions: Conditions, tasks: Sequence[Task], jobs: int | None) -> Iterator[Record]:
        with connected(address, jobs or os.cpu_count() or 1) as ray:
            most = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
            yield from _play(ray, conditions, tasks, most)

    return play


class Seat:
    """A process of the cluster that plays games. It is set up with the first game, so that a fault
    in the setup is reported as an error of that game."""

    def __init__(self, conditions: Conditions, version: str) -> None:
        self._conditions, self._version = conditions, version
        self._runner: GameRunner | None = None

    def play(self, task: Task) -> Record:
        if self._runner is None:
            _require_same(self._conditions, self._version)
            with redirect_stderr(StringIO()):  # the match has reported already what it compiles
                self._runner = GameRunner(self._conditions)
        return self._runner.play(task)


def _require_same(conditions: Conditions, version: str) -> None:
    """Refuse to play if the program or the files differ from those of the machine that started."""
    if code_version() != version:
        raise InputError(
            "a machine of the cluster has another version of the program, so its games would "
            "differ: install the same version on all machines"
        )
    game, known = conditions.source.load(), dict(conditions.files)
    own = [file for player in conditions.players for file in player.files]
    for name, digest in fingerprints([*game.files, *own]):
        if known.get(name) != digest:
            raise InputError(f"{name} on a machine of the cluster differs from the file here")


def _play(ray: Any, conditions: Conditions, tasks: Sequence[Task], jobs: int) -> Iterator[Record]:
    """Play the games, each on the next free process. Yields records as games finish."""
    todo, deaths = deque(tasks), Counter[int]()
    playing: dict[Any, tuple[Any, Task]] = {}
    make = ray.remote(num_cpus=1)(Seat)

    def start_next(seat: Any) -> None:
        """Start the next game on a free process; end the process if there is none."""
        if todo:
            task = todo.popleft()
            playing[seat.play.remote(task)] = (seat, task)
        else:
            ray.kill(seat)

    try:
        for _ in range(min(jobs, len(todo))):
            start_next(make.remote(conditions, code_version()))
        while playing:
            for done in ray.wait(list(playing), timeout=SECONDS_TO_HEAR_CTRL_C)[0]:
                seat, task = playing.pop(done)
                try:
                    record = ray.get(done)
                except ray.exceptions.RayActorError as error:
                    todo.appendleft(_lost(task, deaths, error))
                    start_next(make.remote(conditions, code_version()))
                    continue
                except ray.exceptions.RayTaskError as error:
                    raise _as_sentence(error, task) from None
                start_next(seat)
                yield record
    finally:
        for seat, _ in playing.values():
            ray.kill(seat)


def _lost(task: Task, deaths: Counter[int], error: Exception) -> Task:
    """The game of a process that died, to be played again. Too many deaths are an error."""
    deaths[task.number] += 1
    if deaths[task.number] >= MOST_DEATHS:
        raise CounterplayError(
            f"game {task.number} killed {MOST_DEATHS} processes of the cluster "
            f"({type(error).__name__}); finished games are saved"
        )
    return task


def _as_sentence(error: Any, task: Task) -> CounterplayError:
    """The error of a process, in a sentence."""
    if isinstance(error.cause, CounterplayError):
        return error.cause
    return CounterplayError(
        f"game {task.number} failed on the cluster ({type(error.cause).__name__}: "
        f"{error.cause}); finished games are saved"
    )
