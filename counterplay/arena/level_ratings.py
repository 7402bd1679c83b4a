"""Measure the strength levels of a game: levels at most two apart play one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from counterplay.arena.bradley_terry import METHOD
from counterplay.arena.event import EventOptions
from counterplay.arena.ladder import Ladder, levels_from
from counterplay.arena.tournaments import Report, tournament
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.probcut.calibration import parameters_of
from counterplay.players.levels import default_levels

GAMES = 40
"""Games of each pair."""


def rate_levels(
    game: Game,
    *,
    specs: Sequence[str] = (),
    command: str = "",
    report: Report | None = None,
    **options: Unpack[EventOptions],
) -> Ladder | None:
    """Play a tournament of the levels and return them with their Elo. None after Ctrl-C.

    `specs` replaces the default levels; list the weakest first. For the options see `EventOptions`.
    Elo is relative to the weakest level.
    """
    players = tuple(specs) or tuple(level.spec for level in default_levels(game))
    if len(players) < 2:
        raise InputError("rate needs at least two levels")
    played = tournament(
        game,
        [f"{spec}{',' if '=' in spec else ':'}name={i}" for i, spec in enumerate(players, 1)],
        meetings="ladder",
        anchor="1",
        report=report,
        **options,
    )
    if not played.finished:
        return None
    return Ladder(
        game=game.name,
        parameters=parameters_of(game),
        games=played.played,
        method=METHOD,
        command=command,
        levels=levels_from(played, players),
    )
