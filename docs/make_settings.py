"""The table of settings in search/engine.md, made from the settings themselves.

python docs/make_settings.py      writes it anew; a test holds the page against it
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from counterplay.engine.alphabeta.settings import Settings

PAGE = Path(__file__).parent / "search" / "engine.md"
HEAD = "| setting | default | what it does |\n|---|---|---|\n"


def table() -> str:
    rows = []
    for field in fields(Settings):
        default = field.default
        shown = ("on" if default else "off") if isinstance(default, bool) else default
        rows.append(f"| `{field.name}` | {shown} | {field.metadata['about']} |\n")
    return HEAD + "".join(rows)


def with_table(page: str) -> str:
    """The page with its table made anew."""
    before, after = page.split(HEAD)
    rest = after[after.index("\n\n") + 1 :] if "\n\n" in after else ""
    return before + table() + rest


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
