"""`tournament`: several players, each pair from the same openings, and ratings for all."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, Unpack, get_args

from counterplay.arena import schedule
from counterplay.arena.event import EventOptions, make_event, play_event
from counterplay.arena.schedule import Pair
from counterplay.arena.standings import Standings, TournamentResult
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.players.parse import parse_spec
from counterplay.players.spec import Spec

Meetings = Literal["all", "gauntlet", "ladder"]
"""Who meets: all pairs, the first player and each other, or players at most two places apart."""

PAIRINGS: dict[Meetings, Callable[[int], tuple[Pair, ...]]] = {
    "all": schedule.all_pairs,
    "gauntlet": schedule.gauntlet,
    "ladder": schedule.ladder,
}

Report = Callable[[Standings], None]
"""Called before the first game and after each finished game."""


def tournament(
    game: Game,
    players: Sequence[str],
    *,
    meetings: Meetings = "all",
    anchor: str | None = None,
    at: float = 0.0,
    report: Report | None = None,
    **options: Unpack[EventOptions],
) -> TournamentResult:
    """Play a tournament and return its result. Each pair plays each opening from both sides.

    A player is a text such as "alphabeta:depth=6" (`players.parse` describes the form). For the
    options see `EventOptions`; by default each pair plays 100 games. The player `anchor` is rated
    `at` Elo points, and all others relative to it. Without an anchor, `at` is the mean of all.

    Finished games are saved in the file `out`. The same call resumes a tournament that was stopped.
    Ctrl-C ends the tournament and returns the result so far, with `finished` False.
    """
    if meetings not in PAIRINGS:
        raise InputError(f"meetings={meetings!r} is not one of {', '.join(get_args(Meetings))}")
    specs = with_distinct_names(players)
    event = make_event(game, specs, PAIRINGS[meetings](len(specs)), **options)
    standings = Standings(event, anchor, at)
    play_event(event, standings, report)
    return standings.result()


def with_distinct_names(players: Sequence[str]) -> tuple[Spec, ...]:
    """Parse two or more players. Those with the same name get a number: `random (2)`."""
    if len(players) < 2:
        raise InputError(f"a tournament needs at least two players, not {len(players)}")
    specs = [parse_spec(text) for text in players]
    uses, seen = Counter(spec.name for spec in specs), Counter[str]()
    distinct = []
    for spec in specs:
        seen[spec.name] += 1
        name = f"{spec.name} ({seen[spec.name]})" if uses[spec.name] > 1 else spec.name
        distinct.append(dataclasses.replace(spec, name=name))
    return tuple(distinct)
