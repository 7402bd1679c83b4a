"""`counterplay figures`: measure the claims of the chapter; write tables and plots."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from counterplay.cli.support.common import JsonOption, output, print_json, progress, say
from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.experiments.figures.catalogue import CLAIMS
from counterplay.experiments.figures.claim import Claim
from counterplay.experiments.figures.formats import (
    chosen_formats,
    convert,
    converted,
    require_converter,
)
from counterplay.experiments.figures.index import page
from counterplay.experiments.figures.output import Record, finished, make, shown


def figures(
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="Folder to write to.", show_default=False),
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help=f"Claims to measure. Default: all. There are {', '.join(CLAIMS)}.",
            show_default=False,
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Use small samples; takes seconds.")
    ] = False,
    format_: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="Write pictures also as pdf or png, or all. Can be repeated. Default: svg.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Measure finished claims again.")] = False,
    json: JsonOption = False,
) -> None:
    """Measure the claims of the chapter and write their tables and plots.

    OUT/index.html shows all results. Ctrl-C keeps finished claims; run the same command again to
    continue. For slides, --format all writes every picture as SVG, PDF and PNG.
    """
    wanted = [_claim(name) for name in names or CLAIMS]
    formats = chosen_formats(format_ or ())
    require_converter(formats)
    _make_folder(out)
    stopped, records = False, []
    for number, claim in enumerate(wanted, 1):
        record = None if force else finished(out, claim, quick)
        if record and not json:
            say(progress(), f"{claim.name} is finished; use --force to measure it again", "dim")
        try:
            record = record or _measured(out, claim, quick, f"{number}/{len(wanted)} {claim.name}")
        except KeyboardInterrupt:
            stopped = True
            break
        convert(out, record["pictures"], formats)
        records.append(record)
        if not json:
            _print(output(), record)
    _write_index(out, quick)
    _conclude(out, records, len(wanted), stopped, json)


def _claim(name: str) -> Claim:
    if name not in CLAIMS:
        raise InputError(f"there is no claim {name!r}; choose from {', '.join(CLAIMS)}")
    return CLAIMS[name]


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder {out} cannot be created: {error.strerror}") from None


def _measured(out: Path, claim: Claim, quick: bool, description: str) -> Record:
    command = f"counterplay figures {shlex.quote(str(out))} {claim.name}{' --quick' * quick}"
    console = progress()
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
               TimeElapsedColumn())  # fmt: skip
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as shown_progress:
        task = shown_progress.add_task(description, total=1.0)
        return make(
            out, claim, quick, command, lambda share: shown_progress.update(task, completed=share)
        )


def _print(console: Console, record: Record) -> None:
    console.print()
    console.print(record["title"], style="bold")
    for data in record["tables"]:
        table = Table(title=data["title"], title_justify="left", box=box.SIMPLE_HEAD)
        for i, heading in enumerate(data["headings"]):
            words = any(isinstance(row[i], str) and row[i] for row in data["rows"])
            table.add_column(heading, justify="left" if words else "right")
        for row in data["rows"]:
            table.add_row(*map(shown, row))
        console.print(table)
    say(console, record["caption"])


def _write_index(out: Path, quick: bool) -> None:
    """Write the page of all finished claims in the folder, including those of earlier runs."""
    done = (finished(out, claim, quick) or finished(out, claim, not quick)
            for claim in CLAIMS.values())  # fmt: skip
    records = [record for record in done if record]
    for record in records:
        record["converted"] = converted(out, record["pictures"])
    replace_file(out / "index.html", page(records))


def _conclude(out: Path, records: list[Record], wanted: int, stopped: bool, json: bool) -> None:
    if json:
        print_json(records)
    for sentence in dict.fromkeys(record["missing"] for record in records if record["missing"]):
        say(progress(), f"{sentence} (the tables are written)", "yellow")
    if stopped:
        text = f"stopped: {len(records)} of {wanted} are finished; run the same command to continue"
        say(progress(), text, "yellow")
    if not json:
        say(output(), f"{out / 'index.html'} shows all results")
