"""What the options of a protocol ask of the engine, and how a session is set up accordingly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import MOST, Limit
from counterplay.engine.base import (
    BY_DEFAULT,
    NOTHING_FITS,
    Method,
    chosen_method,
    setting_names,
    unfit,
)
from counterplay.session import Session

AUTO = "auto"
PLAYERS = ("alphabeta", "expectiminimax", "maxn", "paranoid", "best_reply", "uct", "flat")
"""Methods that find a move in every position. `dfpn` is missing: it only proves."""
WITHOUT_DEPTH = ("uct", "flat")
NO_END = Limit(nodes=MOST)
"""The limit of a search that goes on until it is stopped."""


@dataclass(frozen=True)
class EngineOptions:
    """What a client asks for: a method, its settings as text, and the path of tables.

    `lines` is the number of best lines, for methods that can find several.
    """

    method: str = AUTO
    settings: tuple[tuple[str, str], ...] = ()
    tables: str = ""
    lines: int = field(default=1, compare=False)

    @classmethod
    def of(
        cls, method: str, settings: Mapping[str, str], tables: str = "", lines: int = 1
    ) -> EngineOptions:
        return cls(method, tuple(settings.items()), tables, lines)

    def apply(self, session: Session) -> None:
        """Set up a session like this. Settings that the method does not have are left out."""
        method = method_of(session.game, self)
        known = setting_names(method)
        settings = {name: value for name, value in self.settings if name in known}
        session.use_engine(method, **settings)
        session.use_tables(self.tables or None)


def playable_methods(game: Game) -> tuple[str, ...]:
    """The methods that can play a game. If there are none, an error says why."""
    found = tuple(method for method in PLAYERS if unfit(game, method) is None)
    if not found:
        raise UnfitError(f"{unfit(game, BY_DEFAULT[-1])}: {NOTHING_FITS}")
    return found


def method_of(game: Game, options: EngineOptions) -> Method:
    """The method that the options come to."""
    return chosen_method(game, None if options.method == AUTO else cast(Method, options.method))


def unused(game: Game, options: EngineOptions) -> list[str]:
    """A sentence about each option that the method cannot use."""
    method = method_of(game, options)
    sentences = []
    threads = int(dict(options.settings).get("threads", 1))
    if threads > 1 and "threads" not in setting_names(method):
        sentences.append(f"{method} uses one thread")
    if options.lines > 1 and "lines" not in setting_names(method):
        sentences.append(f"{method} finds one line")
    return sentences


def for_method(limit: Limit, method: str) -> tuple[Limit, str]:
    """The part of a limit that a method can keep, and a sentence about the rest."""
    if limit.depth is None or method not in WITHOUT_DEPTH:
        return limit, ""
    kept = Limit(limit.time, None, limit.nodes, limit.clock, limit.increment, limit.moves_to_go)
    said = f"{method} has no depth to be limited"
    return kept, said if kept.seconds is None else f"{said}: it thinks for {kept.share:g} s"
