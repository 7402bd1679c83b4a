"""`counterplay rate`: how strong the levels of a game are, measured by a ladder of matches."""

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
    say,
)
from counterplay.cli.support.match.crosstable import live_line, live_table
from counterplay.cli.support.match.live import Live
from counterplay.cli.support.match.options import (
    BalancedOption,
    ClusterOption,
    JobsOption,
    OpeningPliesOption,
    OpeningsOption,
    SeedOption,
    play_by,
    tell_of_file,
)
from counterplay.core.game.errors import InputError
from counterplay.presentation.words import count


def rate(
    game: GameArgument,
    levels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER…",
            help="Levels in place of the usual ones, weakest first, as match names players.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games of each pair.")] = GAMES,
    opening_plies: OpeningPliesOption = None,
    openings: OpeningsOption = None,
    balanced: BalancedOption = None,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    kept: Annotated[
        Path | None,
        typer.Option("--games-file", metavar="FILE", help="Where games are kept meanwhile."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write it; the user's data folder if left out."),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Measure how strong the levels of a game are, from a beginner's to full strength.

    Neighbours, and levels with one between them, play one another; Elo is counted from the weakest.
    Levels that are hardly stronger than the one below are left out. After Ctrl-C, or worse, the
    same command goes on from there.
    """
    rules = load_game(game, set_)
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        raise InputError(f"--out {out} is not a file in a folder that there is")
    words = [game, *(levels or ()), "--games", str(games), "--seed", str(seed)]
    words += [] if opening_plies is None else ["--opening-plies", str(opening_plies)]
    words += [] if balanced is None else ["--balanced", f"{balanced:g}"]
    words += [] if openings is None else ["--openings", openings.name]
    words += [word for text in set_ or () for word in ("--set", text)]
    last: list[Standings] = []

    def report(standings: Standings) -> None:
        last[:] = [standings]
        live.show(standings)

    with Live(progress(), json, live_table, live_line) as live:
        ladder = rate_levels(
            rules,
            specs=levels or (),
            command=f"counterplay rate {shlex.join(words)}",
            report=report,
            games=games,
            opening_plies=opening_plies,
            openings=openings,
            balanced=balanced,
            seed=seed,
            jobs=jobs,
            play=play_by(cluster),
            out=kept or HERE,
        )
    event = last[0].event
    tell_of_file(live.found or 0, event.out, event.planned - len(last[0].records))
    if ladder is None:
        raise typer.Exit(STOPPED)
    path = out or own_file(rules)
    ladder.write(path)
    if json:
        print_json({**ladder.as_json(), "path": str(path)})
        return
    title = f"{ladder.game}: {count(len(ladder.levels), 'levels')}"
    say(output(), f"{title} from {count(ladder.games, 'games')}, Elo above the weakest", "bold")
    output().print(_table(ladder))
    say(output(), f"written to {path}")


def _table(ladder: Ladder) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("level", "Elo", "±", "player"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for level in ladder.levels:
        table.add_row(level.name, f"{level.elo:.0f}", f"{level.error:.0f}", level.spec)
    return table
