"""`counterplay gtp`: the engine as a GTP program, for any two-player board game."""

from __future__ import annotations

from typing import Annotated

import typer

from counterplay import __version__
from counterplay.cli.support.common import (
    DepthOption,
    GameArgument,
    NodesOption,
    SetOption,
    TableOption,
    TimeOption,
    load_game,
)
from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.protocols.engine_options import AUTO, EngineOptions, playable_methods
from counterplay.protocols.gtp.server import main


def gtp(
    game: GameArgument,
    time: TimeOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="NAME",
            help="Search method; auto chooses the one that fits the game.",
        ),
    ] = AUTO,
    memory: Annotated[
        int,
        typer.Option(
            "--memory", metavar="MB", help="Megabytes for the transposition table.", min=1
        ),
    ] = 64,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", help="Threads of the search.", min=1)
    ] = 1,
    table: TableOption = None,
    set_: SetOption = None,
) -> None:
    """Run as a GTP engine (Go Text Protocol) on the standard streams, for two-player board games.

    Moves are in the game's own notation. The first player is black and the second white, unless
    the game itself names its players black and white. The limits apply if the controller sets no
    clock.
    """
    loaded = load_game(game, set_)
    methods = (AUTO, *playable_methods(loaded))
    if method not in methods:
        raise InputError(
            f"--method {method} does not fit {loaded.name}: choose one of {', '.join(methods)}"
        )
    settings = {"memory": str(memory), "threads": str(threads)}
    options = EngineOptions.of(method, settings, "" if table is None else str(table))
    main(__version__, loaded, options, Limit(time, depth, nodes))
