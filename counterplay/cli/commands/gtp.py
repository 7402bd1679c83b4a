"""`counterplay gtp`: the engine as a program for controllers that speak the Go Text Protocol."""

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
        str, typer.Option("--method", metavar="NAME", help="A method of search; auto: what fits.")
    ] = AUTO,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", help="Megabytes for what it learns.", min=1)
    ] = 64,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", help="Threads that share the work.", min=1)
    ] = 1,
    table: TableOption = None,
    set_: SetOption = None,
) -> None:
    """Speak GTP, the Go Text Protocol, on the standard streams, for any board game of two players.

    Moves are in the game's own notation. The first player is black and the second white, unless
    the game itself calls its players so. The limits hold where the controller sets no clock.
    """
    loaded = load_game(game, set_)
    methods = (AUTO, *playable_methods(loaded))
    if method not in methods:
        raise InputError(f"--method {method}: for {loaded.name} it is one of {', '.join(methods)}")
    settings = {"memory": str(memory), "threads": str(threads)}
    options = EngineOptions.of(method, settings, "" if table is None else str(table))
    main(__version__, loaded, options, Limit(time, depth, nodes))
