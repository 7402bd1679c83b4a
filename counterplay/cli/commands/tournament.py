"""The options of `counterplay tournament`, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from counterplay.arena.event import HERE
from counterplay.arena.tournaments import tournament as hold_tournament
from counterplay.arena.tournaments import with_distinct_names
from counterplay.cli.support.common import (
    DepthOption,
    GameArgument,
    JsonOption,
    NodesOption,
    SetOption,
    load_game,
    output,
    print_json,
    progress,
    say,
)
from counterplay.cli.support.match.crosstable import (
    heading,
    live_line,
    live_table,
    print_tournament,
)
from counterplay.cli.support.match.live import Live
from counterplay.cli.support.match.notation import require_notation, write_notation
from counterplay.cli.support.match.options import (
    FAULTY,
    PLAYER,
    BalancedOption,
    ClockOption,
    ClusterOption,
    EndByTableOption,
    JobsOption,
    OpeningPliesOption,
    OpeningsOption,
    OutOption,
    PdnOption,
    PgnOption,
    SeedOption,
    TimeOption,
    play_by,
    tell_of_file,
    warn_of_load,
)
from counterplay.core.game.errors import InputError


def tournament(
    game: GameArgument,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER…", help=f"Two or more: {PLAYER}", show_default=False),
    ],
    games: Annotated[int, typer.Option(metavar="N", help="Games of each pair.")] = 20,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first player meets the others.")
    ] = False,
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[=ELO]",
            help="Count Elo from this player, who has 0 or so many points; from the mean of all "
            "if left out.",
        ),
    ] = None,
    time: TimeOption = None,
    clock: ClockOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    opening_plies: OpeningPliesOption = None,
    openings: OpeningsOption = None,
    balanced: BalancedOption = None,
    seed: SeedOption = 0,
    table: EndByTableOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
    pgn: PgnOption = None,
    pdn: PdnOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Let several players meet, every pair from the same openings and from both sides.

    Ratings of all are made from the games of all. Every finished game is kept at once: after
    Ctrl-C, or worse, the same command goes on from there. The exit code is 1 if a player made an
    illegal move or broke down.
    """
    rules = load_game(game, set_)
    require_notation(rules, pgn, pdn)
    warn_of_load(jobs, bool(time or clock))
    name, at = _anchor(anchor, players)
    with Live(progress(), json, live_table, live_line) as live:
        result = hold_tournament(
            rules,
            players,
            meetings="gauntlet" if gauntlet else "all",
            anchor=name,
            at=at,
            games=games,
            time=time,
            depth=depth,
            nodes=nodes,
            clock=clock,
            opening_plies=opening_plies,
            openings=openings,
            balanced=balanced,
            seed=seed,
            table=table,
            jobs=jobs,
            play=play_by(cluster),
            out=out or HERE,
            report=live.show,
        )
    if json:
        print_json(result.as_json())
    else:
        say(output(), heading(result), "bold")
        print_tournament(output(), result)
    tell_of_file(live.found or 0, result.out, result.planned - result.played)
    write_notation(rules, [player.side.name for player in result.players], result, pgn, pdn)
    if result.faults:
        raise typer.Exit(FAULTY)


def _anchor(said: str | None, players: Sequence[str]) -> tuple[str | None, float]:
    """The player that `NAME` or `NAME=ELO` names, and its points; names may have = themselves."""
    named = [spec.name for spec in with_distinct_names(players)]
    if said is None or said in named:
        return said, 0.0
    name, _, points = said.rpartition("=")
    try:
        return (name or said), float(points) if name else 0.0
    except ValueError:
        raise InputError(
            f"--anchor {said}: {points!r} is not a number of Elo points, and there is no player "
            f"{said!r}"
        ) from None
