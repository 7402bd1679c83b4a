"""Moves as one word each, in the game's own notation, for UGI and GTP.

Spaces of a notation are written as underscores.
"""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.protocols.passes import may_mean_pass, the_pass

START = "startpos"


def show_move(position: Position, move: int) -> str:
    return one_word(position.show_move(move))


def one_word(text: str) -> str:
    return "_".join(text.split())


def show_line(position: Position, moves: Sequence[int]) -> list[str]:
    """The words of consecutive moves from a position."""
    shown = []
    for move in moves:
        shown.append(show_move(position, move))
        position = position.play(move)
    return shown


def legal_moves(position: Position) -> dict[str, int]:
    """The legal moves by their words. Where chance moves, its outcomes."""
    game, moves = position.game, position.legal_moves
    if not position.is_over and position.turn == CHANCE and "chance" in game.functions:
        moves = [outcome for outcome, _ in game.chance(position.state)]
    return {show_move(position, move): move for move in moves}


def play_move(position: Position, word: str) -> Position | None:
    """The position after a move, written in any form the game reads; None if it is not legal."""
    if "parse_move" in position.game.functions:  # it knows more forms and is faster
        try:
            return position.play(word)
        except InputError:
            pass
    named = legal_moves(position)
    if word not in named:  # try again without case: two moves may differ by case only
        named = {name.lower(): move for name, move in named.items()}
        word = word.lower()
    if word not in named and may_mean_pass(word):  # a program's word for it is not the game's
        word = the_pass(named) or word
    if word in named:
        return position.play(named[word])
    is_drawn = not position.is_over and position.turn == CHANCE and not named
    return position.play(word) if is_drawn else None


def show_start(position: Position) -> str:
    """The first state of a position's path: `startpos` or `fen …`."""
    game = position.game
    start = position.past[0] if position.past else position.state
    encode = game.shape.encode
    at_start = encode(start) == encode(game.initial())
    return START if at_start else f"fen {game.show_position(start)}"
