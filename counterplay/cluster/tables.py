"""Endgame tables on a cluster: each is a task, which begins when those below it are done."""

from __future__ import annotations

import os
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from counterplay.cluster.connect import connected, require_ray
from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.transposition import MEGABYTE
from counterplay.games import Source, source_of
from counterplay.tablebase.endgames import (
    Tablebase,
    build_table,
    content_of,
    folder_of,
    memory_for,
    path_of,
    plan,
    require_room,
)
from counterplay.tablebase.retrograde.solve import Metric, Solver, Threads, below, name_of
from counterplay.tablebase.store.endgames import Content, Packing
from counterplay.tablebase.store.file import being_written, rules_of

RETRIES = 3
"""How often a table is begun again after its process has died."""

SECONDS_TO_STOP = 5.0
SECONDS_TO_APPEAR = 60.0
"""How long a file may take from the machine that wrote it to this one."""

Report = Callable[[str, int, int], None]
"""Told which table was begun or finished last, how many are finished, and how many are wanted."""


@dataclass(frozen=True)
class Job:
    """A table to be built, as a process far away is told."""

    source: bytes
    rules: str
    table: int
    metric: Metric
    folder: Path
    threads: int
    content: Content
    packing: Packing


def build_on_cluster(
    game: Game,
    *names: str,
    folder: Path | str | None = None,
    metrics: Iterable[Metric] = ("end",),
    address: str | None = None,
    workers: int = 0,
    threads: int = 1,
    content: Content = "distances",
    packing: Packing = "raw",
    report: Report | None = None,
) -> Tablebase:
    """Build tables, and those that they need, as tasks of Ray: the same files as `build_tablebase`.

    `address` is that of a cluster (host:port, or auto); without one, processes of this machine do
    the work. All machines must share the folder under the same path, have this version of the
    program and, for a game of one's own, its file. Up to `workers` tables are built side by side,
    as many as there are CPUs for if it is 0, each by so many threads.

    Each file is whole or not there. A table whose process dies is begun again, a few times; after
    that, and after Ctrl-C, the same call goes on with what is missing.
    """
    require_ray()
    if workers < 0 or threads < 1:
        raise InputError(f"workers={workers} and threads={threads} must be at least 0 and 1")
    where = (folder_of(game) if folder is None else Path(folder)).absolute()
    source, kinds = pickled(game), tuple(metrics)
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{where} cannot be made: {error.strerror}") from None
    todo = plan(game, names, where, kinds, threads)
    require_room(replace(todo, memory=0), where)  # memory is the other machines' affair
    if todo.tables:
        passes = Threads(game, 1)  # compiled once for all processes of this machine
        for metric in kinds:
            Solver(game, metric, passes)  # a metric that does not fit is refused now
        jobs = {
            (t, metric): Job(
                source,
                rules_of(game),
                t,
                metric,
                where,
                threads,
                content_of(game, t, todo, content),
                packing,
            )
            for t, metric in todo.tables
        }
        with connected(address, (workers or os.cpu_count() or 1) * threads) as ray:
            require_machines(ray, game, jobs.values())
            most = workers or max(1, int(ray.cluster_resources()["CPU"]) // threads)
            run(ray, game, jobs, most, report)
    return Tablebase(game, where)


def pickled(game: Game) -> bytes:
    """How other processes load a game, if they can: its functions cannot be sent."""
    source = source_of(game)
    if not Path(game.path).is_file():
        raise InputError(f"{game.name} has no file from which the cluster could load it")
    if rules_of(source.load()) != rules_of(game):
        raise InputError(
            f"{game.path} has other rules than the game that is to be built, so that the cluster "
            "could not load it: load it again"
        )
    try:
        return pickle.dumps(source)
    except Exception as error:
        raise InputError(
            f"the parameters of {game.name} cannot be sent to the cluster: {error}"
        ) from None


def require_machines(ray: Any, game: Game, jobs: Iterable[Job]) -> None:
    """Refuse a table for which no machine is large enough: it would wait for ever."""
    machines = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    for job in jobs:
        memory = memory_for(game, job.table)
        if not any(
            machine.get("CPU", 0) >= job.threads and machine.get("memory", 0) >= memory
            for machine in machines
        ):
            raise InputError(
                f"no machine of the cluster has {job.threads} CPUs and {memory // MEGABYTE:,} MB "
                f"of memory, as {name_of(game, job.table)} needs"
            )


def run(
    ray: Any,
    game: Game,
    jobs: Mapping[tuple[int, Metric], Job],
    workers: int,
    report: Report | None,
) -> None:
    """Let the cluster do the jobs, each after those that it needs."""
    task = ray.remote(work)
    order = TopologicalSorter(
        {(t, kind): {(o, kind) for o in below(game, t)} & jobs.keys() for t, kind in jobs}
    )
    order.prepare()
    ready: deque[tuple[int, Metric]] = deque()
    running: dict[Any, Job] = {}
    finished = 0

    def tell(job: Job) -> None:
        if report is not None:
            report(name_of(game, job.table), finished, len(jobs))

    try:
        while order.is_active():
            ready.extend(order.get_ready())
            while ready and len(running) < workers:
                job = jobs[ready.popleft()]
                needs = {"num_cpus": job.threads, "memory": memory_for(game, job.table)}
                running[task.options(max_retries=RETRIES, **needs).remote(job)] = job
                tell(job)
            for done in ray.wait(list(running), timeout=1)[0]:
                job = running[done]
                with _said(ray, game, job):
                    ray.get(done)
                _require_file(path_of(game, job.folder, job.table, job.metric))
                del running[done]
                order.done((job.table, job.metric))
                finished += 1
                tell(job)
    finally:
        if running:
            _stop(ray, game, running)


def work(job: Job) -> None:
    """What a process of the cluster does with a job."""
    game = _loaded(job.source, job.rules)
    solver = Solver(game, job.metric, Threads(game, job.threads))
    build_table(game, job.table, job.folder, solver, job.content, job.packing)


@lru_cache(1)
def _loaded(named: bytes, rules: str) -> Game:
    source: Source = pickle.loads(named)
    game = source.load()
    if rules_of(game) != rules:
        raise InputError(f"a machine of the cluster has other rules of {game.name} than this one")
    return game


@contextmanager
def _said(ray: Any, game: Game, job: Job) -> Iterator[None]:
    """What Ray says about a task that failed, in a sentence."""
    name = name_of(game, job.table)
    after = "what is finished stays, and the same command goes on from there"
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, CounterplayError):
            raise error.cause from None
        raise CounterplayError(
            f"{name} was not built ({type(error.cause).__name__}: {error.cause}); {after}"
        ) from None
    except ray.exceptions.RayError as error:
        how = type(error).__name__
        raise CounterplayError(
            f"{name} was not built: its process died {RETRIES + 1} times ({how}); {after}"
        ) from None


def _require_file(path: Path) -> None:
    """Refuse to go on where a file does not come from the machine that has written it."""
    until = time.monotonic() + SECONDS_TO_APPEAR
    while not path.exists():
        if time.monotonic() > until:
            raise InputError(
                f"{path} was built on a machine of the cluster, and is not here: all machines "
                "must share the folder"
            )
        time.sleep(0.1)


def _stop(ray: Any, game: Game, running: Mapping[Any, Job]) -> None:
    """End what is running: by asking, then by force; and take away what is unfinished."""
    for force in (False, True):
        for task in ray.wait(list(running), num_returns=len(running), timeout=0)[1]:
            ray.cancel(task, force=force)
        ray.wait(list(running), num_returns=len(running), timeout=SECONDS_TO_STOP)
    for job in running.values():
        path = path_of(game, job.folder, job.table, job.metric)
        with suppress(InputError), being_written(path):
            pass
