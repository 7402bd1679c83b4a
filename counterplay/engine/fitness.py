"""Why a search method does not fit a game: one sentence for each requirement.

Each function returns None if the game meets the requirement. What to use instead depends on the
game and on who asks: `engine/base.py` adds it.
"""

from __future__ import annotations

from counterplay.core.game.game import Game


def first_reason(*reasons: str | None) -> str | None:
    """The first reason that is not None."""
    return next((reason for reason in reasons if reason is not None), None)


def needs_whole_state(game: Game, method: str) -> str | None:
    if game.facts.hidden:
        return f"{game.name} hides part of its state, but {method} must see all of it"
    return None


def needs_two_players(game: Game, method: str) -> str | None:
    if game.facts.players != 2:
        return f"{method} is for two players, but {game.name} has {game.facts.players}"
    return None


def needs_constant_total(game: Game, method: str) -> str | None:
    if game.facts.total is None:
        return f"{method} needs payoffs with a constant total, unlike {game.name}"
    return None


def needs_no_chance(game: Game, method: str) -> str | None:
    if game.facts.chance:
        return f"{game.name} has chance, but {method} cannot search it"
    return None


def needs_listed_chance(game: Game, method: str) -> str | None:
    if game.facts.chance and "chance" not in game.functions:
        return f"{method} needs `chance(s)`, but {game.name} defines only `sample`"
    return None


def needs_no_history(game: Game, method: str) -> str | None:
    facts = game.facts
    if facts.repetition or facts.superko or facts.no_progress:
        return f"{game.name} has a rule about repeated positions, which {method} does not know"
    return None


def needs_every_players_evaluation(game: Game) -> str | None:
    """An evaluator without a player argument is enough only if two players share a total."""
    facts, evaluator = game.facts, game.evaluator
    is_duel = facts.players == 2 and facts.total is not None and not facts.chance
    if evaluator is None or not evaluator.has_function or is_duel:
        return None
    if "p" not in evaluator.asks_for:
        return (
            f"the evaluator of {game.name} is for the side to move, but every player needs an "
            "evaluation: define evaluate(s, p)"
        )
    return None
