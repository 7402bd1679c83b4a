"""Pick the search that fits a game by its facts, or say why none does."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from counterplay.core.errors import InputError, UnfitError
from counterplay.core.facts import CHANCE
from counterplay.core.game import Game
from counterplay.core.limits import Limit
from counterplay.core.position import Position, as_position
from counterplay.core.results import Result
from counterplay.search.alphabeta import AlphaBeta, Report
from counterplay.search.maxn import MaxN
from counterplay.search.options import Settings
from counterplay.search.settings import read_settings

Method = Literal["alphabeta", "maxn"]


@dataclass(frozen=True)
class NoSettings:
    """For methods that have nothing to set."""


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


def unfit(game: Game, method: Method) -> str | None:
    """Why a search does not fit a game, in a sentence; None where it does."""
    facts = game.facts
    if facts.hidden:
        return f"{game.name} hides part of its state, and {method} needs to see all of it"
    if facts.repetition or facts.superko:
        return f"{game.name} has a rule about repeated positions, which {method} does not know yet"
    if facts.chance and "chance" not in game.functions:
        return f"{game.name} only samples its chance, and {method} needs chance(s, …)"
    speaks_for_one = game.evaluator is not None and "p" not in game.evaluator.asks_for
    if speaks_for_one and (facts.players != 2 or facts.total is None or facts.chance):
        return f"the evaluator of {game.name} speaks for the side to move: write evaluate(s, p, …)"
    if method == "alphabeta":
        if facts.players != 2:
            return f"{game.name} is for {facts.players} players, alphabeta for two: use maxn"
        if facts.total is None:
            return f"{game.name} has no constant total of payoffs, as alphabeta needs: use maxn"
        if facts.chance:
            return f"{game.name} has chance in it, alphabeta cannot have: use maxn"
    return None


def engine(game: Game, method: Method | None = None, **settings: Any) -> Engine:
    """The search that fits the game, or the one asked for, ready to be used.

    `settings` are those of the method, as values or as text: memory=256, killers="off".
    """
    if method is None:
        method = "maxn" if unfit(game, "alphabeta") else "alphabeta"
    if method not in ("alphabeta", "maxn"):
        raise InputError(f"method={method!r} is not one of: alphabeta, maxn")
    reason = unfit(game, method)
    if reason:
        raise UnfitError(reason)
    if method == "maxn":
        read_settings(NoSettings, settings, "maxn")
        return MaxN(game)
    given = {**game.search_settings, **settings}
    read = read_settings(Settings, given, "alphabeta")
    return AlphaBeta(game, read, frozenset(settings))


def require_move(position: Position) -> None:
    """Refuse a position in which no player has a move to find."""
    if position.over:
        payoffs = ", ".join(f"{value:g}" for value in position.payoffs)
        raise InputError(f"the game is over here, with payoffs {payoffs}: there is no move to find")
    if position.player == CHANCE:
        raise InputError("chance is to move here: play one of its outcomes first")


def search(
    game: Game,
    position: Position | str | None = None,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    method: Method | None = None,
    stop: threading.Event | None = None,
    report: Report | None = None,
    **settings: Any,
) -> Result:
    """Find the best move: for so many seconds, plies or nodes (one second if nothing is said).

    Alpha-beta for two players of a constant-sum game without chance, max^n for the rest, unless
    `method` says otherwise. `settings` are those of the method (memory=256, threads=2). `stop`, once set, ends the
    search with its best answer so far; `report` is called with the answer of each depth.
    """
    limit = Limit(time, depth, nodes)
    where = as_position(game, position)
    require_move(where)
    return engine(game, method, **settings).search(where, limit, stop, report)
