"""Write images/architecture.svg, the layers of the package, from pyproject.toml.

Run `python docs/make_architecture.py` after a change of the layers; a test checks that the drawing
is current. Every text is inside a filled box, so the drawing is legible on light and dark pages.
"""

from __future__ import annotations

import runpy
from html import escape
from pathlib import Path

PAGE = Path(__file__).parent / "images" / "architecture.svg"
LAYERS = runpy.run_path(str(Path(__file__).with_name("make_folders.py")))["layers"]

WAYS_IN, RUNS, PARTS, RULES = "#1f5f8b", "#6b4a8a", "#00695c", "#4e5a65"
FOLDERS = {
    "cli": (WAYS_IN, "commands"),
    "web": (WAYS_IN, "the page"),
    "protocols": (WAYS_IN, "UCI, UGI, GTP"),
    "bridges": (WAYS_IN, "PettingZoo, OpenSpiel"),
    "course": (RUNS, "quiz, exercises"),
    "experiments": (RUNS, "ablation, figures"),
    "learning": (RUNS, "weights, self-play"),
    "cluster": (RUNS, "work on Ray"),
    "review": (RUNS, "errors in games with dice"),
    "arena": (RUNS, "matches, ratings"),
    "conformance": (RUNS, "check a game"),
    "drawing": (RUNS, "pictures of a search"),
    "players": (PARTS, "all that can play"),
    "session": (PARTS, "engine + book + tables"),
    "database": (PARTS, "games and positions"),
    "strategies": (PARTS, "equilibria, best responses"),
    "tablebase": (PARTS, "solutions, endgame tables"),
    "engine": (PARTS, "compiled searches"),
    "textbook": (PARTS, "algorithms in Python"),
    "formats": (PARTS, "PGN, SGF, EPD, …"),
    "games": (RULES, "rules, one file each"),
    "presentation": (RULES, "boards and words"),
    "core": (RULES, "contract, compiler, bits"),
}
"""The colour and the caption of each folder or module of a layer."""

KEY = {"ways in": WAYS_IN, "runs": RUNS, "parts": PARTS, "rules and compiler": RULES}
WIDTH, ROW, BOX, MARGIN, GAP = 760, 56, 46, 8, 10


def drawing() -> str:
    """Return the SVG: a row for each layer, the highest first."""
    rows = LAYERS()[::-1]
    height = ROW * len(rows) + 44 + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" font-family="sans-serif" fill="#fff" '
        'text-anchor="middle">',
        "<title>The layers of Counterplay: each row imports only from rows below it</title>",
    ]
    for i, names in enumerate(rows):
        y = MARGIN + i * ROW
        width = (WIDTH - 2 * MARGIN - GAP * (len(names) - 1)) / len(names)
        for j, name in enumerate(names):
            parts.append(box(name, MARGIN + j * (width + GAP), y, width))
    y = MARGIN + len(rows) * ROW + 8
    width = (WIDTH - 2 * MARGIN - GAP * (len(KEY) - 1)) / len(KEY)
    for i, (text, colour) in enumerate(KEY.items()):
        x = MARGIN + i * (width + GAP)
        parts.append(
            f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="26" rx="13" fill="{colour}"/>'
            f'<text x="{x + width / 2:.0f}" y="{y + 18}" font-size="13">{text}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def box(name: str, x: float, y: float, width: float) -> str:
    colour, caption = FOLDERS[name]
    middle = x + width / 2
    return (
        f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{BOX}" rx="6" fill="{colour}"/>'
        f'<text x="{middle:.0f}" y="{y + 20}" font-size="15" font-weight="bold">{name}</text>'
        f'<text x="{middle:.0f}" y="{y + 37}" font-size="12">{escape(caption)}</text>'
    )


if __name__ == "__main__":
    PAGE.write_text(drawing(), encoding="utf-8")
