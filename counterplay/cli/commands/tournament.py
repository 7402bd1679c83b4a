"""`counterplay tournament`: several players against one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from counterplay.arena import tournaments
from counterplay.cli.support.common import GameArgument, JsonOption, SetOption, load_game, progress
from counterplay.cli.support.match.crosstable import live_line, live_table, print_tournament
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
from counterplay.cli.support.option_groups import with_option_groups
from counterplay.core.game.errors import InputError


@with_option_groups
def tournament(
    game: GameArgument,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER…", help=f"Two or more: {PLAYER}", show_default=False),
    ],
    *,
    games: Annotated[int, typer.Option(metavar="N", help="Games of each pair.")] = 20,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first player meets the others.")
    ] = False,
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[=ELO]",
            help="Rate this player ELO (0 if omitted), and all others relative to it. "
            "Default: the mean of all players is 0.",
        ),
    ] = None,
    limits: LimitOptions,
    openings: OpeningOptions,
    workers: WorkerOptions,
    options: GameOptions,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Play several players against one another and rate them.

    Each pair plays the same openings, each from both sides. The ratings are computed from all
    games together. Finished games are saved at once. After Ctrl-C or a crash, the same command
    resumes the tournament. The exit code is 1 if a player made an illegal move or raised an error.
    """
    rules = load_game(game, set_)
    require_notation(rules, options)
    workers.warn_of_overload(limits, players)
    name, elo = _anchor(anchor, players)
    with Live(progress(), json, live_table, live_line) as live:
        result = tournaments.tournament(
            rules,
            players,
            meetings="gauntlet" if gauntlet else "all",
            anchor=name,
            at=elo,
            report=live.show,
            **event_options(games, limits, openings, workers, options),
        )
    finish(rules, result, print_tournament, live.resumed, options, json)


def _anchor(text: str | None, players: Sequence[str]) -> tuple[str | None, float]:
    """The name and the Elo in `NAME` or `NAME=ELO`. A name may contain = itself."""
    names = [spec.name for spec in tournaments.with_distinct_names(players)]
    if text is None or text in names:
        return text, 0.0
    name, _, elo = text.rpartition("=")
    try:
        return (name or text), float(elo) if name else 0.0
    except ValueError:
        raise InputError(
            f"--anchor {text}: {elo!r} is not a number of Elo points, and there is no player "
            f"{text!r}"
        ) from None
