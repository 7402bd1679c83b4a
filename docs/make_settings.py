"""Write the tables of settings in docs/search: each follows a line `<!-- settings: METHOD -->`.

Run `python docs/make_settings.py` after changing a setting or a technique; a test checks that the
tables are current.
"""

from __future__ import annotations

import re
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

from counterplay.engine.alphabeta.numbers import NUMBERS
from counterplay.engine.alphabeta.techniques import ROWS, Technique
from counterplay.engine.base import METHODS

FOLDER = Path(__file__).parent / "search"
PAGE = FOLDER / "engine.md"
PAGES = (
    PAGE,
    *(FOLDER / name for name in ("chance.md", "hidden.md", "monte-carlo.md", "proof-number.md")),
)
MARK = re.compile(r"<!-- settings: (\w+) -->\n(?:\n(?:\|.*\n)+)?")


def techniques() -> str:
    """The table of the techniques of alpha-beta."""
    head = "| technique | default | needs | selective | |\n|---|---|---|---|---|\n"
    return head + "".join(map(technique_row, ROWS))


def technique_row(row: Technique) -> str:
    needs = [f"`{row.hook}`"] if row.hook else []
    needs += ["an evaluator"] if row.evaluator else []
    cells = (
        f"`{row.name}`",
        shown(row.default),
        ", ".join(needs),
        "yes" if row.is_selective else "",
        row.about,
    )
    return f"| {' | '.join(cells)} |\n"


def numbers() -> str:
    """The table of the numbers of alpha-beta, which can be tuned."""
    head = "| number | default | from | to | |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| `{row.name}` | {row.default:g} | {row.low:g} | {row.high:g} | {row.about} |\n"
        for row in NUMBERS.values()
    )


def settings(method: str) -> str:
    """The table of the settings of a method; techniques and numbers have tables of their own."""
    own = fields(METHODS[method].settings)
    rows = own[len(ROWS) + len(NUMBERS) :] if method == "alphabeta" else own
    return "| setting | default | |\n|---|---|---|\n" + "".join(map(setting_row, rows))


def setting_row(field: Field[Any]) -> str:
    return f"| `{field.name}` | {shown(field.default)} | {field.metadata['about']} |\n"


def shown(default: Any) -> str:
    return ("on" if default else "off") if isinstance(default, bool) else str(default)


def with_table(page: str) -> str:
    """The page with its tables made anew."""

    def made(mark: re.Match[str]) -> str:
        made_by = {"techniques": techniques, "numbers": numbers}
        table = made_by[mark[1]]() if mark[1] in made_by else settings(mark[1])
        return f"<!-- settings: {mark[1]} -->\n\n{table}"

    return MARK.sub(made, page)


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(with_table(path.read_text(encoding="utf-8")), encoding="utf-8")
