"""Make the pictures of the README anew: `python docs/make_pictures.py`."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from counterplay.textbook import ALGORITHMS, examples

IMAGES = Path(__file__).parent / "images"
RULES = Path(__file__).parents[1] / "counterplay" / "games" / "connect_four.py"
COMMAND = ("counterplay", "analyse", "connect_four", "32164625", "--depth", "13")
WIDTH = 128


def rules() -> Syntax:
    """The rules of Connect Four as they stand in their file, from the State to the key."""
    text = RULES.read_text(encoding="utf-8")
    start, end = text.index("class State"), text.index("def has_line")
    excerpt = text[start:end].strip().replace("\n\n\n", "\n\n")
    return Syntax(excerpt, "python", theme="monokai", background_color="default")


def answer() -> Text:
    """What the command prints, below the command."""
    run = subprocess.run(
        [sys.executable, "-m", *COMMAND],
        env={**os.environ, "COLUMNS": "46"},
        capture_output=True,
        text=True,
        check=True,
    )
    shown = Text(f"$ {' '.join(COMMAND[:4])}\n\n", style="bold green")
    return shown.append(Text(run.stdout.rstrip(), style="not bold white"))


TWO_PLY = "[[3,12,8],[2,4,6],[14,5,2]]"
DICE = '[{"chance":[[0.9,2],[0.1,3]]},{"chance":[[0.9,1],[0.1,4]]}]'
THREE = json.dumps(examples.THREE_PLAYERS.tree)


def draw_algorithms() -> None:
    """What each algorithm of the catalogue does on a tree of the book."""
    (IMAGES / "algorithms").mkdir(exist_ok=True)
    for name, algorithm in ALGORITHMS.items():
        tree = DICE if algorithm.chance else TWO_PLY if algorithm.two_players else THREE
        depth = ["--depth", "1"] if algorithm.needs_depth else []
        out = str(IMAGES / "algorithms" / f"{name}.svg")
        command = ["trace", tree, "--algorithm", name, *depth, "--out", out]
        subprocess.run([sys.executable, "-m", "counterplay", *command], check=True)


def main() -> None:
    draw_algorithms()
    console = Console(
        record=True, width=WIDTH, highlight=False, force_terminal=True, file=io.StringIO()
    )
    sides = Table.grid(padding=(0, 4))
    sides.add_column(width=74)
    sides.add_column(width=46)
    sides.add_row(rules(), answer())
    console.print(sides)
    console.save_svg(str(IMAGES / "rules_and_answer.svg"), title="counterplay")


if __name__ == "__main__":
    main()
