"""`counterplay db explore`: the moves played in a position, and how those games ended."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from counterplay.cli.support.board import print_position
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
    say,
)
from counterplay.cli.support.database import DbOption
from counterplay.cli.support.thinking import Thinker
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.core.game.values import signed, value_text
from counterplay.database import Database, MoveStats
from counterplay.presentation.words import count, player_name
from counterplay.session import Session


def explore(
    game: GameArgument,
    position: PositionArgument = None,
    think: Annotated[
        float | None,
        typer.Option("--engine", metavar="SECONDS", help="Search each move for this long."),
    ] = None,
    db: DbOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Show the moves played in a position: how often, and how those games ended.

    Games that reached the position by other moves count as well. Wins, draws, losses, the mean
    payoff and the engine's value are those of the player to move.
    """
    rules = load_game(game, set_)
    where = load_position(rules, position)
    with Database(db, create=False) as database:
        moves = database.explore(rules, where)
    values = _engine_values(where, moves, think)
    if json:
        listed = [
            one.as_json() | ({} if values is None else {"engine": values.get(one.move, NONE)[0]})
            for one in moves
        ]
        print_json({"game": rules.name, "position": where.text, "moves": listed})
        return
    print_position(output(), where, f"{player_name(rules, where.turn)} to move")
    if not moves:
        say(output(), "no game of the database reached this position")
        return
    output().print(_table(moves, values))
    say(output(), f"{count(sum(one.games for one in moves), 'games')} in all", "dim")


Values = dict[int, tuple[float | None, str]]
"""For each move: its value for the player who makes it, as a number and in words."""

NONE = (None, "")


def _engine_values(
    where: Position, moves: tuple[MoveStats, ...], seconds: float | None
) -> Values | None:
    """The engine's value of each move; None if no search is asked for."""
    if seconds is None:
        return None
    if where.turn == CHANCE:
        raise InputError("--engine searches moves of players, and this is a chance node")
    thinker = Thinker(Session(where.game), progress())
    values: Values = {}
    for one in moves:
        after = where.play(one.move)
        if after.is_over:
            value = after.payoffs[where.turn]
            values[one.move] = value, f"{signed(value)}, the end"
            continue
        searched = thinker.analyse(after, Limit(time=seconds), f"searching {one.text}")
        values[one.move] = _value(searched.result, where.turn)
        if searched.is_stopped:
            break  # Ctrl-C: show the values so far
    return values


def _value(result: Result, mover: int) -> tuple[float, str]:
    """The value of a search result for the player who has just moved."""
    after, value = result.position, result.values[mover]
    facts = after.game.facts
    if result.outcome is not None and not facts.scored and facts.players == 2:
        words = {"win": "loss", "loss": "win", "draw": "draw"}
        outcome = result.outcome if after.turn == mover else words[result.outcome]
        distance = "" if result.distance is None else f" in {result.distance + 1}"
        return value, f"{outcome}{distance}"
    return value, value_text(result, mover)


def _table(moves: tuple[MoveStats, ...], values: Values | None) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("move")
    names = ["games", "share", "wins", "draws", "losses", "mean", "last played"]
    for name in [*names, *([] if values is None else ["engine"])]:
        table.add_column(name, justify="right")
    for one in moves:
        parts = [f"{part / one.decided:.0%}" if one.decided else "" for part in
                 (one.wins, one.draws, one.losses)]  # fmt: skip
        mean = "" if one.mean is None else signed(round(one.mean, 3))
        engine = [] if values is None else [values.get(one.move, NONE)[1]]
        table.add_row(
            one.text, f"{one.games:,}", f"{one.share:.1%}", *parts, mean, one.last, *engine
        )
    return table
