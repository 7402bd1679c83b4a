"""Checks of the hooks that list, count or judge moves: `width`, `loud`, `exchange`."""

from __future__ import annotations

from counterplay.conformance.findings import Findings
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

LEASTS = (-10_000, -1_000, -300, -100, -10, -1, 0, 1, 10, 100, 300, 1_000, 10_000)
"""Score points to ask `exchange` about, from the least on."""


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
    if not {"loud", "noisy"} <= game.functions.keys():
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


def check_exchange(game: Game, findings: Findings, met: list[Position]) -> None:
    """A move that wins some points by an exchange wins any smaller number, too."""
    if "exchange" not in game.functions:
        return
    for here in met:
        with findings.watching(here):
            for a in game.buffered("actions", here.state):
                wins = [least for least in LEASTS if game.ask("exchange", here.state, a, least)]
                missed = [least for least in LEASTS if wins and least < wins[-1]]
                if lost := set(missed) - set(wins):
                    text = (
                        f"exchange() says that move {game.show_move(here.state, a)} wins "
                        f"{wins[-1]} points, but not {max(lost)}"
                    )
                    findings.add("exchange", text, "exchange", here)
                    return
