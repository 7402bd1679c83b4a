"""The files of a measured claim: tables, pictures, and a record that it is finished."""

from __future__ import annotations

import csv
import io
import json
import time
from dataclasses import asdict
from functools import partial
from math import isinf
from pathlib import Path
from typing import Any, TypeAlias

from counterplay.core.data_files import replace_file
from counterplay.experiments.figures.claim import Cell, Claim, Table, Watch
from counterplay.experiments.plots import INSTALL, can_plot, draw

Record: TypeAlias = dict[str, Any]
"""The content of OUT/NAME.json, the record of a finished claim:

    name, title, text, caption   the claim, and the result in words
    command, quick, seconds      how it was measured
    data                         the measured data
    tables                       each with its name, title, headings and rows
    files                        the written files, without the record
    pictures                     the files that are pictures
    missing                      why there is no plot, in a sentence, or None
"""


def shown(cell: Cell) -> str:
    """Return a cell as text, with thousands separators."""
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def markdown(table: Table) -> str:
    """Return the table in Markdown, numbers aligned to the right."""
    numbers = [all(not isinstance(row[i], str) or not row[i] for row in table.rows)
               for i in range(len(table.headings))]  # fmt: skip
    lines = [
        f"**{table.title}**",
        "",
        _line(table.headings),
        _line("--:" if right else ":--" for right in numbers),
        *(_line(map(shown, row)) for row in table.rows),
    ]
    return "\n".join(lines) + "\n"


def _line(cells: Any) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def comma_separated(table: Table) -> str:
    """Return the table as CSV, numbers unformatted."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.headings)
    writer.writerows(table.rows)
    return text.getvalue()


def finished(folder: Path, claim: Claim, quick: bool) -> Record | None:
    """Return the record of a finished claim; None if it has to be measured."""
    try:
        record: Record = json.loads(_record(folder, claim).read_text(encoding="utf-8"))
        complete = record["quick"] == quick and all((folder / f).is_file() for f in record["files"])
        could_plot_now = record["missing"] is not None and can_plot()
    except (OSError, ValueError, KeyError, TypeError):
        return None  # not finished, or not written by this program
    return record if complete and not could_plot_now else None


def make(folder: Path, claim: Claim, quick: bool, command: str, watch: Watch) -> Record:
    """Measure a claim and write its files, the record last; return the record."""
    start = time.perf_counter()
    data = claim.measure(quick, watch)
    seconds = time.perf_counter() - start
    tables = claim.tables(data)
    pictures = dict(claim.pictures(data)) if claim.pictures else {}
    missing = None
    if claim.plot and can_plot():
        pictures[f"{claim.name}.svg"] = drawn(claim, data)
    elif claim.plot:
        missing = INSTALL
    files = pictures | _written(tables)
    for name, text in files.items():
        replace_file(folder / name, text)
    record: Record = {
        "name": claim.name,
        "title": claim.title,
        "text": claim.text,
        "caption": claim.caption(data),
        "command": command,
        "quick": quick,
        "seconds": round(seconds, 2),
        "data": _json_value(asdict(data)),
        "tables": [asdict(table) for table in tables],
        "files": list(files),
        "pictures": list(pictures),
        "missing": missing,
    }
    text = json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False)
    replace_file(_record(folder, claim), text)
    again: Record = json.loads(text)  # the same as when it is read from the file
    return again


def drawn(claim: Claim, data: Any) -> str:
    """Return the plot of a claim as SVG."""
    assert claim.plot is not None
    return draw(claim.title, claim.size, partial(claim.plot, data)).decode()


def _json_value(value: Any) -> Any:
    """Return the value for JSON: infinite numbers become "Infinity" and "-Infinity"."""
    if isinstance(value, dict):
        return {str(key): _json_value(inside) for key, inside in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_value(inside) for inside in value]
    if isinstance(value, float) and isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def _written(tables: list[Table]) -> dict[str, str]:
    texts = {}
    for table in tables:
        texts[f"{table.name}.md"] = markdown(table)
        texts[f"{table.name}.csv"] = comma_separated(table)
    return texts


def _record(folder: Path, claim: Claim) -> Path:
    return folder / f"{claim.name}.json"
