"""The options of `counterplay match`, and how it ends."""

from __future__ import annotations

from typing import Annotated

import typer

from counterplay.arena import matches
from counterplay.arena.event import HERE
from counterplay.arena.sprt import Sprt
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
from counterplay.cli.support.match.table import heading, live_line, live_table, print_result
from counterplay.core.game.errors import InputError


def match(
    game: GameArgument,
    a: Annotated[str, typer.Argument(metavar="A", help=f"A player: {PLAYER}", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.", show_default=False)],
    games: Annotated[int, typer.Option(metavar="N", help="Games to play, at most.")] = 100,
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
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="Stop once one of the two claims is proven."),
    ] = None,
    alpha: Annotated[
        float, typer.Option(metavar="P", help="How often ELO1 may be taken wrongly.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(metavar="P", help="How often ELO0 may be taken wrongly.")
    ] = 0.05,
    out: OutOption = None,
    pgn: PgnOption = None,
    pdn: PdnOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Play two players against each other from varied openings, each from both sides.

    Every finished game is kept at once: after Ctrl-C, or worse, the same command goes on from
    there. The exit code is 1 if a player made an illegal move or broke down.
    """
    if not sprt and (alpha, beta) != (0.05, 0.05):
        raise InputError("--alpha and --beta are for a test: give --sprt ELO0 ELO1 too")
    rules = load_game(game, set_)
    require_notation(rules, pgn, pdn)
    warn_of_load(jobs, bool(time or clock))
    with Live(progress(), json, live_table, live_line) as live:
        result = matches.match(
            rules,
            a,
            b,
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
            sprt=Sprt(*sprt, alpha, beta) if sprt else None,
            out=out or HERE,
            report=live.show,
        )
    if json:
        print_json(result.as_json())
    else:
        say(output(), heading(result), "bold")
        print_result(output(), result)
    left = 0 if result.finished else result.planned - result.played
    tell_of_file(live.found or 0, result.out, left)
    write_notation(rules, [side.name for side in result.sides], result, pgn, pdn)
    if result.faults:
        raise typer.Exit(FAULTY)
