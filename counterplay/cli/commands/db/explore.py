"""`counterplay db explore`: what was played in a position, and what came of it."""

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
from counterplay.core.game.facts import CHANCE, signed
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import RANDOM_GAMES, Result
from counterplay.database import Database, MoveStats
from counterplay.presentation.words import count, player_name
from counterplay.session import Session


def explore(
    game: GameArgument,
    position: PositionArgument = None,
    think: Annotated[
        float | None,
        typer.Option(
            "--engine", metavar="SECONDS", help="Let the engine look at each move for so long."
        ),
    ] = None,
    db: DbOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Show each move that was played in a position: how often, and how well it did.

    Positions are found however they came about. Wins, draws, losses and the mean payoff are those
    of whoever makes the move, and so is what the engine says.
    """
    rules = load_game(game, set_)
    where = load_position(rules, position)
    with Database(db, create=False) as database:
        moves = database.explore(rules, where)
    thoughts = _thoughts(where, moves, think)
    if json:
        listed = [
            one.as_json()
            | ({} if thoughts is None else {"engine": thoughts.get(one.move, NONE)[0]})
            for one in moves
        ]
        print_json({"game": rules.name, "position": str(where), "moves": listed})
        return
    print_position(output(), where, f"{player_name(rules, where.turn)} to move")
    if not moves:
        say(output(), "no game of the database has this position")
        return
    output().print(_table(moves, thoughts))
    say(output(), f"{count(sum(one.games for one in moves), 'games')} in all", "dim")


Thoughts = dict[int, tuple[float | None, str]]
"""By the moves: what they are worth to whoever makes them, as a number and in words."""

NONE = (None, "")


def _thoughts(
    where: Position, moves: tuple[MoveStats, ...], seconds: float | None
) -> Thoughts | None:
    """What the engine thinks of each move."""
    if seconds is None:
        return None
    if where.turn == CHANCE:
        raise InputError("--engine looks at moves of players, and here chance decides")
    thinker = Thinker(Session(where.game), progress())
    found: Thoughts = {}
    for one in moves:
        after = where.play(one.move)
        if after.is_over:
            value = after.payoffs[where.turn]
            found[one.move] = value, f"{signed(value)}, the end"
            continue
        thought = thinker.analyse(after, Limit(time=seconds), f"looking at {one.text}")
        found[one.move] = _worth(thought.result, where.turn)
        if thought.is_stopped:
            break  # Ctrl-C: what is there is shown
    return found


def _worth(result: Result, mover: int) -> tuple[float, str]:
    """What a position is worth to one who has just moved."""
    after, value = result.position, result.values[mover]
    facts = after.game.facts
    if result.outcome is not None and not facts.scored and facts.players == 2:
        words = {"win": "loss", "loss": "win", "draw": "draw"}
        outcome = result.outcome if after.turn == mover else words[result.outcome]
        distance = "" if result.distance is None else f" in {result.distance + 1}"
        return value, f"{outcome}{distance}"
    is_guess = result.outcome is None and result.method not in RANDOM_GAMES
    return value, facts.advantage(value) if is_guess else signed(value)


def _table(moves: tuple[MoveStats, ...], thoughts: Thoughts | None) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("move")
    names = ["games", "share", "wins", "draws", "losses", "mean", "last played"]
    for name in [*names, *([] if thoughts is None else ["engine"])]:
        table.add_column(name, justify="right")
    for one in moves:
        parts = [f"{part / one.decided:.0%}" if one.decided else "" for part in
                 (one.wins, one.draws, one.losses)]  # fmt: skip
        mean = "" if one.mean is None else signed(round(one.mean, 3))
        thought = [] if thoughts is None else [thoughts.get(one.move, NONE)[1]]
        table.add_row(
            one.text, f"{one.games:,}", f"{one.share:.1%}", *parts, mean, one.last, *thought
        )
    return table
