"""`counterplay rate`: measure the strength levels of a game in a tournament."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from counterplay.arena.event import HERE
from counterplay.arena.ladder import Ladder, own_file
from counterplay.arena.level_ratings import GAMES, rate_levels
from counterplay.arena.standings import Standings
from counterplay.cli.support.common import (
    STOPPED,
    GameArgument,
    JsonOption,
    SetOption,
    load_game,
    output,
    print_json,
    progress,
    require_file_path,
    say,
)
from counterplay.cli.support.match.crosstable import live_line, live_table
from counterplay.cli.support.match.ending import say_where_games_are
from counterplay.cli.support.match.live import Live
from counterplay.cli.support.match.options import OpeningOptions, WorkerOptions, event_options
from counterplay.cli.support.option_groups import with_option_groups
from counterplay.core.data_files import require_writable
from counterplay.presentation.words import count


@with_option_groups
def rate(
    game: GameArgument,
    levels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER…",
            help="Players to use instead of the default levels, weakest first.",
            show_default=False,
        ),
    ] = None,
    *,
    games: Annotated[int, typer.Option(metavar="N", help="Games of each pair.")] = GAMES,
    openings: OpeningOptions,
    workers: WorkerOptions,
    games_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Save finished games in this file. Default: a name made from the options.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the levels to this file. Default: the user's data folder."
        ),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Measure the Elo of the strength levels of a game, from a beginner to full strength.

    Each level plays the levels at most two places away. Elo is relative to the weakest level. A
    level that is hardly stronger than the one below it is left out. After Ctrl-C or a crash, the
    same command resumes the measurement.
    """
    rules = load_game(game, set_)
    require_file_path(out)
    path = out or own_file(rules)
    require_writable(path)
    words = [game, *(levels or ()), "--games", str(games), *openings.words()]
    words += [word for text in set_ or () for word in ("--set", text)]
    options = event_options(games, openings, workers)
    options["out"] = games_file or HERE
    standings: list[Standings] = []

    def report(current: Standings) -> None:
        standings[:] = [current]
        live.show(current)

    with Live(progress(), json, live_table, live_line) as live:
        ladder = rate_levels(
            rules,
            specs=levels or (),
            command=f"counterplay rate {shlex.join(words)}",
            report=report,
            **options,
        )
    event = standings[0].event
    remaining = event.planned - len(standings[0].records)
    say_where_games_are(event.out, live.resumed, remaining)
    if ladder is None:
        raise typer.Exit(STOPPED)
    ladder.write(path)
    if json:
        print_json({**ladder.as_json(), "path": str(path)})
    else:
        _print(ladder, path)


def _print(ladder: Ladder, path: Path) -> None:
    title = f"{ladder.game}: {count(len(ladder.levels), 'levels')}"
    say(output(), f"{title} from {count(ladder.games, 'games')}, Elo above the weakest", "bold")
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("level", "Elo", "±", "player"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for level in ladder.levels:
        table.add_row(level.name, f"{level.elo:.0f}", f"{level.error:.0f}", level.spec)
    output().print(table)
    say(output(), f"written to {path}")
