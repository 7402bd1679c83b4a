"""A match from its first game to its last, or to the verdict of a sequential test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from counterplay.arena.event import Terms, hold, prepare
from counterplay.arena.result import MatchResult
from counterplay.arena.schedule import ONE_PAIR
from counterplay.arena.sprt import Sprt
from counterplay.arena.tally import Tally
from counterplay.core.game.game import Game
from counterplay.players.spec import parse_pair

Report = Callable[[Tally], None]


def match(
    game: Game,
    one: str,
    other: str,
    *,
    sprt: Sprt | tuple[float, float] | None = None,
    report: Report | None = None,
    **terms: Unpack[Terms],
) -> MatchResult:
    """Play two players against each other, each opening from both sides.

    Players are named as `arena.spec` says, terms as `arena.event.Terms`: 100 games, a tenth of a
    second for a move if nothing is said. With `sprt` the match ends as soon as the test decides.

    Finished games are kept in the file `out`; the same call goes on from there. `report` is told of
    each finished game. Ctrl-C ends the match with the result so far, and `finished` is then False.
    """
    test = Sprt(*sprt) if isinstance(sprt, tuple) else sprt
    event = prepare(game, parse_pair(one, other), ONE_PAIR, **terms)
    tally = Tally(game, event.setup, event.games, test, event.out)
    hold(event, tally, report)
    return tally.result()
