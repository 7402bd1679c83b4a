"""Games in several processes at once, each with a room of its own.

Processes are started anew ("spawn"), so that no lock, thread or compiled code is shared. One that
dies takes nothing with it but its game, which another plays again.
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

from counterplay.arena.record import Record
from counterplay.arena.room import Room
from counterplay.arena.schedule import Task
from counterplay.arena.setup import Setup
from counterplay.core.game.errors import CounterplayError
from counterplay.protocols.process import end_all

MOST_DEATHS = 3
"""Processes that may die over one game before the match is given up."""


@dataclass
class Worker:
    """A process, the line to it, and the game it is playing."""

    process: SpawnProcess
    line: Connection
    task: Task | None = None


def play_in_processes(setup: Setup, tasks: Sequence[Task], jobs: int | None) -> Iterator[Record]:
    """Play the games, several at once; records come as games are finished."""
    todo, deaths, workers = deque(tasks), Counter[int](), list[Worker]()
    try:
        workers += [start(setup) for _ in range(min(jobs or 1, len(todo)))]
        while workers:
            lines = {worker.line: worker for worker in workers}
            for line in wait(list(lines)):
                worker = lines[line]  # type: ignore[index]  # `wait` gives back what it was given
                try:
                    answer = worker.line.recv()
                except (EOFError, OSError):
                    workers.remove(worker)
                    todo.extendleft(_lost(worker, deaths))
                    workers.append(start(setup))
                    continue
                if isinstance(answer, CounterplayError):
                    raise answer
                worker.task = todo.popleft() if todo else None
                if worker.task is None:
                    workers.remove(worker)
                    stop(worker)
                else:
                    worker.line.send(worker.task)
                if answer is not None:
                    yield answer
    finally:
        for worker in workers:
            stop(worker)


def start(setup: Setup) -> Worker:
    """A new process, which says None once it is ready for a game."""
    context = get_context("spawn")
    mine, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, setup), daemon=True)
    with _deaf_to_ctrl_c():
        process.start()
    theirs.close()
    return Worker(process, mine)


def stop(worker: Worker) -> None:
    worker.process.terminate()
    worker.process.join()
    worker.line.close()


def work(line: Connection, setup: Setup) -> None:
    """What a process does: games, until there are no more or the match is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match hears it, and ends its processes
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    answer: Record | CounterplayError | None = None
    try:
        with redirect_stderr(StringIO()):  # the match has said already what it compiles
            room = Room(setup)
        with room:
            while True:
                line.send(answer)
                answer = room.play(line.recv())
    except CounterplayError as error:
        line.send(error)
    except EOFError:
        return


def _end_with_parent() -> None:
    """A match that was killed cannot end its processes: they see to it themselves."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        end_all()
        os._exit(1)


def _end(number: int, frame: FrameType | None) -> None:
    """The match is over for this process, and for the programs that play for it."""
    end_all()
    os._exit(0)


def _lost(worker: Worker, deaths: Counter[int]) -> list[Task]:
    """The game that a dead process leaves, to be played again; too many of them are an error."""
    stop(worker)
    code = worker.process.exitcode
    if worker.task is None:
        raise CounterplayError(
            f"a process of the match ended before its first game (exit code {code}); "
            "a script that plays with jobs needs its code below if __name__ == '__main__'"
        )
    number = worker.task.number
    deaths[number] += 1
    if deaths[number] >= MOST_DEATHS:
        raise CounterplayError(
            f"game {number} killed {MOST_DEATHS} processes (exit code {code}); "
            "the games before it are kept"
        )
    return [worker.task]


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """A process inherits what its parent does about Ctrl-C at the moment of its birth."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
