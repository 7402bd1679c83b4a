"""Checks of the hook for chance that cannot be listed, `sample`."""

from __future__ import annotations

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


def check_chance(game: Game, findings: Findings, met: list[Position]) -> None:
    """`sample` returns an outcome of `chance`."""
    for here in met:
        with findings.watching(here):
            s = here.state
            if game.terminal(s):
                continue
            if {"sample", "chance"} <= game.functions.keys() and game.player(s) == CHANCE:
                sampled = game.ask("sample", s, 1)
                if sampled not in {outcome for outcome, _ in game.chance(s)}:
                    text = f"sample() returned {sampled}, which chance() does not list"
                    findings.add("sample", text, "sample", here)
