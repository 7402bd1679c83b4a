"""How strong the levels of a game are: neighbours, and those two apart, play one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from counterplay.arena.event import Terms
from counterplay.arena.ladder import Ladder, rungs
from counterplay.arena.rating import METHOD
from counterplay.arena.tournament import Report, tournament
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.probcut.calibration import parameters_of
from counterplay.players.levels import default_levels

GAMES = 40


def rate_levels(
    game: Game,
    *,
    specs: Sequence[str] = (),
    command: str = "",
    report: Report | None = None,
    **terms: Unpack[Terms],
) -> Ladder | None:
    """Measure the levels of a game, weakest first as expected; None where Ctrl-C came first.

    `specs` are players in place of the usual levels. Terms are those of a tournament: `games` are
    played by each pair. Elo is counted from the weakest level.
    """
    players = tuple(specs) or tuple(level.spec for level in default_levels(game))
    if len(players) < 2:
        raise InputError("a ladder needs two levels or more")
    played = tournament(
        game,
        [f"{spec}{',' if '=' in spec else ':'}name={i}" for i, spec in enumerate(players, 1)],
        meetings="ladder",
        anchor="1",
        report=report,
        **terms,
    )
    if not played.finished:
        return None
    return Ladder(
        game=game.name,
        parameters=parameters_of(game),
        games=played.played,
        method=METHOD,
        command=command,
        levels=rungs(played, players),
    )
