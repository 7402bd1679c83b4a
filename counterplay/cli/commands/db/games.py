"""`counterplay db games`: list games of the database, by player, result and position."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from counterplay.cli.support.common import JsonOption, SetOption, output, print_json, say
from counterplay.cli.support.database import (
    DbOption,
    LimitOption,
    OptionalGame,
    PlayerOption,
    ResultOption,
    maybe_game,
    winner_of,
)
from counterplay.core.game.values import number_text
from counterplay.database import Database
from counterplay.database.stored_game import StoredGame
from counterplay.formats.record import show_date, winner

PositionOption = Annotated[
    str | None,
    typer.Option("--position", metavar="POSITION", help="Only games that reached this position."),
]


def games(
    game: OptionalGame = None,
    player: PlayerOption = None,
    result: ResultOption = None,
    position: PositionOption = None,
    limit: LimitOption = 20,
    moves: Annotated[
        bool, typer.Option("--moves", help="Show the moves as well. JSON always has them.")
    ] = False,
    db: DbOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """List games, the last added first."""
    rules = maybe_game(game, set_)
    won = winner_of(result, rules.facts if rules else None)
    with Database(db, create=False) as database:
        found = list(
            database.games(rules, player=player, result=won, position=position, limit=limit)
        )
        if json:
            print_json([_as_json(one) for one in found])
            return
    if not found:
        say(output(), "no games found")
        return
    output().print(_table(found))
    if moves:
        for one in found:
            say(output(), f"{one.number}: {' '.join(one.as_json()['moves'])}")
    if len(found) == limit:
        say(output(), f"only the last {limit:,} are shown: use --limit N to see more", "dim")


def _as_json(one: StoredGame) -> dict[str, Any]:
    return {"number": one.number, **one.as_json(), "source": one.source}


def _table(found: list[StoredGame]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("number", justify="right")
    for name in ("game", "players", "result", "date", "event"):
        table.add_column(name, overflow="fold")
    table.add_column("plies", justify="right")
    for one in found:
        played = one.played
        players = " - ".join(name or "?" for name in played.players)
        table.add_row(
            str(one.number), one.game.name, players, _result(one), show_date(played.date),
            played.event, str(len(played.moves)),
        )  # fmt: skip
    return table


def _result(one: StoredGame) -> str:
    """Who won, in words; with the payoffs if the game counts points."""
    payoffs, facts = one.played.payoffs, one.game.facts
    if payoffs is None:
        return "unknown"
    best = winner(payoffs)
    words = "draw" if best is None or best < 0 else f"{facts.names[best]} won"
    if facts.scored or facts.players > 2:
        words += f" ({', '.join(number_text(payoff) for payoff in payoffs)})"
    return words
