"""States of backgammon as lines of FIBS, the First Internet Backgammon Server.

A line has fields between colons, as seen by the player who rolls, or has doubled:

    names of both, length of the match, points of both
    26 numbers: the other's bar, the points 1 to 24, the own bar; own checkers are positive
    whose turn, the own dice, the other's dice
    cube, who may double, whether the player has doubled
    colour, direction, home, bar, checkers borne off and on the bar, steps that are possible
    two flags: the game has no Crawford rule, and the Crawford game is over

Source: the guide to the client protocol of FIBS, and the debug output of GNU Backgammon 1.07, which
draws the board that it has read. It takes from "who may double" who owns the cube. Two zeros there
would mean a double, so the cube in the middle is two ones, even if nobody may turn it. After a
double it answers for the other player, although the board is still that of the player who doubled.
The points of a match are then in the order of the guide. Before a play or a double it takes the
first for the other's, so they are written so: in 478 positions at uneven scores it then doubled as
its own evaluation says, and only in 292 of them with the points in the other order.
"""

from __future__ import annotations

from typing import Any

from counterplay.core.game.game import Game
from counterplay.games.backgammon.board import ANSWER, BAR
from counterplay.games.backgammon.match import CRAWFORD_GAME, doublings, owner, points_of

NAME = "backgammon"


def write_board(game: Game, s: Any) -> str:
    """The line that asks for a play or a decision in state `s`."""
    me = s.turn
    words = [(s.near0, s.far0), (s.near1, s.far1)]
    mine, theirs = words[me], words[1 - me]
    dice = f"{s.dice >> 3}:{s.dice & 7}"
    first = me if s.stage == ANSWER else 1 - me
    score = (
        f"{points_of(s.score, first)}:{points_of(s.score, 1 - first)}" if length(game) else "0:0"
    )
    may_double = ":".join(str(int(owner(s.cube) != 1 - player)) for player in (me, 1 - me))
    doubled = int(s.stage == ANSWER)
    is_past_crawford = int(not s.score & CRAWFORD_GAME)
    jacoby = "on" if game.parameters["jacoby"].value else "off"
    return (
        f"board:mover:other:{length(game)}:{score}:{points(mine, theirs)}:1:{dice}:{dice}:"
        f"{1 << doublings(s.cube)}:{may_double}:{doubled}:1:-1:0:25:0:0:0:0:0:0:0:"
        f"{is_past_crawford} jacobyrule {jacoby} beavers off"
    )


def length(game: Game) -> int:
    """The points that win the match; 0 for a money game."""
    return int(game.parameters["match"].value)


def points(mine: tuple[Any, Any], theirs: tuple[Any, Any]) -> str:
    """The checkers on the other's bar, the points 1 to 24 and the own bar."""
    own, other = counts(*mine), counts(*theirs)
    return ":".join(str(own[point] - other[BAR - point]) for point in range(BAR + 1))


def counts(near: Any, far: Any) -> list[int]:
    """The checkers on the points 0 to 25; there is none on point 0."""
    word = int(near) | int(far) << 64
    return [0, *(word >> 4 * (point - 1) & 15 for point in range(1, BAR + 1))]
