"""Checks of the static evaluation, `evaluate`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

ENOUGH = 5
"""How many wrong signs are a fault, if only won or only lost positions occurred."""

ERRORS = 3
"""How many standard errors lost positions must score higher than won ones."""


class Judged(NamedTuple):
    """The evaluation of a position that is won or lost, and how much the position counts."""

    player: int
    points: int
    weight: float
    here: Position


def check_evaluator(game: Game, findings: Findings, met: list[Position]) -> None:
    """Evaluations are smaller than win scores, and lost positions score lower than won ones."""
    if game.evaluator is None:
        return
    limit = game.facts.win_score - (0 if game.facts.scored else 1000)
    won: list[Judged] = []
    lost: list[Judged] = []
    by_player: list[list[int]] = []
    for here in met:
        by_player.append([])
        with findings.watching(here):
            over = game.terminal(here.state)
            for p in _evaluated_for(game, here.state):
                try:
                    points = game.evaluate_for(here.state, p)
                except CounterplayError:
                    if over:  # no search evaluates an ended game
                        continue
                    raise
                by_player[-1].append(points)
                if abs(points) > limit:
                    text = (
                        f"evaluate() returned {points}, past the win scores: stay within ±{limit}"
                    )
                    findings.add("evaluator", text, "evaluate", here)
                advantage = _certain_advantage(game, here.state, p)
                if advantage > 0:
                    won.append(Judged(p, points, _weight(game, here), here))
                elif advantage < 0:
                    lost.append(Judged(p, points, _weight(game, here), here))
    if game.facts.total is not None and _ignores_player(by_player):
        text = "evaluate() is the same for every player p: return the score of p"
        findings.add("evaluator", text, "evaluate")
    decided = [one.points for one in won] or [-one.points for one in lost]
    below = sum(points < 0 for points in decided)
    if not (won and lost) and below >= ENOUGH and max(decided) <= 0:
        text = (
            f"evaluate() is never {'above' if won else 'below'} 0 in {len(decided)} "
            f"{'won' if won else 'lost'} positions: return the score of the side to move, or of p, "
            "or correct utility()"
        )
        findings.add("evaluator", text, "evaluate")
    for p in (None, *range(game.facts.players)):
        _compare_means(findings, _of_player(won, p), _of_player(lost, p), p)


def _of_player(judged: Sequence[Judged], p: int | None) -> list[Judged]:
    """The evaluations for player p; for None all of them."""
    return [one for one in judged if p is None or one.player == p]


def _compare_means(
    findings: Findings, won: Sequence[Judged], lost: Sequence[Judged], p: int | None
) -> None:
    """Lost positions do not score higher than won ones, by more than chance explains."""
    mean_won, error_won = _mean(won)
    mean_lost, error_lost = _mean(lost)
    if mean_lost - mean_won > ERRORS * math.hypot(error_won, error_lost):
        whose = "" if p is None else f" of player {p}"
        text = (
            f"evaluate() scores lost positions{whose} higher than won ones (mean {mean_lost:g} and "
            f"{mean_won:g}): return the score of the side to move, or of p"
        )
        findings.add("evaluator", text, "evaluate", max(lost, key=lambda one: one.points).here)


def _weight(game: Game, here: Position) -> float:
    """How much a position counts. All outcomes of chance are played equally often, so one counts
    as much as it is likely."""
    if not here.past or game.player(here.past[-1]) != CHANCE or "chance" not in game.functions:
        return 1.0
    outcomes = game.chance(here.past[-1])
    return len(outcomes) * sum(chance for a, chance in outcomes if a == here.moves[-1])


def _mean(judged: Sequence[Judged]) -> tuple[float, float]:
    """The weighted mean of the evaluations, and its standard error; no number if there are none."""
    total = sum(one.weight for one in judged)
    if not total:
        return math.nan, math.nan
    mean = sum(one.weight * one.points for one in judged) / total
    squares = sum((one.weight * (one.points - mean)) ** 2 for one in judged)
    return mean, math.sqrt(squares) / total


def _ignores_player(by_player: list[list[int]]) -> bool:
    """Whether all players have the same score everywhere, and not always 0. What one player wins
    another loses, so the score of p cannot be that of the others."""
    several = [points for points in by_player if len(points) > 1]
    return any(map(any, several)) and all(len(set(points)) == 1 for points in several)


def _evaluated_for(game: Game, s: Any) -> list[int]:
    """The players whose score the evaluator can return in this state."""
    if game.evaluator is not None and "p" in game.evaluator.asks_for:
        return list(range(game.facts.players))
    return [p for p in [game.player(s)] if p != CHANCE]


def _certain_advantage(game: Game, s: Any, p: int) -> float:
    """The payoff of p above an even share in an ended game, or if p can win at once; else 0."""
    if game.terminal(s):
        return game.utility(s, p) - game.facts.even_share
    if game.player(s) != p:
        return 0
    ends = [t for t in (game.result(s, a) for a in game.actions(s)) if game.terminal(t)]
    return max([0, *(game.utility(t, p) - game.facts.even_share for t in ends)])
