"""Checks of the hooks that list or count moves: `width`, `loud`."""

from __future__ import annotations

from counterplay.conformance.findings import Findings
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


def check_width(game: Game, findings: Findings, met: list[Position]) -> None:
    """`width` is the number of legal moves."""
    if "width" not in game.functions:
        return
    for here in met:
        with findings.watching(here):
            count, listed = game.ask("width", here.state), len(game.buffered("actions", here.state))
            if count != listed:
                text = f"width() returned {count}, but actions() lists {listed} moves"
                findings.add("width", text, "width", here)


def check_loud(game: Game, findings: Findings, met: list[Position]) -> None:
    """`loud` lists only legal moves, and all noisy moves."""
    if "loud" not in game.functions:
        return
    for here in met:
        with findings.watching(here):
            legal = game.buffered("actions", here.state)
            listed = game.buffered("loud", here.state)
            if extra := set(listed) - set(legal):
                text = f"loud() lists move {min(extra)}, which actions() does not"
                findings.add("loud", text, "loud", here)
            noisy = [a for a in legal if game.ask("noisy", here.state, a)]
            if missing := set(noisy) - set(listed):
                text = f"loud() does not list move {min(missing)}, which is noisy"
                findings.add("loud", text, "loud", here)
