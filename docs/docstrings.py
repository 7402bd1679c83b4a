"""A Griffe extension: docstrings as Markdown for the API reference.

Examples become code blocks, and aligned lists of names become tables:

    depth    plies
    nodes    positions that were searched
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>>)\S.*\n?|^ +\S.*\n?)*)+", re.MULTILINE)
"""Lines with a prompt and what they print, up to an empty line."""

ROW = re.compile(r"^ {0,4}([`\w.,]+(?: [`\w.,]+)?) {2,}(\S.*(?:\n {5,}\S.*)*)\n?", re.MULTILINE)
"""A name, at least two spaces, and what it means; further lines are indented."""

LIST = re.compile(rf"(?:{ROW.pattern})+", re.MULTILINE)


class Readable(Extension):
    """Change the docstrings that Markdown would show badly."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = readable(obj.docstring.value)


def readable(text: str) -> str:
    """Return a docstring with fences around examples and with tables for aligned lists."""
    text = EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)
    return LIST.sub(lambda found: _table(found[0]), text)


def _table(lines: str) -> str:
    rows = []
    for name, about in ROW.findall(lines):
        cell = " ".join(about.split()).replace("|", "\\|")
        rows.append(f"| `{name.replace('`', '')}` | {cell} |\n")
    return "\n| name | meaning |\n|---|---|\n" + "".join(rows) + "\n"
