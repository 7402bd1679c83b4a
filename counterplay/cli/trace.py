"""`counterplay trace`: an algorithm of the textbook at work, drawn step by step."""

from __future__ import annotations

import difflib
import inspect
from pathlib import Path
from typing import Annotated, Any

import typer

from counterplay.cli.common import (
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
from counterplay.cli.words import count, player_name
from counterplay.core.errors import InputError
from counterplay.core.game import Game
from counterplay.core.position import Position
from counterplay.drawing import Story, html, story_json, svg, tell, terminal
from counterplay.games import load
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm
from counterplay.textbook.decision import Decision, require_two

MOST_POSITIONS = 50_000
"""The most moves that a search may make, those of random games included."""
MOST_STEPS = 10_000
"""The most steps that are drawn."""


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
    chosen = _algorithm(algorithm, rules)
    decision = _decide(chosen, where, depth)
    title = f"{rules.facts.title}: {chosen.name}, {player_name(rules, where.player)} to move"
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


def _algorithm(name: str | None, game: Game) -> Algorithm:
    """The algorithm of that name, or the plain one that fits the game."""
    facts = game.facts
    if name is None:
        for_two = "expectiminimax" if facts.chance else "alphabeta"
        name = for_two if facts.players == 2 and facts.total is not None else "maxn"
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name.lower(), ALGORITHMS, 3, 0.4)
        nearest = f"did you mean {' or '.join(near)}? " if near else ""
        raise InputError(
            f"there is no algorithm {name!r}: {nearest}There are {', '.join(ALGORITHMS)}"
        )
    return ALGORITHMS[name]


def _decide(algorithm: Algorithm, position: Position, depth: int | None) -> Decision:
    """The traced decision; what does not fit is refused in a sentence."""
    game, name = position.game, algorithm.name
    takes = inspect.signature(algorithm.function).parameters
    options: dict[str, Any] = {"depth": depth} if depth is not None else {}
    if depth is not None and depth < 1:
        raise InputError(f"--depth {depth}: look at least one ply ahead")
    if depth is not None and "depth" not in takes:
        able = [a.name for a in ALGORITHMS.values() if "depth" in _parameters(a)]
        other = f"; with a depth there are {', '.join(able)}" if able else ""
        raise InputError(f"{name} always looks to the end of the game, without --depth{other}")
    if depth is None and algorithm.needs_depth:
        raise InputError(f"{name} needs to know how far to look: give --depth, as in --depth 3")
    if "upper" in takes:
        options |= _payoff_bounds(game)
    if game.evaluator is not None and "evaluate" in takes:
        options["evaluate"] = _evaluation(game)
    try:
        if algorithm.two_players:
            require_two(game, name, algorithm.chance)
        decision = algorithm.function(_Counted(game), position.state, trace=True, **options)
    except ValueError as error:
        raise InputError(str(error)) from None
    if len(decision.trace) > MOST_STEPS:
        raise InputError(
            f"this search takes {len(decision.trace):,} steps, and at most {MOST_STEPS:,} are "
            "drawn: start from a later position, or look less far with --depth"
        )
    return decision


def _payoff_bounds(game: Game) -> dict[str, float]:
    """The least and the most that a player can get; in a tree, the largest payoff there is."""
    best = float(abs(game.data.payoff).max()) if game.name == "tree" else game.facts.best
    return {"lower": (game.facts.total or 0) - best, "upper": best}


def _parameters(algorithm: Algorithm) -> Any:
    return inspect.signature(algorithm.function).parameters


def _evaluation(game: Game) -> Any:
    """The game's evaluator as EVAL(s, p), in points of payoff."""

    def evaluate(s: Any, p: int) -> float:
        return game.evaluate_for(s, p) / game.facts.unit + game.facts.even_share

    return evaluate


class _Counted:
    """The game as it is, but it ends a search that grows larger than anybody can look at."""

    def __init__(self, game: Game) -> None:
        self._game, self._made = game, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def result(self, s: Any, a: Any) -> Any:
        self._made += 1
        if self._made > MOST_POSITIONS:
            raise InputError(
                f"this search goes through more than {MOST_POSITIONS:,} positions, too many to "
                "draw: start from a later position, or look less far with --depth"
            )
        return self._game.result(s, a)


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
