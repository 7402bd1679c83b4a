"""`counterplay table probe`: look up a position."""

from __future__ import annotations

from rich import box
from rich.table import Table as Grid

from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    load_game,
    load_position,
    output,
    print_json,
    say,
)
from counterplay.cli.support.solutions import describe, entry_json
from counterplay.cli.support.tables import FromOption, open_source


def probe(
    game: GameArgument,
    position: PositionArgument = None,
    source: FromOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Look up a position: its value, the value of each move, and best play."""
    rules = load_game(game, set_)
    lookup, start = open_source(rules, source), load_position(rules, position)
    entry = lookup.value(start)
    moves = lookup.moves(start) if start.legal_moves else {}
    line = lookup.line(start)
    if json:
        after = {move: entry_json(other) for move, other in moves.items()}
        print_json({"position": start.text, **entry_json(entry), "moves": after, "line": line})
        return
    say(output(), describe(rules.facts, entry), "bold")
    grid = Grid(box=box.SIMPLE_HEAD)
    for title in ("move", "value"):
        grid.add_column(title)
    for move, other in moves.items():
        grid.add_row(move, describe(rules.facts, other))
    output().print(grid)
    say(output(), f"line: {' '.join(line)}")
