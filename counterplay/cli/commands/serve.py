"""`counterplay serve`: every game in the browser."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from counterplay.cli.support.common import SetOption, load_game, output, say
from counterplay.cli.support.database import DbOption
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.database import Database
from counterplay.games import BUILT_IN

if TYPE_CHECKING:
    from counterplay.session import Session


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...",
            help="Your own games (added to the built-in ones), or the built-in games to serve.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(metavar="N", help="The port. Default: the first free one from 8040."),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The address to listen on. With 0.0.0.0 others on the network who have the link "
            "can play, too. Default: this machine only.",
        ),
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="A host name of this server, if it runs behind a proxy.",
            show_default=False,
        ),
    ] = None,
    searches: Annotated[
        int | None,
        typer.Option(metavar="N", help="Searches at the same time. Default: one per core."),
    ] = None,
    table: Annotated[
        list[Path] | None,
        typer.Option(
            "--table",
            metavar="PATH",
            help="A solution or a folder of endgame tables, for the one GAME named.",
            show_default=False,
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="A further opponent for the one GAME named, such as uci:stockfish or mine.py.",
            show_default=False,
        ),
    ] = None,
    db: DbOption = None,
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Save finished games in the database.")
    ] = True,
    learning: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Show the learning curve of this folder of `counterplay learn`."
        ),
    ] = None,
    ponder: Annotated[
        bool,
        typer.Option("--ponder", help="Let the engine at full strength think on people's time."),
    ] = False,
    open_: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = False,
    set_: SetOption = None,
) -> None:
    """Play and analyse every game in the browser.

    The page is served to this machine only, or with --host also to others who have its link, until
    you press Ctrl-C. Your own games come first. A file is loaded again when you save it. A game's
    file is a program, and this runs it: serve only files that you trust. --set, --table and
    --player need exactly one GAME.
    """
    from counterplay.web import serve as run  # what no other command needs
    from counterplay.web.levels import require_guests

    if learning is not None and not learning.is_dir():
        raise InputError(f"{learning} is not a folder: name the one of `counterplay learn`")
    chosen = _chosen(games or [], set_)
    first = next(iter(chosen.values()))
    if (table or player) and len(games or []) != 1:
        raise InputError("--table and --player need exactly one GAME: name it")
    sessions = _sessions(chosen.values(), table[0] if table else None)
    guests = player or []
    require_guests(first, guests)
    console = output()

    def tell(address: str) -> None:
        say(console, f"The page is at {address} (Ctrl-C ends it)", "bold")

    run(
        chosen, host=host, port=port, hosts=name or (), searches=searches, sessions=sessions,
        database=Database(db) if keep else None, guests={first.name: guests},
        learning=learning, ponder=ponder, open_browser=open_, say=tell,
    )  # fmt: skip


def _chosen(named: list[str], given: list[str] | None) -> dict[str, Game]:
    """The games of the page: those named, and the built-in ones if a file is among them."""
    if given and len(named) != 1:
        raise InputError("--set needs exactly one GAME: name the game that has the parameter")
    loaded = [load_game(name, given) for name in named]
    own = [game for name, game in zip(named, loaded, strict=True) if name not in BUILT_IN]
    if not named or own:
        loaded += [load_game(name, None) for name in BUILT_IN if name not in (*named, "tree")]
    found: dict[str, Game] = {}
    for game in loaded:
        if game.name in found:
            raise InputError(f"two games have the name {game.name}: rename one of the files")
        found[game.name] = game
    return found


def _sessions(games: Iterable[Game], table: Path | None) -> dict[str, Session]:
    """The session of each game that an engine fits; `table` goes with the first game."""
    from counterplay.web.workers import open_session

    sessions: dict[str, Session] = {}
    for game in games:
        with suppress(UnfitError):  # a game without an engine is played by people
            sessions[game.name] = open_session(game, table if not sessions else None)
    return sessions
