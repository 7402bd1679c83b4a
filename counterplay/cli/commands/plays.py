"""`counterplay plays`: the best plays of a rack of Scrabble tiles."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from counterplay.cli.support.common import JsonOption, SetOption, output, parameters, print_json
from counterplay.core.game.errors import InputError
from counterplay.games.crosswords.kibitz import RankedMove, best_moves, load_crosswords
from counterplay.games.crosswords.simulation import SimulatedMove, simulate_moves


def plays(
    board: Annotated[
        str,
        typer.Argument(
            metavar="BOARD",
            help="The rows with / between them (letters, and numbers of empty squares; small "
            "letters are blanks), a file with a line for each row, or `empty`.",
        ),
    ],
    rack: Annotated[str, typer.Argument(metavar="RACK", help="The tiles: AEINRS?.")],
    count: Annotated[
        int, typer.Option("--moves", metavar="N", help="How many moves to show.")
    ] = 10,
    simulate: Annotated[
        int,
        typer.Option(
            metavar="N", help="Play the best moves on, up to N times, against unseen tiles."
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the unseen tiles.")] = 1,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Find the best plays of a rack on a board, by the rules of Scrabble.

    Moves are ranked by their points and what the tiles that are kept are worth. With --simulate,
    the best ones are played on, and ranked by the points ahead two turns later; with an empty bag,
    the best one is searched for. A play is its place
    and its word: 8D:QUARTZ across, D8:QUARTZ down; -AEI exchanges tiles, - passes. --set
    words=FILE takes a list of your own.
    """
    if count < 1:
        raise InputError(f"--moves {count} must be 1 or more")
    if simulate < 0:
        raise InputError(f"--simulate {simulate} must be 0 or more")
    game = load_crosswords(**parameters(set_))
    if simulate:
        simulated = simulate_moves(board, rack, count, simulate, seed=seed, game=game)
        if json:
            print_json({"board": board, "rack": rack, "moves": [asdict(m) for m in simulated]})
            return
        output().print(simulated_table(simulated))
        return
    found = best_moves(board, rack, count, game=game)
    if json:
        print_json({"board": board, "rack": rack, "moves": [asdict(move) for move in found]})
        return
    output().print(moves_table(found))


def moves_table(found: list[RankedMove]) -> Table:
    """The moves with their points and values."""
    table = Table(box=None)
    for name in ("move", "points", "value"):
        table.add_column(name, justify="left" if name == "move" else "right")
    for move in found:
        table.add_row(move.text, str(move.score), f"{move.value:.1f}")
    return table


def simulated_table(found: list[SimulatedMove]) -> Table:
    """The moves with the points that they are ahead by, and the error of that."""
    table = Table(box=None)
    for name in ("move", "points", "value", "ahead", "±", "rounds"):
        table.add_column(name, justify="left" if name == "move" else "right")
    for move in found:
        ahead, error = f"{move.ahead:+.1f}", f"{1.96 * move.error:.1f}"
        row = (move.text, str(move.score), f"{move.value:.1f}", ahead, error, str(move.rounds))
        table.add_row(*row)
    return table
