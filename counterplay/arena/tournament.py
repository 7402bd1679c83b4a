"""A tournament: many players, every pair of them from the same openings, and ratings for all."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, Unpack, get_args

from counterplay.arena import schedule
from counterplay.arena.event import Terms, hold, prepare
from counterplay.arena.schedule import Pair
from counterplay.arena.standings import Standings, TournamentResult
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.players.spec import Spec, parse_spec

Meetings = Literal["all", "gauntlet", "ladder"]
"""Who meets: everybody, the first and all others, or those at most two places apart."""

PAIRINGS: dict[Meetings, Callable[[int], tuple[Pair, ...]]] = {
    "all": schedule.all_pairs,
    "gauntlet": schedule.gauntlet,
    "ladder": schedule.ladder,
}

Report = Callable[[Standings], None]


def tournament(
    game: Game,
    players: Sequence[str],
    *,
    meetings: Meetings = "all",
    anchor: str | None = None,
    at: float = 0.0,
    report: Report | None = None,
    **terms: Unpack[Terms],
) -> TournamentResult:
    """Let players meet, each pair from the same openings and each opening from both sides.

    Players are named as `arena.spec` says, terms as `arena.event.Terms`: 100 games of each pair if
    nothing is said. Ratings are counted from the player `anchor`, or from the mean of all, who has
    `at` Elo points.

    Finished games are kept in the file `out`; the same call goes on from there. `report` is told of
    each finished game. Ctrl-C ends it with the result so far, and `finished` is then False.
    """
    if meetings not in PAIRINGS:
        raise InputError(f"meetings={meetings!r} is not one of {', '.join(get_args(Meetings))}")
    specs = told_apart(players)
    event = prepare(game, specs, PAIRINGS[meetings](len(specs)), **terms)
    standings = Standings(event, anchor, at)
    hold(event, standings, report)
    return standings.result()


def told_apart(players: Sequence[str]) -> tuple[Spec, ...]:
    """Two players or more, who can be told apart by their names."""
    if len(players) < 2:
        raise InputError(f"a tournament needs two players or more, not {len(players)}")
    specs = [parse_spec(text) for text in players]
    often, seen = Counter(spec.name for spec in specs), Counter[str]()
    named = []
    for spec in specs:
        seen[spec.name] += 1
        several = often[spec.name] > 1
        name = f"{spec.name} ({seen[spec.name]})" if several else spec.name
        named.append(dataclasses.replace(spec, name=name))
    return tuple(named)
