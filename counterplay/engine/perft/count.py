"""Perft from Python: count the positions at a given depth."""

from __future__ import annotations

from pathlib import Path

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.compile.rules import DEEPEST
from counterplay.core.game.checked import say_unchecked
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position, as_position
from counterplay.engine.fitness import needs_listed_chance
from counterplay.engine.watchdog import watch

KERNEL = Path(__file__).with_name("kernel.py")


def perft(game: Game, position: Position | str | None = None, depth: int = 1) -> int:
    """The number of positions exactly `depth` plies ahead, along every line of play."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise InputError(f"depth={depth!r} must be a whole number from 0 to {DEEPEST}")
    if game.facts.superko:
        raise UnfitError(f"{game.name} has superko, which perft does not support")
    reason = needs_listed_chance(game, "perft")
    if reason:
        raise UnfitError(reason)
    where = as_position(game, position)
    if game.terminal(where.state):
        return int(depth == 0)
    say_unchecked(game)
    kernel = bind(game, KERNEL)
    context = Context(game, kernel)
    context.set_root(where.state)
    context.record.depth = depth
    nodes: list[int] = []

    def count() -> None:
        nodes.append(int(context.call(kernel.perft)))

    def halt() -> None:
        context.record.stop = 1

    watch(count, halt, None, None)
    context.complain()
    return nodes[0]
