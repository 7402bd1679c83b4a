"""Draw the pictures of the README and of the algorithm pages: `python docs/make_pictures.py`."""

from __future__ import annotations

import doctest
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from counterplay.drawing import explain, svg
from counterplay.experiments.figures import game_tree
from counterplay.textbook import ALGORITHMS, examples

IMAGES = Path(__file__).parent / "images"
RULES = Path(__file__).parents[1] / "counterplay" / "games" / "connect_four.py"
COMMAND = ("counterplay", "analyse", "connect_four", "32164625", "--depth", "13")
WIDTH = 128


def rules() -> Syntax:
    """Return the rules of Connect Four, the part of the file from `State` to the key."""
    text = RULES.read_text(encoding="utf-8")
    start, end = text.index("class State"), text.index("def has_line")
    excerpt = text[start:end].strip().replace("\n\n\n", "\n\n")
    return Syntax(excerpt, "python", theme="monokai", background_color="default")


def answer() -> Text:
    """Return the command and its output."""
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


# Algorithms whose purpose shows only on a special game, the example of their own page.
OWN_EXAMPLES = {
    "biased": "biased(game, '', evaluate=game.evaluate, cutoff=until_quiet, bias=2, trace=True)",
    "hminimax": "hminimax(game, '', depth=1, evaluate=game.evaluate, trace=True)",
    "killers": "killers(tree, tree.initial(), trace=True)",
    "metareasoning": (
        "metareasoning(tree, start, evaluate=evaluate, sigma=3, worth=0.01, trace=True)"
    ),
    "probcut": "probcut(game, (), depth=5, evaluate=game.evaluate, fit=fit, t=0.3, trace=True)",
    "quiescence": (
        "quiescence(game, '', depth=1, evaluate=game.evaluate, noisy=lambda s, a: a == 'x', "
        "trace=True)"
    ),
    "singular": "singular(game, '', depth=3, evaluate=game.evaluate, trace=True)",
}
EXAMPLE_OF = {"hminimax": "quiescence"}
"""The page whose example a picture uses: H-minimax fails on the exchange of quiescence."""

MOST_DRAWN = 22
"""The largest number of nodes in a picture."""

MEETING = ["nim", "--set", "piles=1,2"]
"""A game with transpositions."""


def draw_algorithms() -> None:
    """Draw each algorithm on a tree of the textbook, or on the example of its page."""
    (IMAGES / "algorithms").mkdir(exist_ok=True)
    for name, algorithm in ALGORITHMS.items():
        out = IMAGES / "algorithms" / f"{name}.svg"
        if name in OWN_EXAMPLES:
            out.write_text(own_example(name), encoding="utf-8")
            continue
        dice = algorithm.chance and name != "uct"
        tree = DICE if dice else TWO_PLY if algorithm.two_players else THREE
        tree = examples.FORK if algorithm.hidden else tree
        subject = MEETING if name in ("dynamic", "transposition") else [tree]
        depth = ["--depth", "1"] if algorithm.needs_depth else []
        command = ["trace", *subject, "--algorithm", name, *depth, "--out", str(out)]
        subprocess.run([sys.executable, "-m", "counterplay", *command], check=True)


def draw_retrograde() -> None:
    """Draw the passes of retrograde analysis on the lecture's game of Nim, and on an endgame."""
    for name, subject in (("retrograde", ["nim", "--set", "piles=2,2"]), ("krk", ["krk"])):
        command = ["retrograde", *subject, "--out", str(IMAGES / "algorithms" / f"{name}.svg")]
        subprocess.run([sys.executable, "-m", "counterplay", *command], check=True)


def own_example(name: str) -> str:
    """Return the picture of an algorithm on the game that the example of its page defines."""
    page = Path(__file__).parent / "algorithms" / f"{EXAMPLE_OF.get(name, name)}.md"
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8")):
        exec(example.source, names)
    decision = eval(OWN_EXAMPLES[name], names)
    on_tree = name in ("killers", "metareasoning")
    game = names["tree"] if on_tree else names["game"]
    start = game.initial() if on_tree else () if name == "probcut" else ""
    return svg(explain(decision, game, start, name), most_nodes=MOST_DRAWN)


def main() -> None:
    draw_algorithms()
    (IMAGES / "game_tree.svg").write_text(game_tree.picture(), encoding="utf-8")
    draw_retrograde()
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
