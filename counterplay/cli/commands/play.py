"""`counterplay play`: a game against the engine, or between people."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from counterplay.cli.support.common import (
    BookOption,
    DepthOption,
    NodesOption,
    PositionArgument,
    SetOption,
    TableOption,
    TimeOption,
    load_position,
    output,
    parameters,
)
from counterplay.cli.support.play import saving
from counterplay.cli.support.play.commands import obey
from counterplay.cli.support.play.setup import Setup, people_of
from counterplay.cli.support.play.terminal_game import TerminalGame
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.formats.polyglot.book import OWN
from counterplay.games import BUILT_IN, load

HANGUPS = [number for number in signal.Signals if number.name in ("SIGHUP", "SIGTERM")]


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A built-in game, or the path of a Python file.",
            show_default=False,
        ),
    ] = None,
    position: PositionArgument = None,
    you: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            help="The players that people play: first, second, 3, 1,3, a name; all (no engine) or "
            "none. Default: first.",
        ),
    ] = None,
    time: TimeOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    book: BookOption = None,
    table: TableOption = None,
    ponder: Annotated[
        bool, typer.Option("--ponder", help="Let the engine think on your time, too.")
    ] = False,
    set_: SetOption = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The seed of dice and cards.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")
    ] = None,
) -> None:
    """Play a game in the terminal, against the engine or against each other.

    Type a move in the game's notation (b2), or its number in the list of moves (#3). Other
    commands: help, moves, hint, undo, save, resign, quit. A game is saved when you leave it by
    quit, Ctrl-C or Ctrl-D. While the engine thinks, Ctrl-C makes it move at once.
    """
    limit = Limit(time, depth, nodes)
    if resume is not None:
        if game is not None or set_ or seed is not None:
            raise InputError(
                "--resume takes game, position, parameters and seed from the saved game: "
                "leave them out"
            )
        setup, where = _resumed(resume, you, limit, book, table)
    elif game is not None:
        setup, where = _begun(game, position, set_, you, limit, seed, book, table)
    else:
        raise InputError("name a GAME to play (see counterplay games), or --resume a saved one")
    setup = replace(setup, ponder=ponder)
    _edit_lines()
    saved = resume.absolute() if resume else None
    with closing(TerminalGame(setup, where, output(), obey, saved)) as terminal:
        if not all(setup.people):
            try:
                terminal.prepare_engine()
            except UnfitError as error:
                raise UnfitError(f"{error}; --you all plays without the engine") from None
        if any(setup.people):
            terminal.console.print("Type a move, or help for the commands.", style="dim")
        with _hanging_up():
            terminal.run()


def _begun(
    name: str,
    words: list[str] | None,
    set_: list[str] | None,
    you: str | None,
    limit: Limit,
    seed: int | None,
    book: str | None,
    table: Path | None,
) -> tuple[Setup, Position]:
    """A new game."""
    chosen = parameters(set_)
    game = load(name, **chosen)
    setup = Setup(
        game=name if name in BUILT_IN else str(Path(name).resolve()),
        parameters=chosen,
        people=people_of(you or "first", game.facts),
        limit=limit,
        seed=random.SystemRandom().randrange(2**32) if seed is None else seed,
        book=_path_of(book),
        table=None if table is None else str(table.resolve()),
    )
    return setup, load_position(game, words)


def _resumed(
    path: Path, you: str | None, limit: Limit, book: str | None, table: Path | None
) -> tuple[Setup, Position]:
    """A saved game, with what is said now about players and thinking in place of what was then."""
    setup, where = saving.read(path)
    people = people_of(you, where.game.facts) if you else setup.people
    limit = setup.limit if limit == Limit() else limit
    book = _path_of(book) or setup.book
    solved = setup.table if table is None else str(table.resolve())
    return replace(setup, people=people, limit=limit, book=book, table=solved), where


def _path_of(book: str | None) -> str | None:
    """A book by a path that holds wherever the game is resumed."""
    return book if book is None or book == OWN else str(Path(book).resolve())


def _edit_lines() -> None:
    """Let people edit what they type, where both ends are a terminal."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  # `input` uses it


@contextmanager
def _hanging_up() -> Iterator[None]:
    """A closed terminal or a kill ends the game in order, so that it is saved."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, leave) for number in HANGUPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
