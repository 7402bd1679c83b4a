"""The totals of a match beside those of GNU Backgammon 1.07, from the same file.

Its figures are from `analyse match` and `show statistics match`, with 2 plies for both kinds.
"""

from dataclasses import replace
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.formats.game_file import GameFile
from counterplay.review.game import decisions_of
from counterplay.review.total import Total, total_of
from counterplay.session import Session

FILE = Path(__file__).parents[1] / "data" / "mat" / "casual_match.mat"

UNFORCED, CLOSE = (20, 23), (4, 5)
PLAYS_LOST, CUBE_LOST = (0.327, 0.337), (1.594, 0.677)
RATINGS = ("intermediate", "intermediate")


@pytest.fixture(scope="module")
def totals() -> dict[tuple[bool, int], Total]:
    [(_, record)] = GameFile(FILE).games()
    game = cp.load("backgammon", cube=True, match=5)
    with Session(game) as session:
        found = list(decisions_of(session, record.position(game), cp.Limit(depth=1)))
    return {
        (is_cube, p): total_of(one for one in found if (one.is_cube, one.player) == (is_cube, p))
        for is_cube in (False, True)
        for p in (0, 1)
    }


@pytest.mark.parametrize("player", [0, 1])
def test_a_review_finds_the_errors_that_gnu_backgammon_finds(
    totals: dict[tuple[bool, int], Total], player: int
) -> None:
    plays, cube = totals[False, player], totals[True, player]
    assert (plays.decisions, cube.decisions) == (UNFORCED[player], CLOSE[player])
    assert plays.loss == pytest.approx(PLAYS_LOST[player], abs=0.1)
    assert cube.loss == pytest.approx(CUBE_LOST[player], abs=0.25)
    theirs = replace(plays, loss=PLAYS_LOST[player])
    assert theirs.rating == RATINGS[player]
