"""What is sent to programs that speak NBoard: games of Othello in GGF (`formats/ggf.py`)."""

from __future__ import annotations

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.ggf import show_ggf
from counterplay.protocols.gtp.board import sides_of

NAME, SIZE = "othello", 8
CLOCK = "60:00"
"""NBoard sends a clock with each game. This one hurries no program: the depth is the limit."""


def refuse_unfit(game: Game) -> None:
    """Refuse other games than Othello on the usual board."""
    if game.name != NAME:
        raise UnfitError(f"NBoard programs play {NAME}, and not {game.name}")
    if sides_of(game) != (SIZE, SIZE):
        raise UnfitError(f"NBoard programs play {NAME} on {SIZE}x{SIZE} squares only")


def show_game(position: Position) -> str:
    """The game that led to a position, on one line of GGF."""
    about = {"PC": "Counterplay", "PB": "black", "PW": "white", "RE": "?", "TI": CLOCK}
    return show_ggf(position, about)
