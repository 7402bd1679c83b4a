"""`counterplay match`: two players against each other."""

from __future__ import annotations

from typing import Annotated

import typer

from counterplay.arena import matches
from counterplay.arena.sprt import Sprt
from counterplay.cli.support.common import GameArgument, JsonOption, SetOption, load_game, progress
from counterplay.cli.support.match.ending import finish
from counterplay.cli.support.match.live import Live
from counterplay.cli.support.match.notation import require_notation
from counterplay.cli.support.match.options import (
    PLAYER,
    GameOptions,
    LimitOptions,
    OpeningOptions,
    WorkerOptions,
    event_options,
)
from counterplay.cli.support.match.table import live_line, live_table, print_result
from counterplay.cli.support.option_groups import with_option_groups
from counterplay.core.game.errors import InputError


@with_option_groups
def match(
    game: GameArgument,
    a: Annotated[str, typer.Argument(metavar="A", help=f"A player: {PLAYER}", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The opponent of A.", show_default=False)],
    *,
    games: Annotated[int, typer.Option(metavar="N", help="Games to play, at most.")] = 100,
    limits: LimitOptions,
    openings: OpeningOptions,
    workers: WorkerOptions,
    options: GameOptions,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1",
            help="Stop when a sequential test accepts H0 (A is ELO0 stronger) or H1 (ELO1).",
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option(metavar="P", help="Probability of accepting H1 if H0 is true.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(metavar="P", help="Probability of accepting H0 if H1 is true.")
    ] = 0.05,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Play two players against each other. Each opening is played from both sides.

    Finished games are saved at once. After Ctrl-C or a crash, the same command resumes the match.
    The exit code is 1 if a player made an illegal move or raised an error.
    """
    if not sprt and (alpha, beta) != (0.05, 0.05):
        raise InputError("--alpha and --beta need --sprt ELO0 ELO1")
    rules = load_game(game, set_)
    require_notation(rules, options)
    workers.warn_of_overload(limits, (a, b))
    with Live(progress(), json, live_table, live_line) as live:
        result = matches.match(
            rules,
            a,
            b,
            sprt=Sprt(*sprt, alpha, beta) if sprt else None,
            report=live.show,
            **event_options(games, limits, openings, workers, options),
        )
    finish(rules, result, print_result, live.resumed, options, json)
