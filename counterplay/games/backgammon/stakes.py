"""What a game of backgammon is played for: the payoffs of a single win and a single loss.

GNU Backgammon measures equities by them: +1 is a win at the present cube, -1 a loss.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.game import Game
from counterplay.games.backgammon.cube import chance_after
from counterplay.games.backgammon.match import doublings, points_of
from counterplay.games.backgammon.match_equity import match_equities


def stakes(game: Game, s: Any, player: int) -> tuple[float, float]:
    """The payoffs of a player after losing and after winning one game at the present cube."""
    cube, length = 1 << doublings(s.cube), game.parameters["match"].value
    if length == 0:
        return -cube, cube
    away, their_away = (length - points_of(s.score, p) for p in (player, 1 - player))
    is_last_stretch = min(away, their_away) == 1
    table = _equities(length, game.parameters["cube"].value, game.parameters["crawford"].value)
    won = chance_after(away, their_away, cube, is_last_stretch, table)
    lost = 1.0 - chance_after(their_away, away, cube, is_last_stretch, table)
    return 2.0 * lost - 1.0, 2.0 * won - 1.0


@cache
def _equities(length: int, has_cube: bool, has_crawford: bool) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = match_equities(length, has_cube, has_crawford)
    return found
