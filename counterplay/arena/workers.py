"""Games in several processes at once, each with its own `GameRunner`.

Processes are started with "spawn", so that they share no locks, threads or compiled code. If a
process dies, another process plays its game again.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from io import StringIO
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from counterplay.arena.conditions import Conditions
from counterplay.arena.game_runner import GameRunner
from counterplay.arena.record import Record
from counterplay.arena.schedule import Task
from counterplay.core.game.errors import CounterplayError
from counterplay.protocols.process import end_all

MOST_DEATHS = 3
"""After this many processes have died in one game, the match ends with an error."""


@dataclass
class Worker:
    """A process, the connection to it, and the game that it is playing."""

    process: SpawnProcess
    connection: Connection
    task: Task | None = None


def play_in_processes(
    conditions: Conditions, tasks: Sequence[Task], jobs: int | None
) -> Iterator[Record]:
    """Play the games, `jobs` at once. Yields each record when its game is finished."""
    todo, deaths, workers = deque(tasks), Counter[int](), list[Worker]()
    try:
        workers += [start(conditions) for _ in range(min(jobs or 1, len(todo)))]
        while workers:
            connections = {worker.connection: worker for worker in workers}
            for connection in wait(list(connections)):
                worker = connections[connection]  # type: ignore[index]  # `wait` returns its own
                try:
                    answer = worker.connection.recv()
                except (EOFError, OSError):
                    workers.remove(worker)
                    todo.extendleft(_lost_tasks(worker, deaths))
                    workers.append(start(conditions))
                    continue
                if isinstance(answer, CounterplayError):
                    raise answer
                worker.task = todo.popleft() if todo else None
                if worker.task is None:
                    workers.remove(worker)
                    stop(worker)
                else:
                    worker.connection.send(worker.task)
                if answer is not None:
                    yield answer
    finally:
        for worker in workers:
            stop(worker)


def start(conditions: Conditions) -> Worker:
    """Start a process. It sends None when it is ready for a game."""
    context = get_context("spawn")
    mine, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, conditions), daemon=True)
    with _ignoring_ctrl_c():
        process.start()
    theirs.close()
    return Worker(process, mine)


def stop(worker: Worker) -> None:
    worker.process.terminate()
    worker.process.join()
    worker.connection.close()


def work(connection: Connection, conditions: Conditions) -> None:
    """The main function of a process: play games until the match ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match handles it and ends its processes
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    answer: Record | CounterplayError | None = None
    try:
        with redirect_stderr(StringIO()):  # the match has already reported what it compiles
            runner = GameRunner(conditions)
        with runner:
            while True:
                connection.send(answer)
                answer = runner.play(connection.recv())
    except CounterplayError as error:
        connection.send(error)
    except EOFError:
        return


def _end_with_parent() -> None:
    """End this process when the match dies: a killed match cannot end its processes."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        end_all()
        os._exit(1)


def _end(number: int, frame: FrameType | None) -> None:
    """End this process and the programs that it started."""
    end_all()
    os._exit(0)


def _lost_tasks(worker: Worker, deaths: Counter[int]) -> list[Task]:
    """Return the game of a dead process, to be played again.

    Raises an error if the process had no game yet, or if too many processes died in this game.
    """
    stop(worker)
    code = worker.process.exitcode
    if worker.task is None:
        raise CounterplayError(
            f"a worker process ended before its first game (exit code {code}): a script that "
            "uses jobs=N must keep its own code under if __name__ == '__main__'"
        )
    number = worker.task.number
    deaths[number] += 1
    if deaths[number] >= MOST_DEATHS:
        raise CounterplayError(
            f"game {number} killed {MOST_DEATHS} worker processes (last exit code {code}); "
            "all finished games are saved"
        )
    return [worker.task]


@contextmanager
def _ignoring_ctrl_c() -> Iterator[None]:
    """Ignore Ctrl-C while a process is started: the new process inherits that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
