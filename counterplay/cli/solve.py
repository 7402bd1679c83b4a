"""`counterplay solve` and `counterplay table`: make tables, and look into them."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from counterplay.cli.common import (
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
from counterplay.core.bind import bind
from counterplay.core.errors import InputError
from counterplay.core.game import Game
from counterplay.core.position import Position
from counterplay.solve import solve as make_table
from counterplay.solve.file import being_written
from counterplay.solve.graph import KERNEL, unfit
from counterplay.solve.kept import keep, load, wrong_place
from counterplay.solve.lookup import Entry
from counterplay.solve.table import Table

OutOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Where to write the table; none if left out.")
]
MemoryOption = Annotated[
    int | None,
    typer.Option(metavar="MB", help="Memory for states; half of what is left if left out."),
]
ThreadsOption = Annotated[
    int, typer.Option(metavar="N", help="Threads; 0 for as many as there are cores.")
]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A table, made by solve.")]

table = typer.Typer(
    help="Look into tables that `counterplay solve` has made.", no_args_is_help=True
)


def solve(
    game: GameArgument,
    out: OutOption = None,
    memory: MemoryOption = None,
    threads: ThreadsOption = 0,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Solve a game: every position that can come up, with its outcome and the length of play.

    All positions are held in memory. What cycles without end is a draw.
    """
    rules = load_game(game, set_)
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        raise InputError(f"--out {out} is not a file in a folder that there is")
    if unfit(rules) is None:
        bind(rules, KERNEL)  # so that the seconds below are those of solving
    started = perf_counter()
    try:
        with nullcontext() if out is None else being_written(out) as unfinished:
            solved = _solved(rules, memory, threads)
            seconds = perf_counter() - started
            if out is not None and unfinished is not None:
                keep(solved, unfinished, out)
    except KeyboardInterrupt:
        say(progress(), "stopped: a solution is whole, or it is none", "yellow")
        raise typer.Exit(STOPPED) from None
    figures = {"seconds": round(seconds, 3), "states_per_second": round(len(solved) / seconds)}
    if json:
        print_json({"game": rules.name, **_stats(solved), **figures})
        return
    say(output(), f"{rules.name}: {_told(solved.value())}", "bold")
    _print_stats(solved)
    speed = len(solved) / seconds / 1e6
    say(output(), f"{len(solved):,} positions in {seconds:.2f} s ({speed:.2f} million a second)")
    if out is not None:
        say(output(), f"written to {out} ({out.stat().st_size / len(solved):.1f} bytes a position)")


@table.command()
def probe(
    file: FileArgument,
    game: GameArgument,
    position: PositionArgument = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """What a position is worth, each of its moves, and best play from it."""
    rules = load_game(game, set_)
    held, where = load(rules, file), load_position(rules, position)
    entry = held.value(where)
    moves = {} if where.over else held.moves(where)
    line = held.line(where)
    if json:
        told = {move: _json(other) for move, other in moves.items()}
        print_json({"position": str(where), **_json(entry), "moves": told, "line": line})
        return
    say(output(), _told(entry), "bold")
    grid = Grid(box=box.SIMPLE_HEAD)
    for title in ("move", "leads to"):
        grid.add_column(title)
    for move, other in moves.items():
        grid.add_row(move, _told(other))
    output().print(grid)
    say(output(), f"line: {' '.join(line)}")


@table.command()
def stats(
    file: FileArgument, game: GameArgument, set_: SetOption = None, json: JsonOption = False
) -> None:
    """How many positions are won, drawn and lost, and in how many plies."""
    held = load(load_game(game, set_), file)
    if json:
        print_json({"game": held.game.name, **_stats(held)})
        return
    _print_stats(held)


@table.command()
def verify(
    file: FileArgument,
    game: GameArgument,
    memory: MemoryOption = None,
    threads: ThreadsOption = 0,
    set_: SetOption = None,
) -> None:
    """Hold every position of a table against the positions that it leads to."""
    held = load(load_game(game, set_), file)
    place = wrong_place(held, memory, threads)
    if place is not None:
        wrong = Position(held.game, held.game.shape.decode(held.states[place]))
        say(output(), f"wrong: {wrong} is not worth what the table says", "bold red")
        raise typer.Exit(1)
    say(output(), f"{len(held):,} positions, all right", "bold green")


def _solved(game: Game, memory: int | None, threads: int) -> Table:
    console = progress()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("states", total=None)

        def report(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        return make_table(game, memory=memory, threads=threads, report=report)


def _told(entry: Entry) -> str:
    """An entry in words, for the side to move."""
    if entry.distance is not None:
        return f"{entry.outcome} in {entry.distance}"
    return f"{entry.outcome} ({', '.join(f'{value:g}' for value in entry.values)})"


def _json(entry: Entry) -> dict[str, Any]:
    return {
        "outcome": entry.outcome,
        "value": entry.value,
        "values": list(entry.values),
        "distance": entry.distance,
    }


def _stats(held: Table) -> dict[str, Any]:
    if held.game.facts.players != 2:
        return {"states": len(held)}
    counts = held.stats
    return {
        "states": counts.states,
        "won": counts.won,
        "drawn": counts.drawn,
        "lost": counts.lost,
        "won_in": counts.won_in,
        "lost_in": counts.lost_in,
        "longest_win": None if counts.longest is None else str(counts.longest),
    }


def _print_stats(held: Table) -> None:
    if held.game.facts.players != 2:
        say(output(), f"{len(held):,} positions of {held.game.facts.players} players")
        return
    counts = held.stats
    grid = Grid(box=box.SIMPLE_HEAD)
    for title in ("to move", "positions", "part"):
        grid.add_column(title, justify="left" if title == "to move" else "right")
    for name, number in (("won", counts.won), ("drawn", counts.drawn), ("lost", counts.lost)):
        grid.add_row(name, f"{number:,}", f"{100 * number / counts.states:.1f} %")
    output().print(grid)
    if counts.longest is not None:
        say(output(), f"longest win: {max(counts.won_in)} plies, from {counts.longest}")
