"""`counterplay uci`: the engine as a program for chess interfaces."""

from __future__ import annotations

from typing import Annotated

import typer

from counterplay import __version__
from counterplay.core.game.errors import InputError
from counterplay.protocols.uci.server import GAMES, main


def uci(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game that UCI is spoken in: chess.")
    ] = GAMES[0],
) -> None:
    """Speak UCI, the protocol of chess interfaces, on the standard streams.

    Name this command in the settings of your interface. `quit` ends it.
    """
    if game not in GAMES:
        raise InputError(f"UCI is spoken in {' and '.join(GAMES)}, not in {game!r}: use ugi or gtp")
    main(__version__)
