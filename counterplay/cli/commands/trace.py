"""`counterplay trace`: an algorithm of the textbook at work, drawn step by step."""

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
from counterplay.drawing import Story, html, story_json, svg, tell, terminal
from counterplay.drawing.tracing import algorithm_for, traced
from counterplay.games import load
from counterplay.presentation.words import count, player_name


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
        typer.Option(metavar="NAME", help="One of the textbook; one that fits if left out."),
    ] = None,
    depth: DepthOption = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw to this file: .svg, or .html to step through."),
    ] = None,
    step: Annotated[
        int | None, typer.Option(metavar="N", help="Show the search after so many steps.")
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Show every step of an algorithm of the textbook.

    The search is drawn as a tree in the terminal, or with --out as a picture (SVG) or a page that
    steps forward and back (HTML).
    """
    draw = _drawer(out)
    rules = _load(game, set_)
    where = load_position(rules, position)
    chosen = algorithm_for(rules, algorithm)
    decision = traced(chosen, where, depth)
    title = f"{rules.facts.title}: {chosen.name}, {player_name(rules, where.turn)} to move"
    story = tell(decision, rules, where.state, title)
    if step is not None and not 1 <= step <= len(story.steps):
        raise InputError(f"--step {step}: this search has the steps 1 to {len(story.steps)}")
    if out is not None:
        _write(out, draw(story, step))
    if json:
        about = {"game": rules.name, "position": str(where), "algorithm": chosen.name}
        print_json({**about, "depth": depth, **story_json(story)})
    elif out is not None:
        say(output(), f"{out}: {count(len(story.steps), 'steps')}. {story.summary}")
    else:
        _print(story, step)


def _print(story: Story, step: int | None) -> None:
    console = output()
    console.print(story.title, style="bold")
    console.print(terminal(story, step))
    if step is not None:
        say(console, f"Step {step} of {len(story.steps)}: {story.steps[step - 1].text}")
    if step is None or step == len(story.steps):
        say(console, story.summary)


def _load(name: str, given: list[str] | None) -> Game:
    """The game, or the tree, that the command line names."""
    if name.lstrip()[:1] in ("[", "{") or name.endswith(".json"):
        return load("tree", **{**parameters(given), "tree": name})
    return load_game(name, given)


def _drawer(out: Path | None) -> Any:
    """What draws to a file of that name."""
    drawers = {"": svg, ".svg": svg, ".html": html, ".htm": html}
    suffix = out.suffix.lower() if out else ""
    if suffix not in drawers or (out and not suffix):
        raise InputError(f"--out {out}: a picture is FILE.svg or FILE.html")
    return drawers[suffix]


def _write(out: Path, text: str) -> None:
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"--out {out} cannot be written: {error.strerror}") from None
