"""`counterplay analyse`: the best move in a position, and its value."""

from __future__ import annotations

import shlex
from typing import Annotated, Any, cast

import typer
from rich.console import Console
from rich.table import Table

from counterplay.cli.support.board import print_position
from counterplay.cli.support.common import (
    BookOption,
    DepthOption,
    GameArgument,
    JsonOption,
    NodesOption,
    PositionArgument,
    SetOption,
    TableOption,
    TimeOption,
    load_game,
    load_position,
    output,
    print_json,
    progress,
    say,
    settings,
)
from counterplay.cli.support.ranked_moves import print_ranked
from counterplay.cli.support.thinking import Thinker
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.core.game.values import is_duel, is_unknown, shares, value_and_kind
from counterplay.engine.base import METHODS, Method, require_move
from counterplay.engine.stand_in import METHOD as STAND_IN
from counterplay.presentation.ranking import is_ranked
from counterplay.presentation.words import count, player_name, rate, searched
from counterplay.session import Session


def analyse(
    game: GameArgument,
    position: PositionArgument = None,
    time: TimeOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"{', '.join(METHODS)}; by default the one that fits the game.",
            show_default=False,
        ),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Search to the end of the game, without a time limit.")
    ] = False,
    lines: Annotated[
        int | None, typer.Option("--lines", metavar="N", help="Show the N best moves.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", help="Search with N threads.")
    ] = None,
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MB", help="Size of the transposition table.")
    ] = None,
    book: BookOption = None,
    table: TableOption = None,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME=VALUE",
            help="A setting of the method, such as killers=off. May be given several times.",
            show_default=False,
        ),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Find the best move in a position.

    Values are for the side to move. Ctrl-C ends the search with its best answer so far.
    """
    short = {"exact": exact or None, "lines": lines, "threads": threads, "memory": memory}
    chosen = {name: value for name, value in short.items() if value is not None}
    limit = Limit(time, depth, nodes)
    rules = load_game(game, set_)
    where = load_position(rules, position)
    require_rolled(where)
    require_move(where)
    given: dict[str, Any] = {**chosen, **settings(with_, "--with")}
    # The session says itself which methods and settings there are.
    named = cast(Method | None, method)
    with Session(rules, named, book=book, tables=table, stand_in=True, **given) as session:
        thinker = Thinker(session, progress())
        answer = thinker.move(where, limit, "thinking")
        if answer.result.method == STAND_IN and not answer.is_stopped:
            say(progress(), f"{answer.result}, by {STAND_IN} while the engine is compiled …")
            session.prepare()
            answer = thinker.move(where, limit, "thinking")
    show_result(answer.result, json)
    if answer.is_stopped and not json:
        output().print("stopped: this is the best answer so far", style="yellow")


def require_rolled(position: Position) -> None:
    """Raise InputError with an example of a roll, if chance is to move."""
    if position.is_over or position.turn != CHANCE:
        return
    game = position.game
    example = position.play(game.draw(position.state, 0)).text
    raise InputError(
        "chance is to move here: add what it gives, as in "
        f"{shlex.join(['counterplay', 'analyse', game.name, example])}"
    )


def show_result(result: Result, json: bool) -> None:
    if json:
        print_json(result.as_json())
    else:
        print_result(output(), result)


def print_result(console: Console, result: Result) -> None:
    """Print the board and every field of the result."""
    position = result.position
    game = position.game
    viewer = position.turn if game.facts.hidden else None  # what the search has seen, no more
    to_move = f"{player_name(game, position.turn)} to move"
    print_position(console, position, to_move, viewer=viewer)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    outcome: str = result.outcome or "not known"
    if result.distance is not None:
        outcome += f" in {count(result.distance, 'plies')}"
    # An evaluation says the same for both players, and in its own unit.
    is_book = result.source == "book"
    tells_all = is_unknown(result) or (is_duel(game.facts) and result.kind != "exact")
    for name, text in (
        ("move", position.show_move(result.move)),
        ("value", "not searched: the move is from the book" if is_book else value_and_kind(result)),
        ("values", "" if tells_all else shares(game.facts, result.values)),
        ("outcome", "" if is_book else outcome),
        ("line", " ".join(result.line_text)),
        ("depth", "" if is_book else searched(result)),
        ("nodes", "" if is_book else f"{result.nodes:,} ({rate(result.nodes, result.seconds)})"),
        ("seconds", "" if is_book else f"{result.seconds:.3f}"),
        ("source", f"{result.source} ({result.method})"),
    ):
        if text:
            table.add_row(name, text, style="bold" if name == "move" else None)
    console.print(table)
    if is_ranked(game.facts) and result.alternatives:
        print_ranked(console, result)
    else:
        for place, other in enumerate(result.alternatives, 2):
            console.print(f"{place:>4}. {other}")
    if result.answers:
        console.print(answers_table(result))


def answers_table(result: Result) -> Table:
    """The best reply to each outcome of the roll that follows the line, with its value."""
    game, after = result.position.game, result.position
    for move in result.line:
        after = after.play(move)
    table = Table(title="expected answers", title_style="dim", title_justify="left", box=None)
    table.add_column("roll")
    table.add_column("chance", justify="right")
    table.add_column("answer")
    table.add_column("value", justify="right")
    for answer in result.answers:
        rolled = after.play(answer.outcome)
        sign = 1 if rolled.turn == result.position.turn else -1
        mine = sign * (answer.value - game.facts.even_share) + game.facts.even_share
        table.add_row(
            after.show_move(answer.outcome),
            f"{answer.probability:.1%}",
            rolled.show_move(answer.move),
            f"{mine:+.3f}",
        )
    return table
