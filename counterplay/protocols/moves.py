"""Moves as one word each, in a game's own notation: what UGI and GTP speak in.

Where a notation has spaces, an underscore stands for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position

START = "startpos"


def show_move(position: Position, move: int) -> str:
    return one_word(position.show_move(move))


def one_word(text: str) -> str:
    return "_".join(text.split())


def show_line(position: Position, moves: Sequence[int]) -> list[str]:
    """Moves that follow one another from a position on."""
    shown = []
    for move in moves:
        shown.append(show_move(position, move))
        position = position.play(move)
    return shown


def legal_moves(position: Position) -> dict[str, int]:
    """The legal moves by their words; where chance decides, what it can give."""
    game, moves = position.game, position.legal_moves
    if not position.is_over and position.turn == CHANCE and "chance" in game.functions:
        moves = [outcome for outcome, _ in game.chance(position.state)]
    return {show_move(position, move): move for move in moves}


def play_move(position: Position, word: str) -> Position | None:
    """The position after a move, in any form that the game reads; None where it is not legal."""
    if "parse_move" in position.game.functions:  # it knows more forms, and takes less time
        try:
            return position.play(word)
        except InputError:
            pass
    named = legal_moves(position)
    if word not in named:  # two moves may differ by their case alone
        named = {name.lower(): move for name, move in named.items()}
        word = word.lower()
    if word in named:
        return position.play(named[word])
    is_drawn = not position.is_over and position.turn == CHANCE and not named
    return position.play(word) if is_drawn else None


def show_start(position: Position) -> str:
    """The state that a position's path began at: `startpos` or `fen …`."""
    game = position.game
    start = position.past[0] if position.past else position.state
    encode = game.shape.encode
    at_start = encode(start) == encode(game.initial())
    return START if at_start else f"fen {game.show_position(start)}"
