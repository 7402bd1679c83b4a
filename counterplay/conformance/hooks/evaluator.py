"""Checks of the static evaluation, `evaluate`."""

from __future__ import annotations

from typing import Any

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

ENOUGH = 5
"""If positions are won alone, or lost alone, so many that are judged the wrong way are a fault."""


def check_evaluator(game: Game, findings: Findings, met: list[Position]) -> None:
    """Evaluations are smaller than win scores, and lost positions score lower than won ones."""
    if game.evaluator is None:
        return
    limit = game.facts.win_score - (0 if game.facts.scored else 1000)
    won: list[int] = []
    lost: list[tuple[int, Position]] = []
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
                    won.append(points)
                elif advantage < 0:
                    lost.append((points, here))
    if game.facts.total is not None and _ignores_player(by_player):
        text = "evaluate() is the same for every player p: return the score of p"
        findings.add("evaluator", text, "evaluate")
    decided = won or [-points for points, _ in lost]
    if not (won and lost) and len(decided) >= ENOUGH and max(decided) < 0:
        text = (
            f"evaluate() is {'below' if won else 'above'} 0 in each of {len(decided)} "
            f"{'won' if won else 'lost'} positions: return the score of the side to move, or of p, "
            "or correct utility()"
        )
        findings.add("evaluator", text, "evaluate")
    if won and lost:
        mean_won = sum(won) / len(won)
        mean_lost = sum(points for points, _ in lost) / len(lost)
        if mean_lost > mean_won:
            text = (
                f"evaluate() scores lost positions higher than won ones (mean {mean_lost:g} and "
                f"{mean_won:g}): return the score of the side to move, or of p"
            )
            findings.add("evaluator", text, "evaluate", max(lost, key=lambda end: end[0])[1])


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
