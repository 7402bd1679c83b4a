"""`counterplay warm`: compile ahead, so that nobody waits later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from numba import config

from counterplay.cli.support.common import JsonOption, SetOption, load_game, output, print_json
from counterplay.core.compile.bind import bind
from counterplay.core.compile.parts import kernel_name
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta import engine as alphabeta
from counterplay.engine.base import unfit
from counterplay.engine.dfpn import engine as dfpn
from counterplay.engine.maxn import engine as maxn
from counterplay.engine.perft.count import KERNEL as PERFT
from counterplay.formats.chess.native import KERNELS as NOTATION
from counterplay.formats.chess.native import chess
from counterplay.games import BUILT_IN


def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Games or files; all built-in ones if left out.",
            show_default=False,
        ),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Compile the searches that fit each game, so that later starts are quick."""
    if set_ and len(games or ()) != 1:
        raise InputError("--set goes with exactly one GAME, the one that has the parameter")
    rows = []
    for name in games or BUILT_IN:
        game = load_game(name, set_)
        for kernel in fitting(game):
            bound = chess() if kernel in NOTATION.values() else game
            seconds = float(bind(bound, kernel).SECONDS)
            row = {"game": game.name, "kernel": kernel_name(kernel), "seconds": round(seconds, 3)}
            rows.append({**row, "compiled": seconds > 0})
            if not json:
                output().print(_row(row, seconds), soft_wrap=True)
    if json:
        print_json(rows)


def fitting(game: Game) -> Iterator[Path]:
    """The kernels that serve a game: perft, and the search that is chosen for it; for chess also
    what proves mates, and what reads and writes its files.
    """
    yield PERFT
    if unfit(game, "alphabeta") is None:
        yield alphabeta.KERNEL
    elif unfit(game, "maxn") is None:
        yield maxn.KERNEL
    if game.name == "chess":
        yield from (dfpn.KERNEL, *NOTATION.values())


def _row(row: dict[str, Any], seconds: float) -> str:
    state = f"compiled in {seconds:.1f} s" if seconds else "ready"
    if config.DISABLE_JIT:
        state = "interpreted, as NUMBA_DISABLE_JIT is set"
    return f"{row['game']:<16}  {row['kernel']:<10}  {state}"
