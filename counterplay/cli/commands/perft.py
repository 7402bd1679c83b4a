"""`counterplay perft`: count positions, the standard test of a move generator."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    load_game,
    load_position,
    output,
    print_json,
)
from counterplay.core.compile.bind import bind
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.engine.perft.count import KERNEL
from counterplay.engine.perft.count import perft as count_positions
from counterplay.presentation.words import rate


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Option("--depth", metavar="PLIES", help="The depth in plies.")],
    position: PositionArgument = None,
    divide: Annotated[bool, typer.Option("--divide", help="Show a count for each move.")] = False,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Count the positions at a given depth, one for each sequence of moves."""
    rules = load_game(game, set_)
    where = load_position(rules, position)
    bind(rules, KERNEL)  # compiled first, so that the seconds below are those of counting
    started = perf_counter()
    parts = _divided(where, depth) if divide else None
    nodes = sum(parts.values()) if parts is not None else count_positions(rules, where, depth)
    seconds = perf_counter() - started
    if json:
        answer: dict[str, Any] = {"game": rules.name, "depth": depth, "nodes": nodes}
        answer["seconds"] = round(seconds, 6)
        print_json(answer if parts is None else {**answer, "divide": parts})
        return
    if parts:
        table = Table.grid(padding=(0, 2))
        table.add_column()
        table.add_column(justify="right")
        for move, number in parts.items():
            table.add_row(move, f"{number:,}")
        output().print(table)
    speed = rate(nodes, seconds)
    text = f"{rules.name}, depth {depth}: {nodes:,} positions in {seconds:.3f} s ({speed})"
    output().print(text, soft_wrap=True)


def _divided(position: Position, depth: int) -> dict[str, int]:
    """The count after each move, or after each outcome of chance."""
    if depth < 1:
        raise InputError(f"--divide counts after each move: --depth {depth} must be at least 1")
    game = position.game
    by_chance = not position.is_over and position.turn == CHANCE
    moves = [o for o, _ in game.chance(position.state)] if by_chance else position.legal_moves
    named = map(position.show_move, moves)
    return {name: count_positions(game, position.play(name), depth - 1) for name in named}
