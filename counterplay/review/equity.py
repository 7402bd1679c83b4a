"""Equities: values in the unit of the game at hand, +1 for a win and -1 for a loss.

In backgammon this divides by the cube, as GNU Backgammon does; in a match it compares the chance to
win the match with the chances after a win and after a loss of this game. In other games the equity
is the payoff.
"""

from __future__ import annotations

from typing import NamedTuple

from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.core.game.values import is_unknown
from counterplay.games.backgammon.stakes import stakes as backgammon_stakes
from counterplay.presentation import ranking, words

STAKES = {"backgammon": backgammon_stakes}
"""The games in which the stakes change, and their stakes."""


class Scale(NamedTuple):
    """Payoffs of a player that are an equity of -1 and of +1."""

    lost: float
    won: float

    def equity(self, payoff: float) -> float:
        """A payoff as an equity."""
        return (2.0 * payoff - self.won - self.lost) / (self.won - self.lost)

    def loss(self, payoff: float) -> float:
        """A difference of payoffs as one of equities."""
        return 2.0 * payoff / (self.won - self.lost)


def scale_of(position: Position, player: int) -> Scale:
    """The scale of a player's equities in a position."""
    stakes = STAKES.get(position.game.name)
    if stakes is None:
        return Scale(-1.0, 1.0)
    return Scale(*stakes(position.game, position.state, player))


def equity_text(result: Result) -> str:
    """The equity of the best move for the side to move: `+0.123`.

    If only the winner matters and the stakes never change, it is told as a winning chance.
    """
    position = result.position
    if position.game.name not in STAKES:
        return ranking.equity_text(result)
    return signed(scale_of(position, position.turn).equity(result.value))


def verdict(result: Result) -> str:
    """The result for the side to move in a few words; an equity where the stakes change."""
    if result.position.game.name not in STAKES or is_unknown(result):
        return words.verdict(result)
    return equity_text(result)


def loss_text(position: Position, loss: float) -> str:
    """A loss of payoff of the side to move, in the unit of `equity_text`: `-0.045`, `-2.3 %`."""
    if position.game.name not in STAKES:
        return ranking.loss_text(position.game.facts, loss)
    return f"-{scale_of(position, position.turn).loss(loss):.3f}"


def signed(equity: float) -> str:
    """An equity with its sign: `+0.123`."""
    return f"{equity + 0.0:+.3f}"
