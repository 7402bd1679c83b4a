"""The kinds of players. To add a kind, add a file with its class and a row to `KINDS`."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.engine.dfpn.engine import unfit_without_depth
from counterplay.players.adaptive import AdaptivePlayer
from counterplay.players.base import Player
from counterplay.players.casual import CasualPlayer
from counterplay.players.double_dummy import DoubleDummyPlayer
from counterplay.players.engine import METHODS, EnginePlayer
from counterplay.players.evaluation import with_evaluation
from counterplay.players.gnubg import gnubg_player
from counterplay.players.gtp import RunningGtpProgram
from counterplay.players.habit import HabitPlayer
from counterplay.players.nboard import RunningNboardProgram
from counterplay.players.own import OwnPlayer
from counterplay.players.program import ProgramPlayer
from counterplay.players.random_mover import RandomPlayer
from counterplay.players.spec import Spec
from counterplay.players.strategy import StrategyPlayer
from counterplay.players.textbook import TextbookPlayer
from counterplay.players.uci import start_uci
from counterplay.players.ugi import start_ugi

AUTO = "auto"

Make = Callable[[Spec, Game, Limit], Player]
"""Makes a player of a game. The limit is that of the match."""


@dataclass(frozen=True)
class Kind:
    """A kind of player.

    make       makes the player
    subject    what stands between the kind and the settings: `textbook:NAME:depth=3`
    is_engine  whether it takes `book=` and `tables=`
    program    the program that it starts, unless `path=` names another
    """

    make: Make
    subject: Literal["", "NAME", "PROGRAM"] = ""
    is_engine: bool = False
    program: str = ""


def _engine(spec: Spec, game: Game, limit: Limit) -> Player:
    """A player that searches by a method of `cp.search`."""
    method = None if spec.kind == AUTO else spec.kind
    if method == "dfpn" and (spec.limit or limit).depth is None:
        reason = unfit_without_depth(game)
        if reason is not None:
            raise UnfitError(f"player {spec.text!r}: {reason}")
    return EnginePlayer(spec, with_evaluation(game, spec), method)


def _textbook(spec: Spec, game: Game, limit: Limit) -> Player:
    return TextbookPlayer(spec, with_evaluation(game, spec), limit)


def _unknown(spec: Spec, game: Game, limit: Limit) -> Player:
    """Refuse a kind that is not in KINDS, and name the nearest."""
    near = difflib.get_close_matches(spec.kind, KINDS, 2, 0.5)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    forms = [f"{name}:{kind.subject}" if kind.subject else name for name, kind in KINDS.items()]
    raise InputError(
        f"there is no player {spec.kind!r}: {hint}Players are {', '.join(forms)}, and FILE.py for "
        "one of your own"
    )


KINDS: dict[str, Kind] = {
    **{name: Kind(_engine, is_engine=True) for name in (AUTO, *METHODS)},
    "random": Kind(lambda spec, game, limit: RandomPlayer(spec)),
    "casual": Kind(lambda spec, game, limit: CasualPlayer(spec, game)),
    "strategy": Kind(lambda spec, game, limit: StrategyPlayer(spec, game)),
    "adaptive": Kind(lambda spec, game, limit: AdaptivePlayer(spec, game)),
    "double_dummy": Kind(lambda spec, game, limit: DoubleDummyPlayer(spec, game)),
    "habit": Kind(lambda spec, game, limit: HabitPlayer(spec, game), "NAME"),
    "textbook": Kind(_textbook, "NAME"),
    "uci": Kind(partial(ProgramPlayer, start=start_uci), "PROGRAM"),
    "ugi": Kind(partial(ProgramPlayer, start=start_ugi), "PROGRAM"),
    "gtp": Kind(partial(ProgramPlayer, start=RunningGtpProgram), "PROGRAM"),
    "nboard": Kind(partial(ProgramPlayer, start=RunningNboardProgram), "PROGRAM"),
    "gnubg": Kind(gnubg_player, program="gnubg"),
}
"""All kinds by name, but for Python files."""

OWN_FILE = Kind(lambda spec, game, limit: OwnPlayer(spec))
UNKNOWN = Kind(_unknown)


def kind_of(name: str) -> Kind:
    """The kind of this name. A name that ends with .py is a file; others may be UNKNOWN."""
    return OWN_FILE if name.endswith(".py") else KINDS.get(name, UNKNOWN)


def make_player(spec: Spec, game: Game, match_limit: Limit) -> Player:
    """Make the player of a spec, ready to play the game.

    Raises InputError for a kind or setting that does not exist, UnfitError if the player cannot
    play this game.
    """
    return kind_of(spec.kind).make(spec, game, match_limit)
