"""`counterplay ugi`: the engine as a UGI program, for any game."""

from __future__ import annotations

from counterplay import __version__
from counterplay.cli.support.common import GameArgument, SetOption, load_game
from counterplay.protocols.ugi.server import main


def ugi(game: GameArgument, set_: SetOption = None) -> None:
    """Run as a UGI engine (Universal Game Interface) on the standard streams, for any game.

    UGI is UCI with moves and positions in the game's own notation, and with queries about the
    game: who is to move, is it over, who has won. `quit` ends it.
    """
    main(__version__, load_game(game, set_))
