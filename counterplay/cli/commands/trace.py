"""`counterplay trace`: draw a search by an algorithm of the textbook, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from counterplay.cli.support.common import (
    DepthOption,
    JsonOption,
    PositionArgument,
    SetOption,
    load_game,
    load_position,
    output,
    parameters,
    print_json,
    say,
)
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.drawing import Explanation, explanation_json, html, svg, terminal
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.tracing import algorithm_for, traced
from counterplay.games import load
from counterplay.presentation.words import count


def trace(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|TREE",
            help="A built-in game, a Python file, a JSON file, or a tree: '[[3,12,8],[2,4,6]]'.",
            show_default=False,
        ),
    ],
    position: PositionArgument = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Algorithm of the textbook. Default: one that fits the game and --depth.",
        ),
    ] = None,
    depth: DepthOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draw to this file: .svg for a picture, .html for a page with steps.",
        ),
    ] = None,
    step: Annotated[
        int | None, typer.Option(metavar="N", help="Show the search after N steps.")
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Draw a search by an algorithm of the textbook, step by step.

    The search is drawn as a tree in the terminal. With --out it is written to a file: a picture
    (SVG), or a page with buttons to step forward and back (HTML).
    """
    draw = _drawer(out)
    rules = _load(game, set_)
    where = load_position(rules, position)
    chosen = algorithm_for(rules, algorithm, depth)
    explanation = traced(where, chosen, depth)
    if step is not None and not 1 <= step <= len(explanation.steps):
        raise InputError(f"--step {step}: this search has steps 1 to {len(explanation.steps)}")
    if out is not None:
        with shallow_enough():
            drawn = draw(explanation, step)
        _write(out, drawn)
    if json:
        about = {"game": rules.name, "position": where.text, "algorithm": chosen.name}
        print_json({**about, "depth": depth, **explanation_json(explanation)})
    elif out is not None:
        say(output(), f"{out}: {count(len(explanation.steps), 'steps')}. {explanation.summary}")
    else:
        _print(explanation, step)


def _print(explanation: Explanation, step: int | None) -> None:
    console = output()
    console.print(explanation.title, style="bold")
    with shallow_enough():
        console.print(terminal(explanation, step))
    if step is not None:
        say(console, f"Step {step} of {len(explanation.steps)}: {explanation.steps[step - 1].text}")
    if step is None or step == len(explanation.steps):
        say(console, explanation.summary)


def _load(name: str, settings: list[str] | None) -> Game:
    """Return the game or the tree with this name."""
    if name.lstrip()[:1] in ("[", "{") or name.endswith(".json"):
        return load("tree", **{**parameters(settings), "tree": name})
    return load_game(name, settings)


def _drawer(out: Path | None) -> Any:
    """Return the function that draws to this kind of file."""
    drawers = {"": svg, ".svg": svg, ".html": html, ".htm": html}
    suffix = out.suffix.lower() if out else ""
    if suffix not in drawers or (out and not suffix):
        raise InputError(f"--out {out}: give a file that ends in .svg or .html")
    return drawers[suffix]


def _write(out: Path, text: str) -> None:
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"--out {out} cannot be written: {error.strerror}") from None
