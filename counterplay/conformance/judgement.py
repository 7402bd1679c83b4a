"""Advice for a long game without an evaluation: alpha-beta plays it blindly."""

from __future__ import annotations

import math

from counterplay.conformance.findings import Findings
from counterplay.conformance.profile import Profile
from counterplay.core.game.game import Game
from counterplay.engine.base import NAMED, chosen_method, fitting, unfit

MOST_DIGITS = 12
"""The digits of the number of lines of play that alpha-beta can search to the end."""

FEWEST_GAMES = 5
"""From fewer games nothing is known about positions that are seen twice."""

MOST_SEEN_TWICE = 0.5
"""With more of its positions seen twice, a game has few of them, however long its lines are."""


def check_judgement(game: Game, findings: Findings, profile: Profile) -> None:
    """Note that a search by default sees only the end of the game, and seldom reaches it."""
    is_judged = game.evaluator is not None or "order" in game.functions
    if is_judged or NAMED in game.search_settings or findings.faults:
        return
    if profile.games < FEWEST_GAMES:
        return
    if not fitting(game) or chosen_method(game) != "alphabeta" or unfit(game, "uct") is not None:
        return
    digits = profile.plies * math.log10(max(profile.branching, 1))
    if digits > MOST_DIGITS and profile.seen_twice < MOST_SEEN_TWICE:
        findings.note(
            "without evaluate(), alpha-beta knows nothing of a position until it sees the end of "
            f"the game, which is about {round(profile.plies)} plies long, and plays any move: name "
            '"method": "uct" in SEARCH, learn a network with counterplay learn, or define '
            "evaluate()"
        )
