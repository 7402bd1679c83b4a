"""The engine interface, the table of all methods, and the choice of one that fits a game."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, Protocol, get_args

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.facts import CHANCE, SIMULTANEOUS
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.core.game.values import number_text
from counterplay.engine.alphabeta import engine as alphabeta
from counterplay.engine.alphabeta.engine import AlphaBeta, Report
from counterplay.engine.alphabeta.settings import Settings
from counterplay.engine.dfpn import engine as dfpn
from counterplay.engine.expectiminimax import engine as expectiminimax
from counterplay.engine.expectiminimax.engine import Expectiminimax
from counterplay.engine.expectiminimax.settings import Settings as ExpectiminimaxSettings
from counterplay.engine.ismcts import engine as ismcts
from counterplay.engine.maxn import engine as maxn
from counterplay.engine.paranoid import engine as paranoid
from counterplay.engine.pimc import engine as pimc
from counterplay.engine.probes import ProbeTables
from counterplay.engine.settings import read_settings
from counterplay.engine.simulation import engine as simulation
from counterplay.engine.uct import engine as uct
from counterplay.engine.uct import flat, monte_carlo

Method = Literal[
    "alphabeta", "expectiminimax", "maxn", "paranoid", "best_reply", "dfpn", "uct", "flat",
    "ismcts", "pimc", "simulation",
]  # fmt: skip


class Engine(Protocol):
    """A search for one game. It keeps what it has learned from one move to the next."""

    method: str

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """The best move within the limit. Set `stop` to end the search with its best answer so
        far; `report` is called with the answer of each depth."""

    def new_game(self) -> None:
        """Forget what earlier searches found."""


@dataclass(frozen=True)
class MethodRow:
    """One method.

    settings   the class of its settings
    make       makes an engine for a game
    unfit      why the method does not fit a game, in a sentence; None if it does
    kernel     the file of its kernel
    """

    settings: type[Any]
    make: Callable[[Game, Any], Engine]
    unfit: Callable[[Game], str | None]
    kernel: Path


METHODS: dict[str, MethodRow] = {
    "alphabeta": MethodRow(Settings, AlphaBeta, alphabeta.unfit, alphabeta.KERNEL),
    "expectiminimax": MethodRow(
        ExpectiminimaxSettings, Expectiminimax, expectiminimax.unfit, expectiminimax.KERNEL
    ),
    "maxn": MethodRow(maxn.MaxNSettings, maxn.MaxN, maxn.unfit, maxn.KERNEL),
    "paranoid": MethodRow(
        paranoid.ParanoidSettings, paranoid.Paranoid, paranoid.unfit, paranoid.KERNEL
    ),
    "best_reply": MethodRow(
        paranoid.ParanoidSettings,
        lambda game, settings: paranoid.Paranoid(game, settings, best_reply=True),
        lambda game: paranoid.unfit(game, best_reply=True),
        paranoid.KERNEL,
    ),
    "dfpn": MethodRow(dfpn.DfPnSettings, dfpn.DfPn, dfpn.unfit, dfpn.KERNEL),
    "uct": MethodRow(uct.UctSettings, uct.Uct, uct.unfit, monte_carlo.KERNEL),
    "flat": MethodRow(flat.FlatSettings, flat.Flat, uct.unfit, monte_carlo.KERNEL),
    "ismcts": MethodRow(ismcts.IsmctsSettings, ismcts.Ismcts, ismcts.unfit, ismcts.KERNEL),
    "pimc": MethodRow(pimc.PimcSettings, pimc.Pimc, pimc.unfit, pimc.KERNEL),
    "simulation": MethodRow(
        simulation.SimulationSettings, simulation.Simulation, simulation.unfit, simulation.KERNEL
    ),
}
assert set(METHODS) == set(get_args(Method))

BY_DEFAULT: tuple[Method, ...] = (
    "alphabeta", "expectiminimax", "maxn", "uct", "simulation", "ismcts",
)  # fmt: skip
"""The methods that are tried in turn if none is named: exact ones first, sampling last. The last
two are for games that hide something."""

WITH_TECHNIQUES = ("alphabeta", "expectiminimax")
"""The methods with techniques that can be switched. `SEARCH` of a game's file has settings of the
one that the game is searched with by default, or of the method that it names."""

NAMED = "method"
"""The name in `SEARCH` of the method that the game is searched with by default."""

NOTHING_FITS = "no method here searches such a game"


def unfit(game: Game, method: str) -> str | None:
    """Why a method does not fit a game, in a sentence; None if it does."""
    return METHODS[method].unfit(game)


def chosen_method(game: Game, method: Method | None = None) -> Method:
    """The method named, if it fits the game.

    By default it is the method that `SEARCH` of the game names, or the first of `BY_DEFAULT` that
    fits.
    """
    method = game.search_settings.get(NAMED) if method is None else method
    if method is not None and str(method) not in METHODS:
        raise InputError(f"method={method!r} is not one of: {', '.join(METHODS)}")
    reasons = {name: unfit(game, name) for name in (BY_DEFAULT if method is None else (method,))}
    for name, reason in reasons.items():
        if reason is None:
            return name
    raise UnfitError(f"{next(filter(None, reasons.values()))}: {_instead(game)}")


def fitting(game: Game) -> tuple[str, ...]:
    """The methods that fit a game, those that are chosen by default first."""
    named = str(game.search_settings.get(NAMED))
    ranked = dict.fromkeys((*([named] if named in METHODS else []), *BY_DEFAULT, *METHODS))
    return tuple(method for method in ranked if unfit(game, method) is None)


def _instead(game: Game) -> str:
    """The end of a refusal: methods that do fit the game."""
    methods = fitting(game)
    return f"use {' or '.join(methods[:2])}" if methods else NOTHING_FITS


def what_searches(game: Game) -> str:
    """What searches a game, in a sentence, for commands that cannot handle it."""
    methods = fitting(game)
    if not methods:
        return NOTHING_FITS
    return f"`counterplay analyse` and cp.search search it, by {methods[0]}"


def require_alphabeta(game: Game, command: str) -> None:
    """Raise UnfitError if a game does not fit alpha-beta, the only method of a command."""
    reason = unfit(game, AlphaBeta.method)
    if reason is not None:
        raise UnfitError(f"{command} works with alphabeta only. {reason}; {what_searches(game)}")


def own_settings(game: Game, method: str) -> dict[str, Any]:
    """The settings in `SEARCH` of a game's file, if they are those of this method."""
    settings = dict(game.search_settings)
    named = settings.pop(NAMED, None)
    if named is None and (method not in WITH_TECHNIQUES or method != chosen_method(game)):
        return {}
    return settings if named in (None, method) else {}


