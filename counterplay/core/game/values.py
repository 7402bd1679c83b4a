"""Values for people: every text with the value of a result is made here.

An estimate is told in the unit of its evaluator, or as a winning chance:

    +0.35 pawns           the evaluator's points in the unit of `counted_in`
    +12 points            the evaluator's own points, without such a unit
    winning chance 62 %   a mean over random games or chance; a draw counts as half a win
    +3.2                  a payoff, in games in which the size of the payoff counts
    A 3, B 2.5, C 4       the payoff of each player, if there are not two with a constant sum
    undecided             nothing is known, and there is no evaluator
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from counterplay.core.game.facts import Facts
    from counterplay.core.game.results import Result

RANDOM_GAMES = ("uct", "flat")
"""Methods whose estimates are means of random games."""

UNDECIDED = "undecided"
BOUNDS = {"lower": "at least", "upper": "at most"}
DECIMALS = 6


def number_text(value: float, decimals: int = DECIMALS) -> str:
    """A number without an exponent and without zeros at its end: `0.35`, `-2`, `1,000`."""
    shown = f"{round(float(value), decimals) + 0.0:,.{decimals}f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def signed(value: float, decimals: int = DECIMALS) -> str:
    """A number with its sign: `+0.35`, `-2`; zero has none."""
    shown = number_text(value, decimals)
    return shown if shown in ("0", "-0") or shown.startswith("-") else f"+{shown}"


def shares(facts: Facts, values: Sequence[float], decimals: int = 4) -> str:
    """The payoff of each player: `A 3, B 2, C 4`."""
    named = zip(facts.names, values, strict=True)
    return ", ".join(f"{name} {number_text(value, decimals)}" for name, value in named)


def is_duel(facts: Facts) -> bool:
    """Whether one number tells the value for both players, and it only matters who wins."""
    return facts.players == 2 and facts.total is not None and not facts.scored


def is_mean(result: Result) -> bool:
    """Whether a value is a mean over random games or chance."""
    return result.method in RANDOM_GAMES or result.position.game.facts.chance


def is_unknown(result: Result) -> bool:
    """Whether nothing is known about the value: no end of the game, and no evaluation."""
    if result.source == "book":
        return True
    has_evaluator = result.position.game.evaluator is not None
    return result.kind == "estimate" and not has_evaluator and not is_mean(result)


def points(facts: Facts, value: float) -> float:
    """A value in score points above an even share: the scale of the evaluator."""
    return (value - facts.even_share) * facts.unit


def winning_chance(facts: Facts, value: float) -> float:
    """A payoff from 0, the worst for the player, to 1, the best. A draw is 0.5."""
    best = facts.best - facts.even_share
    chance = 0.5 + (value - facts.even_share) / (2 * best) if best > 0 else 0.5
    return min(max(chance, 0.0), 1.0)


def value_text(result: Result, player: int | None = None, short: bool = False) -> str:
    """The value of a result for a player, by default the side to move, without its kind.

    `short` is for tables: one decimal, and no nouns.
    """
    facts = result.position.game.facts
    value = result.value if player is None else result.values[player]
    if is_unknown(result):
        return UNDECIDED
    if not is_duel(facts):
        return _payoffs(result, value, short)
    if result.kind == "exact" and not is_mean(result):
        return signed(value)
    if is_mean(result):
        chance = _per_cent(winning_chance(facts, value), result.kind == "exact")
        return chance if short else f"winning chance {chance}"
    if result.kind in ("lower", "upper") and value == facts.even_share:
        return "draw" if short else "a draw"
    if result.position.game.evaluator is None:  # a bound that was proven
        return signed(value)
    return _evaluation(facts, value, short)


def value_and_kind(result: Result, form: str = "{} ({})") -> str:
    """The value with what is known about it: `+0.35 pawns (estimate)`, `at least a draw`."""
    if is_unknown(result):
        return UNDECIDED
    if result.kind in BOUNDS:
        return f"{BOUNDS[result.kind]} {value_text(result)}"
    return form.format(value_text(result), result.kind)


def _evaluation(facts: Facts, value: float, short: bool) -> str:
    """An evaluation in its own unit."""
    if facts.counted_in is None:
        shown = signed(round(points(facts, value)))
        return shown if short else f"{shown} {'point' if shown in ('+1', '-1') else 'points'}"
    noun, one = facts.counted_in
    decimals = 1 if short else 2
    above = round(points(facts, value) / one, decimals) + 0.0
    return f"{above:+.{decimals}f}" if short else f"{above:+.{decimals}f} {noun}"


def _payoffs(result: Result, value: float, short: bool) -> str:
    """The payoff of the side to move, or of every player.

    If only the winner matters, the evaluator's scale is its own, and payoffs would be tiny.
    """
    facts = result.position.game.facts
    above = [points(facts, value) for value in result.values]
    is_evaluated = result.kind != "exact" and not facts.scored and not is_mean(result)
    if is_evaluated and max(map(abs, above)) < facts.win_score / 2:
        named = zip(facts.names, above, strict=True)
        shown = ", ".join(f"{name} {signed(round(value))}" for name, value in named)
        return shown if short else f"{shown} points"
    decimals = DECIMALS if result.kind == "exact" else _decimals(facts)
    if facts.players == 2 and facts.total is not None and not short:
        return signed(value, decimals)
    if result.kind == "exact":
        return shares(facts, result.values)
    named = zip(facts.names, result.values, strict=True)
    return ", ".join(f"{name} {value + 0.0:.{decimals}f}" for name, value in named)


def _decimals(facts: Facts) -> int:
    """The decimals of an estimated payoff. With dice, moves differ by thousandths."""
    if not facts.scored:
        return 2
    return 3 if facts.chance else 1


def _per_cent(chance: float, is_exact: bool) -> str:
    """A chance in per cent. An estimate is never certain."""
    if is_exact:
        return f"{number_text(100 * chance, 2)} %"
    rounded = round(100 * chance)
    return "over 99 %" if rounded == 100 else "under 1 %" if rounded == 0 else f"{rounded} %"
