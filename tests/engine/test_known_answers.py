"""Values that others have proved or computed, found exactly by the compiled search."""

import json
from pathlib import Path

import pytest

import counterplay as cp

DATA = Path(__file__).parents[1] / "data"
PONS = json.loads((DATA / "connect_four_pons.json").read_text(encoding="utf-8"))["sets"]

PILES = ("1", "2", "1,1", "2,2", "1,2", "1,2,3", "1,3,5,7", "1,1,1", "2,2,2")
FIRST_WINS = {
    # Bouton (1901): in the normal game the mover loses where the exclusive or is zero. In misère
    # it is the same, except where no pile has more than one: there an odd number of piles loses.
    "normal": (True, True, False, False, True, False, False, True, True),
    "misère": (False, True, True, False, True, False, False, False, True),
}


@pytest.mark.parametrize("rules", FIRST_WINS)
def test_nim_is_won_by_whom_bouton_says(rules: str) -> None:
    game = cp.load("nim", misere=rules == "misère")
    for piles, wins in zip(PILES, FIRST_WINS[rules], strict=True):
        found = cp.search(game, nim_text(piles), depth=16)
        assert found.outcome == ("win" if wins else "loss"), piles


def nim_text(piles: str) -> str:
    """Few piles among the four of 1, 3, 5 and 7 that the game starts with: the rest are empty."""
    sizes = sorted(map(int, piles.split(",")))
    return ",".join(map(str, [0] * (4 - len(sizes)) + sizes))


def test_tic_tac_toe_is_a_draw_after_nine_moves() -> None:
    found = cp.search(cp.load("tic_tac_toe"), depth=9)
    assert (found.value, found.outcome, found.distance) == (0, "draw", 9)


@pytest.mark.parametrize(
    ("width", "height", "outcome", "distance"),
    [(4, 4, "draw", 16), (5, 4, "draw", 20), (6, 4, "loss", 24)],
)
def test_small_boards_of_connect_four(width: int, height: int, outcome: str, distance: int) -> None:
    """Source: Pascal Pons' solver, built for each size; 6x4 is lost by the very last disc."""
    found = cp.search(cp.load("connect_four", width=width, height=height), depth=width * height)
    assert (found.kind, found.outcome, found.distance) == ("exact", outcome, distance)


def distance_of(score: int, played: int) -> int:
    """The plies to the end that a score of Pascal Pons' solver stands for, on 42 squares.

    A winning disc that is the winner's n-th from the end scores n. Discs are laid in turn, so
    with `played` discs on the board the side to move lays the odd plies from here: the winner is
    the first player, who lays discs 1, 3, … 41, or the second, who lays 2, 4, … 42. The n-th disc
    from the end is number 43 - 2n of the first player's and 44 - 2n of the second's.
    """
    if score == 0:
        return 42 - played
    mover_wins = score > 0
    winner = played % 2 if mover_wins else 1 - played % 2
    return 43 + winner - 2 * abs(score) - played


@pytest.mark.parametrize("name", PONS)
def test_connect_four_positions_have_their_known_scores(name: str) -> None:
    game = cp.load("connect_four")
    for moves, score in PONS[name]["positions"]:
        found = cp.search(game, moves, depth=42)
        outcome = "win" if score > 0 else "loss" if score < 0 else "draw"
        assert found.kind == "exact", moves
        assert (found.outcome, found.distance) == (outcome, distance_of(score, len(moves))), moves
        end = found.position
        for move in found.line:
            end = end.play(move)
        assert end.is_over
        assert len(found.line) == found.distance


def test_the_tree_of_the_book_is_worth_three() -> None:
    """Russell and Norvig, figure 5.2: the default tree of the game `tree`."""
    found = cp.search(cp.load("tree"), depth=9)
    assert (found.value, found.move, found.line) == (3, 0, (0, 0))
    assert (found.kind, found.outcome, found.distance) == ("exact", "win", 2)
