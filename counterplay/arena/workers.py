"""Games in several processes at once, each with its own `GameRunner`.

Processes are started with "spawn", so that they share no locks, threads or compiled code. If a
process dies, another process plays its game again. It takes a second or more until a process can
play: whoever plays many short matches lets them share processes, with `kept_processes`.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, suppress
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
from counterplay.core.game.game import Game
from counterplay.core.game.time_limit import CALL_SECONDS, call_limits
from counterplay.protocols.process import end_all

MOST_DEATHS = 3
"""After this many processes have died in one game, the match ends with an error."""


@dataclass
class Worker:
    """A process, the connection to it, and the game that it is playing."""

    process: SpawnProcess
    connection: Connection
    task: Task | None = None


_kept: list[Worker] | None = None
"""Processes that wait for the next match; None where a match ends its own."""


@contextmanager
def kept_processes() -> Iterator[None]:
    """Let the matches within share processes: those of one match wait for the next."""
    global _kept
    before, _kept = _kept, []
    try:
        yield
    finally:
        for worker in _kept:
            stop(worker)
        _kept = before


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
                    end(worker)
                else:
                    worker.connection.send(worker.task)
                if answer is not None:
                    yield answer
    finally:
        for worker in workers:
            stop(worker)


def start(conditions: Conditions) -> Worker:
    """A process for a match: one that waits, or a new one. It sends None when it is ready for a
    game."""
    while _kept and not _kept[-1].process.is_alive():
        stop(_kept.pop())
    worker = _kept.pop() if _kept else _new_worker()
    with suppress(OSError):  # if it dies as it begins, `recv` says so
        worker.connection.send(conditions)
    return worker


def end(worker: Worker) -> None:
    """The match needs a process no more."""
    if _kept is None:
        stop(worker)
    else:
        _kept.append(worker)


def _new_worker() -> Worker:
    context = get_context("spawn")
    mine, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs,), daemon=True)
    with _ignoring_ctrl_c():
        process.start()
    theirs.close()
    return Worker(process, mine)


def stop(worker: Worker) -> None:
    worker.process.terminate()
    worker.process.join()
    worker.connection.close()


def work(connection: Connection) -> None:
    """The main function of a process: play the games of one match after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match handles it and ends its processes
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    call_limits.seconds = CALL_SECONDS
    source, game = None, None
    try:
        asked = connection.recv()
        while True:
            if game is None or asked.source != source:
                source, game = asked.source, asked.source.load()
            asked = _play_match(connection, asked, game)
    except CounterplayError as error:
        connection.send(error)
    except EOFError:
        return


def _play_match(connection: Connection, conditions: Conditions, game: Game) -> Conditions:
    """Play the games that come; return the conditions of the match that comes after them."""
    answer: Record | None = None
    with redirect_stderr(StringIO()):  # the match has already reported what it compiles
        runner = GameRunner(conditions, game)
    with runner:
        while True:
            connection.send(answer)
            asked = connection.recv()
            if isinstance(asked, Conditions):
                return asked
            answer = runner.play(asked)


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
