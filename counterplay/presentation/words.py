"""Results, numbers and endings in words."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.core.game.values import is_duel, is_unknown, number_text, value_text
from counterplay.presentation.ranking import equity_text, is_ranked

KINDS = {"exact": "", "lower": "at least ", "upper": "at most ", "estimate": ""}


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


def verdict(result: Result) -> str:
    """The result for the side to move in a few words: `a win in 5 plies`."""
    facts = result.position.game.facts
    if is_unknown(result):
        return "nothing decided"
    if not is_duel(facts):
        if facts.scored and is_ranked(facts):
            return f"{KINDS[result.kind]}{equity_text(result)}"
        sort = f"{_article(result.outcome)}: " if result.outcome else ""
        return f"{sort}{KINDS[result.kind]}{value_text(result, short=True)}"
    if result.outcome is None:
        return f"{KINDS[result.kind]}{value_text(result)}"
    if result.outcome == "draw" or result.distance is None:
        return _article(result.outcome)
    return f"{_article(result.outcome)} in {count(result.distance, 'plies')}"


def depth(result: Result) -> str:
    """How deep a search went, in two words."""
    return f"depth {result.depth}" if result.is_finished else "not finished"


def searched(result: Result) -> str:
    """How far a search came: `12 plies`, or what is known if it did not finish."""
    if result.is_finished:
        return count(result.depth, "plies")
    known = "nothing is proven yet" if result.kind == "estimate" else f"proven: {verdict(result)}"
    return f"not finished; {known}"


def _article(outcome: str) -> str:
    return f"a {outcome}"


def ending(position: Position, labels: Sequence[str]) -> str:
    """Who has won an ended game, and by what. `labels` are the names of the players."""
    game, payoffs = position.game, position.payoffs
    facts, best = game.facts, max(payoffs)
    winners = [label for label, payoff in zip(labels, payoffs, strict=True) if payoff == best]
    if facts.players == 1:
        return f"{labels[0]} gets {number_text(best)}"
    if len(winners) == facts.players:
        text = "A draw"
    elif len(winners) == 1:
        text = f"{winners[0]} wins"
    else:
        text = f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
    if cause := cause_of_end(position):
        text += f" by {cause}"
    if facts.players == 2 and best == -min(payoffs):
        return f"{text}: +{number_text(best)}" if facts.scored and best else text
    if not facts.scored and facts.players == 2:
        return text
    if len(winners) == 1 and facts.players == 2:
        return f"{text}, {number_text(best)} to {number_text(min(payoffs))}"
    shares = (f"{name}: {number_text(x)}" for name, x in zip(facts.names, payoffs, strict=True))
    return f"{text} ({', '.join(shares)})"


def cause_of_end(position: Position) -> str:
    """What ended a game: `repetition`, or what the game's `show_end` says; empty if it has none."""
    game, state = position.game, position.state
    if not game.terminal(state):
        return "repetition" if position.repeated else "moves without progress"
    return str(game.call("show_end", state)) if "show_end" in game.functions else ""
