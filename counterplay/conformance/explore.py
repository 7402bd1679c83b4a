"""The states near the start of a game, each once, and whether two states play alike."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

PLAYOUTS = 4
PLIES = 20


def explore(game: Game, most: int) -> tuple[list[Position], bool]:
    """The states of a game in the order of their distance from the start, at most `most`.

    The second value says whether these are all states of the game.
    """
    start = Position(game, game.initial())
    found = {game.shape.encode(start.state).tobytes(): start}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for a in choices(game, here.state):
            after = here.then(a, game.result(here.state, a))
            state = game.shape.encode(after.state).tobytes()
            if state in found:
                continue
            if len(found) >= most:
                return list(found.values()), False
            found[state] = after
            waiting.append(after)
    return list(found.values()), not game.facts.chance or "chance" in game.functions


def choices(game: Game, s: Any) -> list[int]:
    """The legal moves, or the outcomes of chance; some of them if there are too many to list."""
    if game.terminal(s):
        return []
    if game.player(s) != CHANCE:
        return game.actions(s)
    if "chance" not in game.functions:
        return sorted({int(game.ask("sample", s, seed)) for seed in range(8)})
    return [outcome for outcome, probability in game.chance(s) if probability > 0]


def difference(game: Game, s: Any, t: Any, seed: int = 0) -> str | None:
    """What is different when two states are played on in the same way; None if nothing is.

    A draw by `drawn` is left out: it may depend on counters that no search looks up.
    """
    chooser = random.Random(seed)
    for _ in range(PLAYOUTS):
        u, v, after = s, t, ""
        for ply in range(PLIES):
            first, second = _summary(game, u), _summary(game, v)
            for name in ("end of the game", "player to move", "payoffs", "legal moves"):
                if first.get(name) != second.get(name):
                    return f"the {name}{after}"
            legal: list[int] = first["legal moves"]
            if not legal:
                break
            a = chooser.choice(legal)
            u, v = game.result(u, a), game.result(v, a)
            after = f" {ply + 1} plies later" if ply else " a ply later"
    return None


def _summary(game: Game, s: Any) -> dict[str, Any]:
    """What two states must share to be the same for a search."""
    if game.ask("terminal", s):
        payoffs = [game.utility(s, p) for p in range(game.facts.players)]
        return {"end of the game": True, "payoffs": payoffs, "legal moves": []}
    mover = game.player(s)
    if mover == CHANCE:
        return {"player to move": mover, "legal moves": choices(game, s)}
    return {"player to move": mover, "legal moves": game.buffered("actions", s)}
