"""`counterplay trace`: draw a search by an algorithm of the textbook, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from counterplay.cli.support.common import (
    DepthOption,
    JsonOption,
    SetOption,
    load_position,
    output,
    print_json,
    say,
)
from counterplay.cli.support.trees import (
    GameOrTree,
    WithOption,
    algorithm_options,
    load_game_or_tree,
)
from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position_text import START
from counterplay.drawing import Explanation, explanation_json, html, svg, terminal
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.running import algorithm_for
from counterplay.drawing.tracing import traced
from counterplay.games.tree import tree_of
from counterplay.presentation.words import count
from counterplay.textbook.catalogue import ALGORITHMS


def trace(
    game: GameOrTree,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ALGORITHM] [POSITION]",
            help="An algorithm of the textbook, by default one that fits; a position, by default "
            "the start.",
            show_default=False,
        ),
    ] = None,
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
    with_: WithOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Draw a search by an algorithm of the textbook, step by step.

    The search is drawn as a tree in the terminal. With --out it is written to a file: a picture
    (SVG), or a page with buttons to step forward and back (HTML).
    """
    draw = _drawer(out)
    options = algorithm_options(with_, depth)
    rules = load_game_or_tree(game, set_)
    named, position = split_words(rules, words or [], algorithm)
    where = load_position(rules, position)
    chosen = algorithm_for(rules, named, read_depth(depth, options))
    explanation = traced(where, chosen, depth, options)
    if step is not None and not 1 <= step <= len(explanation.steps):
        raise InputError(f"--step {step}: this search has steps 1 to {len(explanation.steps)}")
    if out is not None:
        with shallow_enough():
            drawn = draw(explanation, step)
        replace_file(out, drawn)
    if json:
        about = {"game": rules.name, "position": where.text, "algorithm": chosen.name}
        print_json({**about, "depth": depth, "options": options, **explanation_json(explanation)})
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


def split_words(
    game: Game, words: list[str], algorithm: str | None
) -> tuple[str | None, list[str]]:
    """Return the name of the algorithm and the words of the position.

    The first word is the algorithm if one has this name, or if it can be nothing else.
    """
    tree = tree_of(game)
    is_position = tree is None or words[:1] in ([START], ["state"], ["moves"])
    if tree is not None and words:
        is_position |= any(words[0] in (node.name, node.path) for node in tree.nodes)
    is_algorithm = words and (words[0] in ALGORITHMS or not is_position)
    if not is_algorithm:
        return algorithm, words
    if algorithm not in (None, words[0]):
        raise InputError(f"{words[0]} and --algorithm {algorithm}: give one algorithm")
    return words[0], words[1:]


def read_depth(depth: int | None, options: Mapping[str, str]) -> int | None:
    """The depth, from either option. A depth that is no number is refused later."""
    return depth if depth is not None else 1 if "depth" in options else None


def _drawer(out: Path | None) -> Any:
    """Return the function that draws to this kind of file."""
    drawers = {"": svg, ".svg": svg, ".html": html, ".htm": html}
    suffix = out.suffix.lower() if out else ""
    if suffix not in drawers or (out and not suffix):
        raise InputError(f"--out {out}: give a file that ends in .svg or .html")
    return drawers[suffix]
