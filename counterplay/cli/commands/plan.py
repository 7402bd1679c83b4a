"""`counterplay plan`: a plan that wins for sure, whatever is hidden."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.status import Status

from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    load_game,
    load_position,
    output,
    print_json,
    progress,
    require_file_path,
    say,
)
from counterplay.cli.support.interrupt import until_ctrl_c
from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.belief import plan as planning
from counterplay.engine.belief.plan import Branch, Plan
from counterplay.engine.belief.prove import Progress
from counterplay.presentation.plan_svg import plan_svg

MOST_SHOWN = 60
"""The most rows that are printed without --all."""


def plan(
    game: GameArgument,
    position: PositionArgument = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose plan; by default the player to move."),
    ] = None,
    moves: Annotated[
        int | None, typer.Option(metavar="N", help="The most own moves of the plan.")
    ] = None,
    payoff: Annotated[
        float | None,
        typer.Option(metavar="X", help="A payoff that is enough; by default the best one."),
    ] = None,
    time: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", help="Give up after this time.")
    ] = None,
    memory: Annotated[int, typer.Option(metavar="MB", help="Memory for belief states.")] = 512,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the plan: an SVG file.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print the whole plan.")] = False,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Find a plan that wins for sure, whatever is hidden and whatever the others do.

    For games with hidden information, best without chance: Kriegspiel and its kind. The search
    goes through belief states, the sets of all states that are possible. The plan has a move for
    everything that the player can hear.
    """
    require_file_path(out)
    start = load_position(load_game(game, set_), position)
    console, began = progress(), perf_counter()
    status = console.status("planning") if console.is_terminal and not json else None
    with status or nullcontext(), until_ctrl_c() as stop:
        found = planning.plan(
            start.game,
            start,
            player=None if player is None else player_number(start.game, player),
            moves=moves,
            payoff=payoff,
            seconds=time,
            memory=memory,
            stop=stop,
            report=lambda so_far: _show(status, so_far),
        )
    seconds = perf_counter() - began
    if json:
        print_json({"game": start.game.name, "seconds": round(seconds, 3), **as_json(found)})
        return
    if found is None:
        say(output(), "no plan wins for sure" + _within(moves, time, stop.is_set()), "bold")
        return
    _print(found, seconds, None if all_ else MOST_SHOWN)
    if out is not None:
        rows = [(depth, branch.sees, branch.move) for depth, branch in found.lines()]
        replace_file(out, plan_svg(f"{start.game.facts.title}: {_headline(found)}", rows))
        say(output(), f"drawn in {out}")


def player_number(game: Game, name: str) -> int:
    """The number of a player by name, or by number from 0."""
    names = [known.lower() for known in game.facts.names]
    if name.lower() in names:
        return names.index(name.lower())
    if name.isdecimal() and len(name) < 4 and int(name) < len(names):
        return int(name)
    raise InputError(f"--player {name}: the players are {', '.join(game.facts.names)}")


def as_json(found: Plan | None) -> dict[str, Any]:
    """The plan as plain values."""
    if found is None:
        return {"wins": False}
    return {
        "wins": True,
        "player": found.game.facts.names[found.player],
        "moves": found.moves,
        "beliefs": found.beliefs,
        "plan": [_branch_json(branch) for branch in found.branches],
    }


def _branch_json(branch: Branch) -> dict[str, Any]:
    return {
        "sees": branch.sees,
        "possible": branch.possible,
        "move": branch.move,
        "moves": branch.moves,
        "after": [_branch_json(below) for below in branch.after],
    }


def _within(moves: int | None, time: float | None, is_stopped: bool) -> str:
    """The limit below which there is no plan, in words."""
    if is_stopped:
        return " was found before it was stopped"
    limits = [f"{moves} moves"] if moves else []
    limits += [f"{time:g} seconds of search"] if time else []
    return f" within {' and '.join(limits)}" if limits else ""


def _headline(found: Plan) -> str:
    many = f"{found.moves} {'move' if found.moves == 1 else 'moves'}"
    return f"{found.game.facts.names[found.player]} wins for sure, within {many}"


def _print(found: Plan, seconds: float, most: int | None) -> None:
    say(output(), _headline(found), "bold")
    say(
        output(),
        f"{found.beliefs:,} belief states, {seconds:.2f} s; {len(found):,} rows: what the player "
        "sees, and its move",
    )
    for i, (depth, branch) in enumerate(found.lines()):
        if i == most:
            say(output(), f"… {len(found) - i:,} more: --all prints them")
            return
        say(output(), f"{'  ' * depth}{branch.sees}  → {branch.move}")


def _show(status: Status | None, so_far: Progress) -> None:
    if status is not None:
        status.update(
            f"planning (Ctrl-C: stop)  more than {so_far.moves - 1} moves, "
            f"{so_far.beliefs:,} belief states"
        )
