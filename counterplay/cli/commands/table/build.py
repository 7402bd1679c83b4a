"""`counterplay table build`: build endgame tables, and the tables that they need."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Literal

import typer

from counterplay.cli.support.common import (
    STOPPED,
    GameArgument,
    JsonOption,
    SetOption,
    load_game,
    output,
    print_json,
    progress,
    say,
)
from counterplay.cli.support.solutions import progress_bar
from counterplay.cli.support.tables import NamesArgument, ThreadsOption, print_tables
from counterplay.cluster.tables import build_on_cluster
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.tablebase.build import build_tablebase
from counterplay.tablebase.catalogue import Metric, tables_named
from counterplay.tablebase.plan import Plan, folder_of, plan
from counterplay.tablebase.tablebase import Tablebase

FolderOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The folder for the tables; default: the game's own folder."),
]
MetricOption = Annotated[
    Literal["end", "progress", "both"],
    typer.Option(
        help="What distances count to: the end of the game, the next irreversible move (in chess a "
        "capture or a pawn move; wins are then in time under the fifty-move rule), or both."
    ),
]
ContentOption = Annotated[
    Literal["distances", "outcomes"],
    typer.Option(help="Store distances, or only who wins, in two bits per position."),
]
PackOption = Annotated[bool, typer.Option("--pack", help="Compress the files with zstd.")]
DeviceOption = Annotated[
    Literal["cpu", "cuda"], typer.Option(help="Where to solve: on the CPU, or on an NVIDIA GPU.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Build on a Ray cluster: host:port, auto, or local for processes of this machine. All "
        "machines must share the folder.",
    ),
]
WorkersOption = Annotated[
    int, typer.Option(metavar="N", help="How many tables a cluster builds at once; 0: no limit.")
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Print the cost of the build, and build nothing.")
]


def build(
    game: GameArgument,
    names: NamesArgument = None,
    folder: FolderOption = None,
    metric: MetricOption = "end",
    content: ContentOption = "distances",
    pack: PackOption = False,
    threads: ThreadsOption = 0,
    device: DeviceOption = "cpu",
    cluster: ClusterOption = None,
    workers: WorkersOption = 0,
    dry_run: DryRunOption = False,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Build endgame tables, and the tables that they need.

    Existing tables are not built again. After an interruption, run the same command again: it
    continues with the first missing table.
    """
    if cluster is not None and device == "cuda":
        raise InputError("--cluster builds on CPUs: leave out --device cuda")
    if cluster is None and workers:
        raise InputError("--workers needs --cluster: use --cluster local for this machine")
    rules = load_game(game, set_)
    where = folder_of(rules) if folder is None else folder
    metrics: tuple[Metric, ...] = ("end", "progress") if metric == "both" else (metric,)
    wanted = names or ["all"]
    todo = plan(rules, wanted, where, metrics, threads)
    say(progress(), _announcement(todo, where))
    if dry_run:
        return
    options = {
        "folder": where, "metrics": metrics, "content": content,
        "packing": "zstd" if pack else "raw",
    }  # fmt: skip
    started = perf_counter()
    try:
        tables = _build(rules, wanted, options, _Machine(threads, device, cluster, workers))
    except KeyboardInterrupt:
        say(progress(), "stopped: run the same command again to continue", "yellow")
        raise typer.Exit(STOPPED) from None
    seconds = perf_counter() - started
    numbers = {t for name in wanted for t in tables_named(rules, name)}
    shown = [tables.about(t, kind) for kind in metrics for t in sorted(numbers)]
    if json:
        print_json({"seconds": round(seconds, 3), "tables": shown, "folder": str(where)})
        return
    print_tables(shown)
    say(output(), f"built {len(todo.tables)} tables in {seconds:.2f} s, in {where}")


@dataclass(frozen=True)
class _Machine:
    """Where to build: the options of the command."""

    threads: int
    device: Literal["cpu", "cuda"]
    cluster: str | None
    workers: int


def _build(game: Game, names: list[str], options: dict[str, Any], machine: _Machine) -> Tablebase:
    with progress_bar() as report:
        if machine.cluster is None:
            return build_tablebase(
                game, *names, threads=machine.threads, device=machine.device, report=report,
                **options,
            )  # fmt: skip
        address = None if machine.cluster == "local" else machine.cluster
        return build_on_cluster(
            game, *names, threads=machine.threads or 1, workers=machine.workers, address=address,
            report=report, **options,
        )  # fmt: skip


def _announcement(todo: Plan, folder: Path) -> str:
    if not todo.tables:
        return f"nothing to build: all tables are in {folder}"
    return (
        f"{len(todo.tables)} tables, {todo.places:,} indices: about {todo.seconds:,.0f} s, "
        f"{todo.memory:,} MB of memory, up to {todo.disk:,} MB in {folder}"
    )
