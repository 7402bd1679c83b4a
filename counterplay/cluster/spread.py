"""Hand tasks to the processes of a Ray cluster, each to the next that is free."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from counterplay.arena.workers import MOST_DEATHS
from counterplay.core.game.errors import CounterplayError

SECONDS_TO_HEAR_CTRL_C = 1.0

Task = TypeVar("Task")


def spread(
    ray: Any,
    start: Callable[[], Any],
    tasks: Sequence[Task],
    jobs: int,
    name: Callable[[Task], str],
) -> Generator[tuple[Task, Any], None, None]:
    """Do the tasks on up to `jobs` processes. Yields each task with its result as it is done.

    `start` starts a process, an actor with the method `work(task)`. A process that dies is
    replaced, and its task done again. Errors say the `name` of their task.
    """
    todo, deaths = deque(tasks), Counter[str]()
    working: dict[Any, tuple[Any, Task]] = {}

    def give_next(process: Any) -> None:
        """Give a free process the next task; end it if there is none."""
        if todo:
            task = todo.popleft()
            working[process.work.remote(task)] = (process, task)
        else:
            ray.kill(process)

    try:
        for _ in range(min(jobs, len(todo))):
            give_next(start())
        while working:
            for done in ray.wait(list(working), timeout=SECONDS_TO_HEAR_CTRL_C)[0]:
                process, task = working.pop(done)
                try:
                    result = ray.get(done)
                except ray.exceptions.RayActorError as error:
                    _count_death(name(task), deaths, error)
                    todo.appendleft(task)
                    give_next(start())
                    continue
                except ray.exceptions.RayTaskError as error:
                    raise _as_sentence(error, name(task)) from None
                give_next(process)
                yield task, result
    finally:
        for process, _ in working.values():
            ray.kill(process)


def _count_death(name: str, deaths: Counter[str], error: Exception) -> None:
    """Too many deaths by one task are an error."""
    deaths[name] += 1
    if deaths[name] >= MOST_DEATHS:
        raise CounterplayError(
            f"{name} killed {MOST_DEATHS} processes of the cluster "
            f"({type(error).__name__}); finished games are saved"
        )


def _as_sentence(error: Any, name: str) -> CounterplayError:
    """The error of a process, in a sentence."""
    if isinstance(error.cause, CounterplayError):
        return error.cause
    return CounterplayError(
        f"{name} failed on the cluster ({type(error.cause).__name__}: "
        f"{error.cause}); finished games are saved"
    )
