"""Make the pictures of the README anew: `python docs/make_pictures.py`."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

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


def main() -> None:
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
