"""Games of Othello in GGF, the Generic Game Format, as NBoard sends them to programs.

    (;GM[Othello]…TY[8]BO[8 ---…---O*------*O---…--- *]B[F5]W[F6]B[D3];)

BO has the squares of the first position row by row from a1, and the side to move: black is `*`,
white is `O`. A property for each move follows; a pass is `PA`.
"""

from __future__ import annotations

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.protocols.gtp.board import sides_of
from counterplay.protocols.passes import is_pass

NAME, SIZE = "othello", 8
COLOURS = ("B", "W")
PASS = "PA"
CLOCK = "60:00"
"""NBoard sends a clock with each game. This one hurries no program: the depth is the limit."""


def refuse_unfit(game: Game) -> None:
    """Refuse other games than Othello on the usual board."""
    if game.name != NAME:
        raise UnfitError(f"NBoard programs play {NAME}, and not {game.name}")
    if sides_of(game) != (SIZE, SIZE):
        raise UnfitError(f"NBoard programs play {NAME} on {SIZE}x{SIZE} squares only")


def show_ggf(position: Position) -> str:
    """The game that led to a position, on one line."""
    game = position.game
    start = position.past[0] if position.past else position.state
    board = game.show_position(start).replace("X", "*")
    moves = "".join(
        f"{COLOURS[game.player(state)]}[{_show_move(game.show_move(state, move))}]"
        for state, move in zip(position.past, position.moves, strict=True)
    )
    return (
        f"(;GM[Othello]PC[Counterplay]PB[black]PW[white]RE[?]TI[{CLOCK}]TY[{SIZE}]"
        f"BO[{SIZE} {board}]{moves};)"
    )


def _show_move(word: str) -> str:
    return PASS if is_pass(word) else word.upper()
