"""`counterplay table`: build endgame tables, and look into tables and solutions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Literal

import typer
from rich import box
from rich.table import Table as Grid

from counterplay.cli.support.common import (
    STOPPED,
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    load_game,
    load_position,
    output,
    print_json,
    progress,
    say,
)
from counterplay.cli.support.solutions import (
    counts_json,
    entry_json,
    print_counts,
    print_stats,
    progress_bar,
    stats_json,
    told,
)
from counterplay.cluster.tables import build_on_cluster
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.tablebase.endgames import Plan, Tablebase, build_tablebase, folder_of, plan
from counterplay.tablebase.retrograde.solve import Metric, name_of, tables_named
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.endgames import Places
from counterplay.tablebase.store.opening import open_solution
from counterplay.tablebase.store.solutions import wrong_place

NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME...",
        help="Tables by their names: KBNK or 3-4 in chess, 4 in checkers; all if left out.",
        show_default=False,
    ),
]
FromOption = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="PATH",
        help="A table, a solution, or a folder of tables; the game's own folder if left out.",
    ),
]
ThreadsOption = Annotated[
    int, typer.Option(metavar="N", help="Threads; 0 for as many as there are cores.")
]

table = typer.Typer(
    help="Build endgame tables, and look into tables and solutions.", no_args_is_help=True
)


@table.command()
def build(
    game: GameArgument,
    names: NamesArgument = None,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where tables go; the game's own folder if left out."),
    ] = None,
    metric: Annotated[
        Literal["end", "progress", "both"],
        typer.Option(
            help="Distance to the end of the game, to the next irreversible move (a capture or a "
            "pawn's move in chess, so that wins are in time by the fifty-move rule), or both."
        ),
    ] = "end",
    content: Annotated[
        Literal["distances", "outcomes"],
        typer.Option(help="Keep distances, or only who wins, in two bits a place."),
    ] = "distances",
    pack: Annotated[bool, typer.Option("--pack", help="Pack files by zstd.")] = False,
    threads: ThreadsOption = 0,
    device: Annotated[
        Literal["cpu", "cuda"], typer.Option(help="Where to solve: here, or on an NVIDIA GPU.")
    ] = "cpu",
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Build by a Ray cluster: host:port, auto, or local for processes of this machine; "
            "the folder must be one that all its machines share.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", help="Tables that a cluster builds side by side; 0: many.")
    ] = 0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would take, and build nothing.")
    ] = False,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Build endgame tables, and those that they need.

    Tables that are there already stay as they are: after Ctrl-C, or worse, the same command goes on
    with the first that is missing.
    """
    if cluster is not None and device == "cuda":
        raise InputError("--cluster builds on CPUs: leave --device cuda out")
    if cluster is None and workers:
        raise InputError("--workers are those of a cluster: name it by --cluster, local for here")
    rules = load_game(game, set_)
    where = folder_of(rules) if folder is None else folder
    metrics: tuple[Metric, ...] = ("end", "progress") if metric == "both" else (metric,)
    todo = plan(rules, names or ["all"], where, metrics, threads)
    say(progress(), _announced(todo, where))
    if dry_run:
        return
    started = perf_counter()
    try:
        with progress_bar() as report:
            given: dict[str, Any] = {
                "folder": where, "metrics": metrics, "content": content,
                "packing": "zstd" if pack else "raw", "report": report,
            }  # fmt: skip
            if cluster is None:
                made = build_tablebase(
                    rules, *(names or ["all"]), threads=threads, device=device, **given
                )
            else:
                made = build_on_cluster(
                    rules, *(names or ["all"]), threads=threads or 1, workers=workers,
                    address=None if cluster == "local" else cluster, **given,
                )  # fmt: skip
    except KeyboardInterrupt:
        say(progress(), "stopped: the same command goes on from here", "yellow")
        raise typer.Exit(STOPPED) from None
    seconds = perf_counter() - started
    wanted = {t for name in names or ["all"] for t in tables_named(rules, name)}
    shown = [made.about(t, kind) for kind in metrics for t in sorted(wanted)]
    if json:
        print_json({"seconds": round(seconds, 3), "tables": shown, "folder": str(where)})
        return
    _print_list(shown)
    say(output(), f"{len(todo.tables)} built in {seconds:.2f} s, in {where}")


@table.command("list")
def list_(game: GameArgument, source: FromOption = None, json: JsonOption = False) -> None:
    """The tables of a game that there are."""
    rules = load_game(game, None)
    held = Tablebase(rules, source)
    shown = [held.about(t, metric) for t, metric in held.paths]
    if json:
        print_json({"folder": str(held.folder), "tables": shown})
        return
    if not shown:
        say(output(), f"no tables of {rules.name} in {held.folder}")
        return
    _print_list(shown)


