"""`counterplay warm`: compile kernels in advance, and show their generated source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from counterplay.cli.support.common import JsonOption, SetOption, load_game, output, print_json
from counterplay.core.compile.bind import bind
from counterplay.core.compile.parts import kernel_name
from counterplay.core.compile.show import write_sources
from counterplay.core.compile.switch import is_interpreted
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.base import METHODS, unfit
from counterplay.engine.dfpn import engine as dfpn
from counterplay.engine.perft.count import KERNEL as PERFT
from counterplay.formats.chess.game import KERNELS as NOTATION
from counterplay.formats.chess.game import chess
from counterplay.games import BUILT_IN


def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Games or files of games. Without one: all built-in games.",
            show_default=False,
        ),
    ] = None,
    show: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Write the generated source to this folder: each kernel as it is compiled, and "
            "the wrappers around the rules of each game.",
            show_default=False,
        ),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Compile the searches that fit each game, so that later starts are fast."""
    if set_ and len(games or ()) != 1:
        raise InputError("--set needs exactly one GAME, the one with the parameter")
    rows = []
    for name in games or BUILT_IN:
        game = load_game(name, set_)
        for kernel in fitting(game):
            bound = chess() if kernel in NOTATION.values() else game
            if show is not None:
                write_sources(bound, kernel, show)
            seconds = float(bind(bound, kernel).SECONDS)
            row = {"game": game.name, "kernel": kernel_name(kernel), "seconds": round(seconds, 3)}
            rows.append({**row, "compiled": seconds > 0})
            if not json:
                output().print(_row(row, seconds), soft_wrap=True)
    if json:
        print_json(rows)
    elif show is not None:
        output().print(f"generated source in {show}", soft_wrap=True)


def fitting(game: Game) -> Iterator[Path]:
    """The kernels of a game: perft and the search that is chosen for it.

    For chess also the mate solver, and the kernels that read and write chess files.
    """
    yield PERFT
    searches = ("alphabeta", "expectiminimax", "maxn")
    yield from [METHODS[name].kernel for name in searches if unfit(game, name) is None][:1]
    if game.name == "chess":
        yield from (dfpn.KERNEL, *NOTATION.values())


def _row(row: dict[str, Any], seconds: float) -> str:
    state = f"compiled in {seconds:.1f} s" if seconds else "ready"
    if is_interpreted():
        state = "interpreted, because NUMBA_DISABLE_JIT is set"
    return f"{row['game']:<16}  {row['kernel']:<10}  {state}"
