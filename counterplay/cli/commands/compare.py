"""`counterplay compare`: algorithms of the textbook side by side on a tree or a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich import box
from rich.table import Table

from counterplay.cli.support.common import (
    DepthOption,
    JsonOption,
    SetOption,
    load_position,
    output,
    print_json,
    require_file_path,
    say,
)
from counterplay.cli.support.trees import (
    GameOrTree,
    WithOption,
    algorithm_options,
    load_game_or_tree,
)
from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.experiments.compare import HEADINGS, MOST_SECONDS, Comparison
from counterplay.experiments.compare import compare as compared
from counterplay.experiments.compare_plot import plot

PAGE_WIDTH = 120
"""The width of a table that is written to a file or a pipe."""
KINDS: dict[str, Literal["svg", "png"]] = {".svg": "svg", ".png": "png"}


def compare(
    game: GameOrTree,
    algorithms: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ALGORITHM",
            help="Algorithms of the textbook, with options of their own: beam:width=2. Default: "
            "a set that fits the game.",
            show_default=False,
        ),
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Position. Default: the start.")
    ] = None,
    depth: DepthOption = None,
    with_: WithOption = None,
    seconds: Annotated[
        float, typer.Option("--time", metavar="SECONDS", help="Most seconds of an algorithm.")
    ] = MOST_SECONDS,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot the counts to this file: .svg or .png."),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Compare algorithms of the textbook on a tree or a position.

    The table has what each algorithm did: leaves evaluated, nodes, moves pruned, table hits and
    time; and what it found: the move and its value. A game that is not a tree is searched three
    plies deep unless --depth says otherwise.
    """
    kind = _kind(out)
    if seconds <= 0:
        raise InputError(f"--time {seconds:g}: give more than 0 seconds")
    options = algorithm_options(with_, depth)
    rules = load_game_or_tree(game, set_)
    where = load_position(rules, [position] if position else None)
    found = compared(
        rules,
        where,
        algorithms=algorithms or (),
        depth=depth,
        seconds=seconds,
        options=options,
    )
    if not found.answers:
        raise InputError(f"no algorithm gave an answer: {'; '.join(found.faults)}")
    if out is not None:
        replace_file(out, plot(found, kind))
    if json:
        print_json({"game": rules.name, "position": where.text, "depth": depth, **found.as_json()})
    else:
        _print(found)
        if out is not None:
            say(output(), f"{out} shows the counts")


def _print(found: Comparison) -> None:
    console = output()
    if not console.is_terminal:
        console.width = max(console.width, PAGE_WIDTH)
    console.print(found.title, style="bold")
    table = Table(box=box.SIMPLE_HEAD)
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in HEADINGS[:2] else "right")
    for row in found.answers:
        table.add_row(*row.cells)
    console.print(table)
    for fault in found.faults:
        say(console, fault, "yellow")


def _kind(out: Path | None) -> Literal["svg", "png"]:
    if out is None:
        return "svg"
    require_file_path(out)
    if out.suffix.lower() not in KINDS:
        raise InputError(f"--out {out}: give a file that ends in .svg or .png")
    return KINDS[out.suffix.lower()]
