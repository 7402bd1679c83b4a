"""Matches on small games: fair openings, players that look ahead, scores with their errors."""

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
"""The move of a player in a state."""


class Shuffled(Row):
    """The same game with the moves in random order, so that a choice among equals is by lot."""

    def actions(self, s: Board) -> list[int]:
        return sorted(super().actions(s), key=lambda a: mix(mix(s[0], s[1]), a))


def openings(game: Row, count: int, plies: int) -> list[Board]:
    """Different positions after a few random moves, none of them over."""
    dice = random.Random("openings")
    found: list[Board] = []
    while len(found) < count:
        s = game.root
        for _ in range(plies):
            s = game.result(s, dice.choice(game.actions(s)))
        if not game.terminal(s) and s not in found:
            found.append(s)
    return found


def looks_ahead(game: TextbookGame, depth: int, evaluate: Evaluate | None) -> Player:
    """A player who searches so many plies by alpha-beta, and evaluates where the search stops."""
    return lambda s: ordered(game, s, depth=depth, evaluate=evaluate).move


def play(game: TextbookGame, state: Any, players: tuple[Player, Player]) -> float:
    """Play a game to its end; what the first of the players gets."""
    while not game.terminal(state):
        state = game.result(state, players[game.player(state)](state))
    return game.utility(state, 0)


def scores(game: TextbookGame, starts: list[Any], one: Player, other: Player) -> list[float]:
    """From each start the mean score of `one` in two games, with sides exchanged.

    A win is 1, a draw 1/2, a loss 0.
    """
    return [(play(game, s, (one, other)) - play(game, s, (other, one)) + 2) / 4 for s in starts]


def match(game: TextbookGame, starts: list[Any], one: Player, other: Player) -> Estimate:
    """The score of one player against another."""
    return estimate(scores(game, starts, one, other))
