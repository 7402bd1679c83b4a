"""Checks of the hooks that draw at random: `sample` and `roller`."""

from __future__ import annotations

import math
import random
from collections import Counter

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

DRAWS, ERRORS = 400, 6
"""The draws at a node, and how many standard errors the frequency of an outcome may be off."""

MOST_NODES = 20
"""The most nodes at which `sample` is compared with `chance`."""

SEEDS = (*range(10), 2**40 + 7, 2**62 - 1)


def check_chance(game: Game, findings: Findings, met: list[Position]) -> None:
    """`sample` returns an outcome of `chance`; in a game without chance, a legal move."""
    for here in met:
        with findings.watching(here):
            s = here.state
            if game.terminal(s):
                continue
            if {"sample", "chance"} <= game.functions.keys() and game.player(s) == CHANCE:
                listed = {outcome for outcome, _ in game.chance(s)}
                _check_sampled(game, findings, here, listed, "chance")
            if "sample" in game.functions and not game.facts.chance:
                _check_sampled(game, findings, here, set(game.actions(s)), "actions")


def _check_sampled(
    game: Game, findings: Findings, here: Position, listed: set[int], lister: str
) -> None:
    """Random games take what `sample` returns, so it must be an outcome or a legal move."""
    for seed in SEEDS:
        sampled = game.ask("sample", here.state, seed)
        if sampled not in listed:
            text = f"sample() returned {sampled}, which {lister}() does not list"
            findings.add("sample", text, "sample", here)
            return


def check_frequencies(game: Game, findings: Findings, met: list[Position]) -> None:
    """`sample` draws each outcome about as often as `chance` says, at a few nodes."""
    if not {"sample", "chance"} <= game.functions.keys():
        return
    nodes = [
        here for here in met if not game.terminal(here.state) and game.player(here.state) == CHANCE
    ]
    seeds = random.Random(0)
    for here in nodes[:: len(nodes) // MOST_NODES + 1]:
        with findings.watching(here):
            s = here.state
            drawn = Counter(game.ask("sample", s, seeds.getrandbits(62)) for _ in range(DRAWS))
            for outcome, wanted in game.chance(s):
                error = math.sqrt(wanted * (1 - wanted) / DRAWS)
                if abs(drawn[outcome] / DRAWS - wanted) > ERRORS * error + 1 / DRAWS:
                    text = (
                        f"sample() returned {outcome} in {drawn[outcome]} of {DRAWS} draws, but "
                        f"chance() gives it the probability {wanted:g}"
                    )
                    findings.add("sample", text, "sample", here)
                    return


def check_roller(game: Game, findings: Findings, met: list[Position]) -> None:
    """`roller` is a player, and after a roll the one who rolled, or the one to move."""
    if "roller" not in game.functions:
        return
    for here in met:
        with findings.watching(here):
            s = here.state
            if game.terminal(s):
                continue
            roller = game.ask("roller", s)
            if not 0 <= roller < game.facts.players:
                text = f"roller() returned {roller}, but players are 0 to {game.facts.players - 1}"
                findings.add("roller", text, "roller", here)
                return
            if not here.past or game.player(here.past[-1]) != CHANCE or game.player(s) == CHANCE:
                continue
            rolled = game.ask("roller", here.past[-1])
            if roller not in (rolled, game.player(s)):
                text = (
                    f"roller() returned {rolled} before a roll and {roller} after it, but player "
                    f"{game.player(s)} is to move"
                )
                findings.add("roller", text, "roller", here)
                return
