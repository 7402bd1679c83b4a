"""`counterplay games`: list the built-in games, or describe one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from counterplay.cli.support.board import print_position
from counterplay.cli.support.common import JsonOption, SetOption, load_game, output, print_json
from counterplay.core.game.contract import EVALUATE, PEOPLE, REQUIRED, RULES, Function
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Parameter
from counterplay.core.game.game import Game
from counterplay.games import BUILT_IN, load
from counterplay.presentation.description import example_of, move_texts
from counterplay.presentation.words import player_name

MOST_SHOWN = 20


def games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Describe this game or file.", show_default=False),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """List the built-in games, or describe one: facts, parameters, functions, notation."""
    if game is None:
        if set_:
            raise InputError("--set needs a GAME: the one that has the parameter")
        loaded = [load(name) for name in BUILT_IN]
        if json:
            print_json([_summary(one) for one in loaded])
        else:
            _print_table(output(), loaded)
        return
    one = load_game(game, set_)
    if json:
        print_json(_description(one))
    else:
        _print_description(output(), one)


def _summary(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.facts.title,
        "players": game.facts.players,
        "parameters": [asdict(p) for p in game.parameters.values()],
    }


def _description(game: Game) -> dict[str, Any]:
    example = example_of(game)
    return {
        **_summary(game),
        "path": game.path,
        "facts": asdict(game.facts),
        "hooks": [function.name for function in _hooks(game)],
        "start": game.show_position(game.initial()),
        "moves": move_texts(game.position()),
        "example": example.text,
    }


def _print_table(console: Console, loaded: Iterable[Game]) -> None:
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("game", "title", "players", "parameters"):
        table.add_column(heading, no_wrap=heading == "game", overflow="fold")
    for game in loaded:
        parameters = ", ".join(f"{p.name}={_shown(p.value)}" for p in game.parameters.values())
        table.add_row(game.name, game.facts.title, str(game.facts.players), parameters)
    console.print(table)
    console.print("`counterplay games GAME` describes one. GAME can also be a file: my_game.py.")


def _print_description(console: Console, game: Game) -> None:
    start = game.position()
    print_position(console, start, f"{player_name(game, start.turn)} to move")
    _print_section(console, "Facts", ((n, _shown(v)) for n, v in asdict(game.facts).items()))
    _print_section(console, "Parameters", ((p.name, _range(p)) for p in game.parameters.values()))
    _print_section(console, "Functions beyond the rules", ((f.name, f.about) for f in _hooks(game)))
    moves = move_texts(start)
    more = " …" if len(moves) > MOST_SHOWN else ""
    shown = [
        ("moves", " ".join(moves[:MOST_SHOWN]) + more),
        ("example", example_of(game).text),
        ("file", game.path),
    ]
    if "show_position" in game.functions:
        shown.insert(0, ("position", game.show_position(game.initial())))
    _print_section(console, "Notation", shown)


def _print_section(console: Console, title: str, rows: Iterable[tuple[str, str]]) -> None:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for name, text in rows:
        table.add_row(f"  {name}", text)
    if table.row_count:
        console.print()
        console.print(title, style="bold")
        console.print(table)


def _hooks(game: Game) -> list[Function]:
    """The optional functions that the game defines."""
    optional = [f for f in (*RULES, *PEOPLE) if f.name in game.functions]
    hooks = [f for f in optional if f.name not in REQUIRED]
    return [*hooks, EVALUATE] if game.evaluator else hooks


def _shown(value: Any) -> str:
    """A value in the form that `--set` accepts."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(parameter: Parameter) -> str:
    text = f"{_shown(parameter.value)}"
    if parameter.value != parameter.default:
        text += f" (default {_shown(parameter.default)})"
    if parameter.low is not None and parameter.high is not None:
        text += f", from {parameter.low} to {parameter.high}"
    return f"{text}: {parameter.about}" if parameter.about else text
