"""The HTML page with all figures, their captions and the command of each."""

from __future__ import annotations

from html import escape
from typing import Any

from counterplay.experiments.figures.output import Record, shown

LONG = 14
"""Tables with more rows are collapsed."""

STYLE = """
:root { color-scheme: light; }
body { font: 17px/1.55 system-ui, "DejaVu Sans", sans-serif; color: #1d1d1f; background: #fff;
       max-width: 62rem; margin: 2.5rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.9rem; line-height: 1.25; margin-bottom: .3rem; }
h2 { font-size: 1.35rem; margin: 3.2rem 0 .4rem; border-top: 1px solid #ddd; padding-top: 1.4rem; }
nav ol { columns: 2; column-gap: 3rem; padding-left: 1.4rem; } nav a { color: #0072B2; }
figure { margin: 1.2rem 0; } figure img { max-width: 100%; height: auto; display: block;
         margin: 0 auto 1rem; }
figcaption { color: #333; }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums;
        margin: .5rem 0 1rem; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #eee; vertical-align: top; }
th { text-align: left; border-bottom: 2px solid #bbb; } td.number { text-align: right; }
th.number { text-align: right; } .scroll { overflow-x: auto; }
code { background: #f4f4f6; padding: .12rem .4rem; border-radius: 4px; font-size: .9rem; }
.made { color: #666; font-size: .88rem; } summary { cursor: pointer; color: #0072B2; }
"""


def page(records: list[Record]) -> str:
    """Return the page. Pictures are separate files; everything else is in the page."""
    links = "".join(f'<li><a href="#{r["name"]}">{escape(r["title"])}</a></li>' for r in records)
    sections = "\n".join(map(section, records))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The claims of the chapter, measured</title>
<style>{STYLE}</style>
</head>
<body>
<h1>The claims of the chapter, measured</h1>
<p>The command below each figure creates it again, from fixed seeds.</p>
<nav><ol>{links}</ol></nav>
{sections}
</body>
</html>
"""


def section(record: Record) -> str:
    """Return the section of one claim: text, pictures, tables, and the command."""
    pictures = "".join(
        f'<img src="{escape(name)}" alt="{escape(record["title"])}">' for name in record["pictures"]
    )
    missing = f'<p class="made">{escape(record["missing"])}</p>' if record["missing"] else ""
    quick = ", a quick run with small samples" if record["quick"] else ""
    return f"""<section id="{record["name"]}">
<h2>{escape(record["title"])}</h2>
<p>{escape(record["text"])}</p>
<figure>{pictures}{_links(record)}<figcaption>{escape(record["caption"])}</figcaption></figure>
{missing}
{"".join(map(table, record["tables"]))}
<p class="made">Created by <code>{escape(record["command"])}</code>{quick}; the data is in
<a href="{record["name"]}.json">{record["name"]}.json</a>.</p>
</section>"""


def _links(record: Record) -> str:
    """Return links to the pictures for slides: SVG, and PDF and PNG if they were written."""
    names = [*record["pictures"], *record.get("converted", ())]
    links = (f'<a href="{escape(name)}">{escape(name)}</a>' for name in sorted(names))
    return f'<p class="made">For slides: {" · ".join(links)}</p>' if names else ""


def table(data: dict[str, Any]) -> str:
    """Return a table, collapsed if it is long."""
    right = [not any(isinstance(row[i], str) and row[i] for row in data["rows"])
             for i in range(len(data["headings"]))]  # fmt: skip
    head = _row("th", data["headings"], right)
    rows = "\n".join(_row("td", map(shown, row), right) for row in data["rows"])
    links = " · ".join(f'<a href="{data["name"]}.{form}">{form.upper()}</a>'
                       for form in ("csv", "md"))  # fmt: skip
    text = f'<div class="scroll"><table><caption>{escape(data["title"])} ({links})</caption>'
    text += f"<thead>{head}</thead><tbody>{rows}</tbody></table></div>"
    if len(data["rows"]) <= LONG:
        return text
    return f"<details><summary>The table: {escape(data['title'])}</summary>{text}</details>"


def _row(tag: str, cells: Any, right: list[bool]) -> str:
    inside = "".join(
        f"<{tag}{' class=number' if number else ''}>{escape(cell)}</{tag}>"
        for cell, number in zip(cells, right, strict=True)
    )
    return f"<tr>{inside}</tr>"
