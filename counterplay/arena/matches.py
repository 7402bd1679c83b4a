"""`match`: two players against each other, until the last game or the verdict of a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from counterplay.arena.event import EventOptions, make_event, play_event
from counterplay.arena.result import MatchResult
from counterplay.arena.schedule import ONE_PAIR
from counterplay.arena.sprt import Sprt
from counterplay.arena.tally import MatchTally
from counterplay.core.game.game import Game
from counterplay.players.parse import parse_pair

Report = Callable[[MatchTally], None]
"""Called before the first game and after each finished game."""


def match(
    game: Game,
    one: str,
    other: str,
    *,
    sprt: Sprt | tuple[float, float] | None = None,
    report: Report | None = None,
    **options: Unpack[EventOptions],
) -> MatchResult:
    """Play a match and return its result. Each opening is played from both sides.

    A player is a text such as "alphabeta:depth=6" (`players.parse` describes the form). For the
    options see `EventOptions`; by default a match has 100 games with 0.1 seconds per move. With
    `sprt`, the match ends as soon as the test decides.

    Finished games are saved in the file `out`. The same call resumes a match that was stopped.
    Ctrl-C ends the match and returns the result so far, with `finished` False.
    """
    test = Sprt(*sprt) if isinstance(sprt, tuple) else sprt
    event = make_event(game, parse_pair(one, other), ONE_PAIR, **options)
    tally = MatchTally(game, event.conditions, event.games, test, event.out)
    play_event(event, tally, report)
    return tally.result()
