"""Tables as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table_html(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a heading for each column. All texts are escaped."""
    head = "".join(f"<th>{escape(text)}</th>" for text in headings)
    body = "".join(_row(cells) for cells in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _row(cells: Sequence[object]) -> str:
    return f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
