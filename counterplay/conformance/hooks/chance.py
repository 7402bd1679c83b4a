"""Checks of the hooks that draw at random: `sample` and `roller`."""

from __future__ import annotations

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

SEEDS = (0, 1, 2**40 + 7, 2**62 - 1)


def check_chance(game: Game, findings: Findings, met: list[Position]) -> None:
    """`sample` returns an outcome of `chance`; in a game without chance, a legal move."""
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
            if "sample" in game.functions and not game.facts.chance:
                _check_sampled_moves(game, findings, here)


def _check_sampled_moves(game: Game, findings: Findings, here: Position) -> None:
    """Random games take the moves of `sample`, so they must be legal."""
    legal = game.actions(here.state)
    for seed in SEEDS:
        sampled = game.ask("sample", here.state, seed)
        if sampled not in legal:
            text = f"sample() returned {sampled}, which actions() does not list"
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