def setting_names(method: str) -> frozenset[str]:
    """The names of the settings that a method has."""
    return frozenset(setting.name for setting in fields(METHODS[method].settings))


def make_engine(
    game: Game,
    /,
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
    row = METHODS[chosen]
    own = own_settings(game, chosen)
    try:
        read_settings(row.settings, own, chosen)
    except InputError as error:
        raise InputError(f"{game.path}, SEARCH: {error}") from None
    read = read_settings(row.settings, {**own, **settings}, chosen)
    if chosen == "alphabeta":
        return AlphaBeta(game, read, frozenset(settings), endgames)
    if endgames is not None:
        does = ": alphabeta does" if unfit(game, AlphaBeta.method) is None else ""
        raise UnfitError(f"{chosen} looks up no endgame table{does}")
    if chosen == "expectiminimax":
        return Expectiminimax(game, read, frozenset(settings))
    return row.make(game, read)


def require_move(position: Position) -> None:
    """Raise InputError for a position in which no player has a move."""
    if position.is_over:
        payoffs = ", ".join(number_text(value) for value in position.payoffs)
        raise InputError(f"the game is over here, with payoffs {payoffs}: there is no move to find")
    if position.turn == CHANCE:
        raise InputError("chance is to move here: play one of its outcomes first")
    if position.turn == SIMULTANEOUS:
        raise UnfitError(
            f"the players of {position.game.name} move at once here, which no method supports: "
            "let them move one after the other, and hide the first move"
        )
