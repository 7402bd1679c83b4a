"""Checks of the hooks that describe a state: `key`, `canonical`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from counterplay.conformance.explore import difference, explore
from counterplay.conformance.findings import Findings
from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

MOST_EXPLORED = 3_000
MOST_COMPARED = 20
"""The most pairs of states with the same key that are played on."""

ENOUGH = 20
"""The moves after which a field that has risen with each of them is taken for a counter."""

MOST_VALUES = 8
"""The values of such a field that the key must tell apart."""

MOST_PLAYED = 5
"""The most changes of one field that are played on."""


def check_keys(game: Game, findings: Findings, met: list[Position]) -> None:
    """Equal states have equal keys. Different states with the same key must play alike."""
    for here in met[:: len(met) // 600 + 1]:
        with findings.watching(here):
            copy = game.shape.decode(game.shape.encode(here.state))
            if game.key(copy) != game.key(here.state):
                findings.add("keys", "key() is different for two equal states", "key", here)
    if "key" not in game.functions and not game.facts.exact_key:
        return
    with findings.watching():
        near, is_all = explore(game, MOST_EXPLORED)
        _compare(game, findings, [*near, *met])
        if "keys" not in findings.faults and not is_all:
            _note_unread(game, findings, [*near, *met])


def check_counters(game: Game, findings: Findings, met: list[Position]) -> None:
    """No field that rises with every move is in the key of a game whose positions may repeat."""
    facts = game.facts
    if not (facts.repetition or facts.superko):
        return
    pairs = [
        (game.shape.encode(here.past[-1]), game.shape.encode(here.state))
        for here in met
        if here.past
    ]
    rule = f"repetition={facts.repetition}" if facts.repetition else "superko"
    for field in game.shape.fields:
        is_number = not game.shape.dtype[field].shape
        if len(pairs) < ENOUGH or not is_number or any(a[field] >= b[field] for a, b in pairs):
            continue
        with findings.watching():
            values = {int(after[field]) for _, after in pairs}
            if _tells_all(game, pairs[0][1], field, sorted(values)[:MOST_VALUES]):
                text = (
                    f"State.{field} rises with every move and is part of the key, so no position "
                    f"occurs twice and {rule} never applies: leave out that fact, or a counter of "
                    "moves out of key()"
                )
                function = "key" if "key" in game.functions else "result"
                findings.add("repetition", text, function)


def _tells_all(game: Game, state: np.void, field: str, values: Sequence[int]) -> bool:
    """Whether the key is another for each of these values of a field. One that depends on whether a
    counter is even, and so on the player to move, is the same for some of them."""
    keys = set()
    for value in values:
        other = state.copy()
        other[field] = value
        keys.add(game.key(game.shape.decode(other)))
    return len(keys) == len(values) > 1


def _compare(game: Game, findings: Findings, positions: list[Position]) -> None:
    """Compare all states that have the same key."""
    first: dict[int, Position] = {}
    compared = 0
    for here in positions:
        other = first.setdefault(game.key(here.state), here)
        fields = differing(game, other.state, here.state)
        if not fields or compared >= MOST_COMPARED:
            continue
        compared += 1
        if game.facts.exact_key:
            shown = findings.show(other)
            text = f"the facts declare exact_key=True, but key() is the same for: {shown}"
            findings.add("keys", text, "key", here)
            return
        what = difference(game, other.state, here.state)
        if what is not None:
            text = (
                f"key() is the same for two states that differ in {', '.join(fields)}, and {what} "
                f"differ: let key() depend on it; the other state is: {findings.show(other)}"
            )
            findings.add("keys", text, "key", here)
            return


def differing(game: Game, s: Any, t: Any) -> list[str]:
    """The fields in which two states differ."""
    a, b = game.shape.encode(s), game.shape.encode(t)
    return [f for f in game.shape.fields if a[f].tobytes() != b[f].tobytes()]


def _note_unread(game: Game, findings: Findings, positions: list[Position]) -> None:
    """Note a side to move that `key` never reads. That is right only if others determine it."""
    for field in game.shape.fields:
        if game.shape.dtype[field].shape or "key" not in game.functions:
            continue
        if _is_unread(game, field, positions):
            findings.note(
                f"key() does not read State.{field}, which says who is to move: that is right "
                "only if the other fields determine it"
            )


def _is_unread(game: Game, field: str, positions: list[Position]) -> bool:
    """Whether other values of a field never change the key, but change who is to move."""
    states = [game.shape.encode(here.state) for here in positions[:: len(positions) // 40 + 1]]
    values = list({state[field].item(): state[field] for state in states}.values())
    matters, played = False, 0
    for state in states:
        for value in values[:4]:
            other = state.copy()
            other[field] = value
            if other[field] == state[field]:
                continue
            s, t = game.shape.decode(state), game.shape.decode(other)
            try:  # the other state may be impossible
                if game.key(t) != game.key(s):
                    return False
                if not matters and played < MOST_PLAYED:
                    played += 1
                    matters = difference(game, s, t) == "the player to move"
            except CounterplayError:
                continue
    return matters


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
