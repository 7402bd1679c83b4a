"""Checks of the hooks that describe a state: `key`, `canonical`."""

from __future__ import annotations

from typing import Any

from counterplay.conformance.findings import Findings
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


def check_keys(game: Game, findings: Findings, met: list[Position]) -> None:
    """Equal states have equal keys. Different states with the same key must behave alike."""
    first: dict[int, Position] = {}
    for here in met:
        with findings.watching(here):
            key = game.key(here.state)
            copy = game.shape.decode(game.shape.encode(here.state))
            if game.key(copy) != key:
                findings.add("keys", "key() is different for two equal states", "key", here)
            other = first.setdefault(key, here)
            if other is here:
                continue
            shown = findings.show(other)
            if game.facts.exact_key:
                text = f"the facts declare exact_key=True, but key() is the same for: {shown}"
                findings.add("keys", text, "key", here)
            elif _behaviour(game, other) != _behaviour(game, here):
                text = (
                    "key() is the same for two states with different movers, legal moves or "
                    f"payoffs; the other state is: {shown}"
                )
                findings.add("keys", text, "key", here)


def _behaviour(game: Game, here: Position) -> tuple[Any, ...]:
    """What states with the same key must share: mover, moves and payoffs, here and a ply on."""

    def of(s: Any) -> tuple[Any, ...]:
        if game.terminal(s):
            return tuple(game.utility(s, p) for p in range(game.facts.players))
        return (game.player(s), tuple(game.actions(s)))

    s = here.state
    return (of(s), tuple(of(game.result(s, a)) for a in game.actions(s)))


def check_symmetry(game: Game, findings: Findings, met: list[Position]) -> None:
    """A canonical state is its own canonical form, and equal in mover, moves and payoffs."""
    if "canonical" not in game.functions:
        return
    for here in met:
        with findings.watching(here):
            twin = game.ask("canonical", here.state)
            again = game.ask("canonical", twin)
            if game.shape.encode(twin).tobytes() != game.shape.encode(again).tobytes():
                text = "canonical() of a canonical state is another state"
                findings.add("symmetry", text, "canonical", here)
            elif _summary(game, here.state) != _summary(game, twin):
                text = "canonical() changed the player to move, the number of moves, or the payoffs"
                findings.add("symmetry", text, "canonical", here)


def _summary(game: Game, s: Any) -> tuple[Any, ...]:
    if game.terminal(s):
        return tuple(game.utility(s, p) for p in range(game.facts.players))
    return (game.player(s), len(game.actions(s)))
