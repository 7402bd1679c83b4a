"""Queries about a position: the three of UGI, and some of our own."""

from __future__ import annotations

from collections.abc import Callable

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.protocols.moves import legal_moves


def gameover(position: Position) -> str:
    return _truth(position.is_over)


def p1turn(position: Position) -> str:
    return _truth(position.turn == 0)


def result(position: Position) -> str:
    """The winner: p1win, p2win, …; draw; or none before the end."""
    if not position.is_over:
        return "none"
    payoffs = position.payoffs
    winners = [p for p, payoff in enumerate(payoffs, 1) if payoff == max(payoffs)]
    return f"p{winners[0]}win" if len(winners) == 1 else "draw"


def turn(position: Position) -> str:
    """The player to move, counted from 1; chance; or none after the end."""
    if position.is_over:
        return "none"
    return "chance" if position.turn == CHANCE else str(position.turn + 1)


def players(position: Position) -> str:
    return str(position.game.facts.players)


def fen(position: Position) -> str:
    """The position in the game's notation, for `position fen`."""
    return position.game.show_position(position.state)


def moves(position: Position) -> str:
    """The legal moves, or the outcomes of chance."""
    return " ".join(legal_moves(position)) or "none"


def payoffs(position: Position) -> str:
    return " ".join(f"{payoff:.12g}" for payoff in position.payoffs) if position.is_over else "none"


def _truth(is_so: bool) -> str:
    return "true" if is_so else "false"


QUERIES: dict[str, Callable[[Position], str]] = {
    "gameover": gameover,
    "p1turn": p1turn,
    "result": result,
    "turn": turn,
    "players": players,
    "fen": fen,
    "legalmoves": moves,
    "payoffs": payoffs,
}
