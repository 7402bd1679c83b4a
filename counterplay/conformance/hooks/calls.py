"""Calls of the hooks that guide a search, so that each has run as plain Python in many states."""

from __future__ import annotations

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

OF_STATE = ("in_check", "drawn")
OF_MOVE = ("order", "noisy", "irreversible")
FILLED = ("loud", "sufficient_moves")

COMPANIONS = {"loud": ("noisy",), "index": ("state", "size"), "predecessors": ("index",)}
"""Hooks that nothing calls unless the file also has others."""


def check_companions(game: Game, findings: Findings, _: list[Position]) -> None:
    """No hook waits for another one that is missing."""
    for name, others in COMPANIONS.items():
        missing = [f"{other}()" for other in others if other not in game.functions]
        if name in game.functions and missing:
            listed = " and ".join(missing)
            findings.note(f"{name}() is of no use without {listed}: define that, too")


def check_calls(game: Game, findings: Findings, met: list[Position]) -> None:
    """Every hook returns the right kind of value, and `remaining` does what it says."""
    falls: list[bool] = []
    for here in met:
        with findings.watching(here):
            s = here.state
            if game.terminal(s) or game.player(s) == CHANCE:
                continue
            for name in OF_STATE:
                if name in game.functions:
                    game.ask(name, s)
            for name in OF_MOVE:
                if name in game.functions:
                    for a in game.actions(s):
                        game.ask(name, s, a)
            for name in FILLED:
                if name in game.functions:
                    listed = game.buffered(name, s)
                    if name == "sufficient_moves":
                        _check_legal(game, findings, here, listed)
            if {"index", "leaving"} <= game.functions.keys() and game.ask("index", s) >= 0:
                game.buffered("leaving", s)
            falls += _check_remaining(game, findings, here)
    if falls and not any(falls):
        text = "remaining() fell with no move of these games: it counts the moves that remain"
        findings.add("remaining", text, "remaining")


def _check_legal(game: Game, findings: Findings, here: Position, listed: list[int]) -> None:
    """Sufficient moves are legal moves."""
    extra = set(listed) - set(game.actions(here.state))
    if extra:
        text = f"sufficient_moves() lists move {min(extra)}, which actions() does not"
        findings.add("sufficient_moves", text, "sufficient_moves", here)


def _check_remaining(game: Game, findings: Findings, here: Position) -> list[bool]:
    """The number of remaining moves does not rise; a pass may leave it as it is.

    Returns for each move whether the number fell.
    """
    if "remaining" not in game.functions:
        return []
    fell = []
    before = game.ask("remaining", here.state)
    for a in game.actions(here.state):
        child = game.result(here.state, a)
        if game.terminal(child):
            continue
        after = game.ask("remaining", child)
        fell.append(after < before)
        if after > before:
            text = (
                f"remaining() rose with move {game.show_move(here.state, a)}: it was "
                f"{before} and then {after}"
            )
            findings.add("remaining", text, "remaining", here)
            break
    return fell
