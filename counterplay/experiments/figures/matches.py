"""Matches on small games: fair openings, players that search, scores with errors."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

from counterplay.experiments.figures.claim import Estimate, estimate
from counterplay.experiments.figures.small_games import Board, Row
from counterplay.experiments.figures.trees import mix
from counterplay.textbook.decision import Evaluate, TextbookGame
from counterplay.textbook.ordering import ordered

Player: TypeAlias = Callable[[Any], Any]
"""player(s): the move that a player makes in a state."""


class Shuffled(Row):
    """The same game with the moves in random order, so ties are broken at random."""

    def actions(self, s: Board) -> list[int]:
        return sorted(super().actions(s), key=lambda a: mix(mix(s[0], s[1]), a))


def openings(game: Row, count: int, plies: int) -> list[Board]:
    """Return different non-terminal positions after some random moves."""
    dice = random.Random("openings")
    positions: list[Board] = []
    while len(positions) < count:
        s = game.root
        for _ in range(plies):
            s = game.result(s, dice.choice(game.actions(s)))
        if not game.terminal(s) and s not in positions:
            positions.append(s)
    return positions


def looks_ahead(game: TextbookGame, depth: int, evaluate: Evaluate | None) -> Player:
    """Return a player that searches `depth` plies by alpha-beta with an evaluation."""
    return lambda s: ordered(game, s, depth=depth, evaluate=evaluate).move


def play(game: TextbookGame, state: Any, players: tuple[Player, Player]) -> float:
    """Play a game to its end; return the payoff of the first player."""
    while not game.terminal(state):
        state = game.result(state, players[game.player(state)](state))
    return game.utility(state, 0)


def scores(game: TextbookGame, starts: list[Any], one: Player, other: Player) -> list[float]:
    """Return the mean score of `one` from each start, in two games with sides exchanged.

    A win is 1, a draw 1/2, a loss 0.
    """
    return [(play(game, s, (one, other)) - play(game, s, (other, one)) + 2) / 4 for s in starts]


def match(game: TextbookGame, starts: list[Any], one: Player, other: Player) -> Estimate:
    """Return the score of `one` against `other`."""
    return estimate(scores(game, starts, one, other))