@table.command()
def probe(
    game: GameArgument,
    position: PositionArgument = None,
    source: FromOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """What a position is worth, each of its moves, and best play from it."""
    rules = load_game(game, set_)
    held, where = _opened(rules, source), load_position(rules, position)
    entry = held.value(where)
    moves = {} if where.is_over else held.moves(where)
    line = held.line(where)
    if json:
        after = {move: entry_json(other) for move, other in moves.items()}
        print_json({"position": str(where), **entry_json(entry), "moves": after, "line": line})
        return
    say(output(), told(entry), "bold")
    grid = Grid(box=box.SIMPLE_HEAD)
    for title in ("move", "leads to"):
        grid.add_column(title)
    for move, other in moves.items():
        grid.add_row(move, told(other))
    output().print(grid)
    say(output(), f"line: {' '.join(line)}")


@table.command()
def stats(
    game: GameArgument,
    names: NamesArgument = None,
    source: FromOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """How many positions are won, drawn and lost, in how many plies, and the longest win."""
    rules = load_game(game, set_)
    held = _opened(rules, source)
    if isinstance(held, Solution):
        if json:
            print_json({"game": rules.name, **stats_json(held)})
        else:
            print_stats(held)
        return
    told_of = {}
    for places in _chosen(held, names):
        counts = places.stats()
        told_of[places.path.name] = counts_json(counts)
        if not json:
            say(output(), f"{places.name}, distance to the {_goal(places.metric)}", "bold")
            print_counts(counts)
            if counts.longest is not None and places.metric == "end":
                say(output(), f"line: {' '.join(held.line(counts.longest))}")
    if json:
        print_json({"game": rules.name, "tables": told_of})


@table.command()
def verify(
    game: GameArgument,
    names: NamesArgument = None,
    source: FromOption = None,
    threads: ThreadsOption = 0,
    set_: SetOption = None,
) -> None:
    """Hold every position of tables against the positions that it leads to."""
    rules = load_game(game, set_)
    held = _opened(rules, source)
    if isinstance(held, Solution):
        place = wrong_place(held, None, threads)
        wrong = None if place is None else str(Position(rules, held.state_at(place)))
        _say_verified(f"{len(held):,} positions", wrong)
        return
    for places in _chosen(held, names):
        place = held.wrong_place(places, threads)
        wrong = None if place is None else f"place {place}"
        if place is not None and places.has_state(place):
            wrong = str(places.position(place))
        _say_verified(f"{places.name} ({places.metric}): {len(places):,} places", wrong)


def _say_verified(what: str, wrong: str | None) -> None:
    if wrong is not None:
        say(output(), f"wrong: {wrong} is not worth what the table says", "bold red")
        raise typer.Exit(1)
    say(output(), f"{what}, all right", "bold green")


def _opened(game: Game, source: Path | None) -> Solution | Tablebase:
    held = open_solution(game, folder_of(game) if source is None else source)
    if isinstance(held, Tablebase) and not held.paths:
        raise InputError(
            f"there are no tables of {game.name} in {held.folder}: `counterplay table build "
            f"{game.name}` makes some, and --from says where others are"
        )
    return held


def _chosen(held: Tablebase, names: list[str] | None) -> Iterator[Places]:
    """The tables that were named, or all that there are."""
    wanted = None
    if names:
        wanted = {t for name in names for t in tables_named(held.game, name)}
    found = [key for key in held.paths if wanted is None or key[0] in wanted]
    missing = (wanted or set()) - {t for t, _ in found}
    if missing:
        shown = ", ".join(name_of(held.game, t) for t in sorted(missing))
        raise InputError(f"{held.folder} has no table {shown}")
    for key in found:
        places = held.open(*key)
        if places is not None:
            yield places


def _announced(todo: Plan, folder: Path) -> str:
    if not todo.tables:
        return f"nothing to do: all tables are in {folder}"
    return (
        f"{len(todo.tables)} tables, {todo.places:,} places: about {todo.seconds:,.0f} s, "
        f"{todo.memory:,} MB of memory, up to {todo.disk:,} MB in {folder}"
    )


def _goal(metric: str) -> str:
    return "end" if metric == "end" else "next irreversible move"


def _print_list(shown: list[dict[str, Any]]) -> None:
    grid = Grid(box=box.SIMPLE_HEAD)
    grid.add_column("table")
    grid.add_column("distance to")
    for title in ("positions", "won", "drawn", "lost", "bytes a position"):
        grid.add_column(title, justify="right")
    for told_of in shown:
        positions = told_of["won"] + told_of["drawn"] + told_of["lost"]
        grid.add_row(
            told_of["table"], told_of["metric"], f"{positions:,}", f"{told_of['won']:,}",
            f"{told_of['drawn']:,}", f"{told_of['lost']:,}",
            f"{told_of['bytes'] / max(positions, 1):.2f}",
        )  # fmt: skip
    output().print(grid)
