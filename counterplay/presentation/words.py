"""Results, numbers and endings in words."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result

KINDS = {"exact": "", "lower": "at least ", "upper": "at most ", "estimate": "about "}


def count(number: int, noun: str) -> str:
    """A number with its noun, which is given in the plural: `3 plies`, `1 ply`."""
    if number == 1:
        noun = "ply" if noun == "plies" else noun.removesuffix("s")
    return f"{number:,} {noun}"


def rate(nodes: int, seconds: float) -> str:
    """Nodes per second with three digits: `1.23 Mnodes/s`."""
    speed = nodes / seconds if seconds > 0 else 0.0
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if speed >= size:
            return f"{speed / size:.3g} {letter}nodes/s"
    return f"{speed:.0f} nodes/s"


def player_name(game: Game, player: int) -> str:
    """The name of a player, or `chance`."""
    return "chance" if player == CHANCE else game.facts.names[player]


def shares(game: Game, values: Sequence[float]) -> str:
    """The payoff of each player: `A 3, B 2, C 4`."""
    named = zip(game.facts.names, values, strict=True)
    return ", ".join(f"{name} {value:.4g}" for name, value in named)


def verdict(result: Result) -> str:
    """The result for the side to move in a few words: `a win in 5 plies`."""
    game = result.position.game
    facts = game.facts
    if result.kind == "estimate" and game.evaluator is None:
        return "nothing decided"
    if facts.scored or facts.players != 2:
        sort = f"{_article(result.outcome)}: " if result.outcome else ""
        return f"{sort}{KINDS[result.kind]}{shares(game, result.values)}"
    if result.outcome is None:
        return f"{KINDS[result.kind]}{result.advantage}"
    if result.outcome == "draw" or result.distance is None:
        return _article(result.outcome)
    return f"{_article(result.outcome)} in {count(result.distance, 'plies')}"


def _article(outcome: str) -> str:
    return f"a {outcome}"


def ending(position: Position, labels: Sequence[str]) -> str:
    """Who has won an ended game. `labels` are the names of the players."""
    game, payoffs = position.game, position.payoffs
    facts = game.facts
    if not game.terminal(position.state):
        return "A draw, by repetition"
    best = max(payoffs)
    winners = [label for label, payoff in zip(labels, payoffs, strict=True) if payoff == best]
    if facts.players == 1:
        return f"{labels[0]} gets {best:g}"
    if len(winners) == facts.players:
        text = "A draw"
    elif len(winners) == 1:
        text = f"{winners[0]} wins"
    else:
        text = f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
    return f"{text}: {shares(game, payoffs)}" if facts.scored or facts.players > 2 else text
