"""Perft from Python: count the positions some plies ahead."""

from __future__ import annotations

from pathlib import Path

from counterplay.core.bind import bind
from counterplay.core.errors import InputError
from counterplay.core.game import Game
from counterplay.core.kernel import Context
from counterplay.core.position import Position
from counterplay.core.rules import DEEPEST
from counterplay.search.watch import watch

KERNEL = Path(__file__).parent / "kernels" / "perft.py"


def perft(game: Game, position: Position | str | None = None, depth: int = 1) -> int:
    """How many positions lie exactly `depth` plies ahead, along every line of play."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise InputError(f"depth={depth!r} must be a whole number from 0 to {DEEPEST}")
    if not isinstance(position, Position):
        position = game.position(position or "startpos")
    kernel = bind(game, KERNEL)
    context = Context(game, kernel)
    context.set_root(position.state)
    context.record.depth = depth
    nodes: list[int] = []

    def count() -> None:
        nodes.append(int(context.call(kernel.perft)))

    def halt() -> None:
        context.record.stop = 1

    watch(count, halt, None, None)
    return nodes[0]
