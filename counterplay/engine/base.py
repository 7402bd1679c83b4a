"""Pick the search that fits a game by its facts, or say why none does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Literal, Protocol, get_args

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta import engine as alphabeta
from counterplay.engine.alphabeta.engine import AlphaBeta, Report
from counterplay.engine.alphabeta.settings import Settings
from counterplay.engine.dfpn import engine as dfpn
from counterplay.engine.maxn import engine as maxn
from counterplay.engine.paranoid import engine as paranoid
from counterplay.engine.probes import ProbeTables
from counterplay.engine.settings import read_settings
from counterplay.engine.uct import engine as uct
from counterplay.engine.uct import flat

Method = Literal["alphabeta", "maxn", "paranoid", "best_reply", "dfpn", "uct", "flat"]


class Engine(Protocol):
    """A search that is set up for one game and keeps what it learned from move to move."""

    method: str

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result: ...

    def new_game(self) -> None: ...


@dataclass(frozen=True)
class Way:
    """One method: its settings, how it is made for a game, and why it may not fit one."""

    settings: type[Any]
    make: Callable[[Game, Any], Engine]
    unfit: Callable[[Game], str | None]


METHODS: dict[str, Way] = {
    "alphabeta": Way(Settings, AlphaBeta, alphabeta.unfit),
    "maxn": Way(maxn.MaxNSettings, maxn.MaxN, maxn.unfit),
    "paranoid": Way(paranoid.ParanoidSettings, paranoid.Paranoid, paranoid.unfit),
    "best_reply": Way(
        paranoid.ParanoidSettings,
        lambda game, settings: paranoid.Paranoid(game, settings, best_reply=True),
        lambda game: paranoid.unfit(game, best_reply=True),
    ),
    "dfpn": Way(dfpn.DfPnSettings, dfpn.DfPn, dfpn.unfit),
    "uct": Way(uct.UctSettings, uct.Uct, uct.unfit),
    "flat": Way(flat.FlatSettings, flat.Flat, uct.unfit),
}
assert set(METHODS) == set(get_args(Method))

BY_DEFAULT: tuple[Method, ...] = ("alphabeta", "maxn", "uct")
"""What is tried in turn where nobody names a method: exact where it can be, sampling at last."""


def unfit(game: Game, method: str) -> str | None:
    """Why a method does not fit a game, in a sentence; None where it does."""
    return METHODS[method].unfit(game)


def chosen_method(game: Game, method: Method | None = None) -> Method:
    """The method named, if it fits the game; by default the first of `BY_DEFAULT` that does."""
    if method is not None and method not in METHODS:
        raise InputError(f"method={method!r} is not one of: {', '.join(METHODS)}")
    reasons = {name: unfit(game, name) for name in (BY_DEFAULT if method is None else (method,))}
    for name, reason in reasons.items():
        if reason is None:
            return name
    raise UnfitError(next(filter(None, reasons.values())))


def setting_names(method: str) -> frozenset[str]:
    """The names of the settings that a method has."""
    return frozenset(setting.name for setting in fields(METHODS[method].settings))


def make_engine(
    game: Game,
    method: Method | None = None,
    *,
    endgames: ProbeTables | None = None,
    **settings: Any,
) -> Engine:
    """An engine alone: the method that fits the game, or the one named.

    Use a `Session` for an engine with an opening book and tables. `settings` are those of the
    method, as values or as text: memory=256, killers="off". With `endgames`, alpha-beta looks
    states up in endgame tables.
    """
    chosen = chosen_method(game, method)
    way = METHODS[chosen]
    if chosen == "alphabeta":
        read = read_settings(Settings, {**game.search_settings, **settings}, chosen)
        return AlphaBeta(game, read, frozenset(settings), endgames)
    if endgames is not None:
        raise UnfitError(f"{chosen} looks up no endgame table: alphabeta does")
    return way.make(game, read_settings(way.settings, settings, chosen))


def require_move(position: Position) -> None:
    """Refuse a position in which no player has a move to find."""
    if position.is_over:
        payoffs = ", ".join(f"{value:g}" for value in position.payoffs)
        raise InputError(f"the game is over here, with payoffs {payoffs}: there is no move to find")
    if position.turn == CHANCE:
        raise InputError("chance is to move here: play one of its outcomes first")
