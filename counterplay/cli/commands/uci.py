"""`counterplay uci`: the engine as a UCI program."""

from __future__ import annotations

from typing import Annotated

import typer

from counterplay import __version__
from counterplay.core.game.errors import InputError
from counterplay.protocols.uci.server import GAMES, main


def uci(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game: only chess has UCI moves.")
    ] = GAMES[0],
) -> None:
    """Run as a UCI engine on the standard streams, for chess programs.

    Add this command as an engine in your chess program. `quit` ends it.
    """
    if game not in GAMES:
        raise InputError(
            f"{game!r} has no UCI moves (only {' and '.join(GAMES)} has): use ugi or gtp"
        )
    main(__version__)
