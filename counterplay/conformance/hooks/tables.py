"""Checks of the hooks for tables: `index`, `state`, `size`, `predecessors`."""

from __future__ import annotations

from typing import Any

from counterplay.conformance.findings import Findings
from counterplay.conformance.play import fill
from counterplay.core.game.contract import PLACES
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


def check_index(game: Game, findings: Findings, met: list[Position]) -> None:
    """`state(index(s))` is `s` or symmetric to it; indices are in range; predecessors lead here."""
    if not {"index", "state", "size"} <= game.functions.keys():
        return
    for here in met:
        with findings.watching(here):
            i = game.ask("index", here.state)
            if i < 0:
                continue
            size = game.ask("size", i // PLACES)
            if i % PLACES >= size:
                text = f"index() returned entry {i % PLACES}, which is outside 0 to {size - 1}"
                findings.add("index", text, "index", here)
                continue
            twin = game.ask("state", i)
            # The history of the game may make one of them a draw.
            is_drawn = game.drawn(here.state) or game.drawn(twin)
            is_alike = is_drawn or _for_mover(game, twin) == _for_mover(game, here.state)
            if game.ask("index", twin) != i or not is_alike:
                text = f"index() returned {i}, but state({i}) is another state"
                findings.add("index", text, "state", here)
            if here.past:
                _check_predecessors(game, findings, here, i)


def _for_mover(game: Game, s: Any) -> float:
    """The number of legal moves, or the payoff of the mover: equal for symmetric states."""
    return game.utility(s, game.player(s)) if game.terminal(s) else len(game.actions(s))


def _check_predecessors(game: Game, findings: Findings, here: Position, number: int) -> None:
    """The previous state is one of the predecessors, if it is in the same slice."""
    before = game.ask("index", here.past[-1])
    if "predecessors" not in game.functions or before < 0:
        return
    if _slice(game, before) != _slice(game, number):
        return
    if before not in fill(game, "predecessors", here, game.facts.most_actions)[0]:
        text = f"predecessors() does not list position {before}, which has a move to this one"
        findings.add("predecessors", text, "predecessors", here)


def _slice(game: Game, number: int) -> tuple[int, int]:
    """The table and the slice of a position index."""
    t, place = divmod(number, PLACES)
    parts = game.ask("slices", t) if "slices" in game.functions else 1
    return t, place * parts // game.ask("size", t)
