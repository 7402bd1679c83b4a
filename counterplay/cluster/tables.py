"""Build endgame tables on a Ray cluster. A table is a task that waits for the tables below it."""

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
from counterplay.core.table_file import being_written
from counterplay.engine.alphabeta.transposition import MEGABYTE
from counterplay.games import Source, source_of
from counterplay.tablebase.build import build_table, content_of, make_folder
from counterplay.tablebase.catalogue import Metric, table_name, tables_below
from counterplay.tablebase.plan import folder_of, memory_for, path_of, plan, require_room
from counterplay.tablebase.retrograde.solve import Solver
from counterplay.tablebase.retrograde.threads import Threads
from counterplay.tablebase.store.endgame_table import Content, Packing
from counterplay.tablebase.store.identity import rules_of
from counterplay.tablebase.tablebase import Tablebase

RETRIES = 3
"""How often a table is started again after its process died."""

SECONDS_TO_STOP = 5.0
SECONDS_TO_APPEAR = 60.0
"""How long a file may take to appear on this machine after another wrote it."""

Report = Callable[[str, int, int], None]
"""Called with the table that was started or finished last, how many are finished, and how many
there are in all."""


@dataclass(frozen=True)
class Job:
    """A table to build: what is sent to a process of the cluster."""

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
    """Build endgame tables, and the tables that they need, on a Ray cluster.

    The files are the same as those of `build_tablebase`. `address` is the address of a cluster
    (host:port, or auto). Without it, processes of this machine do the work. All machines must
    share the folder under the same path, and have this version of the program and, for your own
    game, its file. Up to `workers` tables are built at once, 0 meaning as many as there are CPUs
    for; each uses `threads` threads.

    A file appears only when it is complete. A table whose process dies is started again, up to
    three times. After that, and after Ctrl-C, the same call continues with the missing tables.
    """
    require_ray()
    if workers < 0 or threads < 1:
        raise InputError(f"workers={workers} must be at least 0, and threads={threads} at least 1")
    where = (folder_of(game) if folder is None else Path(folder)).absolute()
    source, kinds = pickled(game), tuple(metrics)
    make_folder(where)
    todo = plan(game, names, where, kinds, threads)
    require_room(replace(todo, memory=0), where)  # other machines need the memory
    if todo.tables:
        passes = Threads(game, 1)  # compiles once for all processes of this machine
        for metric in kinds:
            Solver(game, metric, passes)  # refuses an unfit metric now
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
    """The source of a game, for other processes to load it. Functions cannot be sent."""
    source = source_of(game)
    if not Path(game.path).is_file():
        raise InputError(f"{game.name} has no file that the cluster can load it from")
    if rules_of(source.load()) != rules_of(game):
        raise InputError(
            f"{game.path} has changed since {game.name} was loaded, and the cluster would load "
            "the new rules: load the game again"
        )
    try:
        return pickle.dumps(source)
    except Exception as error:
        raise InputError(
            f"the parameters of {game.name} cannot be sent to the cluster: {error}"
        ) from None


def require_machines(ray: Any, game: Game, jobs: Iterable[Job]) -> None:
    """Refuse a table that no machine of the cluster is large enough for: it would wait for ever."""
    machines = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    for job in jobs:
        memory = memory_for(game, job.table)
        if not any(
            machine.get("CPU", 0) >= job.threads and machine.get("memory", 0) >= memory
            for machine in machines
        ):
            raise InputError(
                f"{table_name(game, job.table)} needs {job.threads} CPUs and "
                f"{memory // MEGABYTE:,} MB of memory, and no machine of the cluster has them"
            )


def run(
    ray: Any,
    game: Game,
    jobs: Mapping[tuple[int, Metric], Job],
    workers: int,
    report: Report | None,
) -> None:
    """Run the jobs on the cluster, each after those that it needs."""
    task = ray.remote(work)
    order = TopologicalSorter(
        {(t, kind): {(o, kind) for o in tables_below(game, t)} & jobs.keys() for t, kind in jobs}
    )
    order.prepare()
    ready: deque[tuple[int, Metric]] = deque()
    running: dict[Any, Job] = {}
    finished = 0

    def report_on(job: Job) -> None:
        if report is not None:
            report(table_name(game, job.table), finished, len(jobs))

    try:
        while order.is_active():
            ready.extend(order.get_ready())
            while ready and len(running) < workers:
                job = jobs[ready.popleft()]
                needs = {"num_cpus": job.threads, "memory": memory_for(game, job.table)}
                running[task.options(max_retries=RETRIES, **needs).remote(job)] = job
                report_on(job)
            for done in ray.wait(list(running), timeout=1)[0]:
                job = running[done]
                with _as_sentence(ray, game, job):
                    ray.get(done)
                _require_file(path_of(game, job.folder, job.table, job.metric))
                del running[done]
                order.done((job.table, job.metric))
                finished += 1
                report_on(job)
    finally:
        if running:
            _stop(ray, game, running)


def work(job: Job) -> None:
    """Build one table, in a process of the cluster."""
    game = _loaded(job.source, job.rules)
    solver = Solver(game, job.metric, Threads(game, job.threads))
    build_table(game, job.table, job.folder, solver, job.content, job.packing)


@lru_cache(1)
def _loaded(source_bytes: bytes, rules: str) -> Game:
    source: Source = pickle.loads(source_bytes)
    game = source.load()
    if rules_of(game) != rules:
        raise InputError(
            f"a machine of the cluster has other rules of {game.name} than this machine"
        )
    return game


@contextmanager
def _as_sentence(ray: Any, game: Game, job: Job) -> Iterator[None]:
    """Turn an error of Ray about a failed task into a sentence."""
    name = table_name(game, job.table)
    after = "finished tables are complete, and the same command continues from there"
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
    """Wait until a file that another machine wrote appears here; refuse to go on without it."""
    until = time.monotonic() + SECONDS_TO_APPEAR
    while not path.exists():
        if time.monotonic() > until:
            raise InputError(
                f"a machine of the cluster built {path}, but this machine cannot see it: all "
                "machines must share the folder"
            )
        time.sleep(0.1)


def _stop(ray: Any, game: Game, running: Mapping[Any, Job]) -> None:
    """Cancel the running tasks, then kill them, and remove unfinished files."""
    for force in (False, True):
        for task in ray.wait(list(running), num_returns=len(running), timeout=0)[1]:
            ray.cancel(task, force=force)
        ray.wait(list(running), num_returns=len(running), timeout=SECONDS_TO_STOP)
    for job in running.values():
        path = path_of(game, job.folder, job.table, job.metric)
        with suppress(InputError), being_written(path):
            pass
