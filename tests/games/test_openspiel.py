"""Random games agree move for move with OpenSpiel's rules: mover, legal moves, end and payoffs."""

import os
import random
from collections.abc import Callable

import pytest

import counterplay as cp

try:
    import pyspiel
except ImportError as error:
    if "CI" in os.environ:
        raise
    pytest.skip(f"OpenSpiel is not installed ({error})", allow_module_level=True)

GAMES = 200

ToTheirs = Callable[[int], int]


def same(action: int) -> int:
    return action


def from_the_top(width: int, height: int) -> ToTheirs:
    """Our squares count from the bottom row up, theirs from the top row down."""
    return lambda action: width * (height - 1 - action // width) + action % width


def by_take_then_pile(piles: int) -> ToTheirs:
    """Our move holds the pile and the number taken; theirs counts takes first, then piles."""
    return lambda action: (action % 256 - 1) * piles + action // 256


def mnk(width: int, height: int, line: int) -> tuple[str, dict[str, object], str, ToTheirs]:
    parameters: dict[str, object] = {"width": width, "height": height, "in_a_row": line}
    theirs = f"mnk(m={width},n={height},k={line})"
    return "tic_tac_toe", parameters, theirs, from_the_top(width, height)


def nim(piles: tuple[int, ...], misere: bool) -> tuple[str, dict[str, object], str, ToTheirs]:
    theirs = f"nim(pile_sizes={';'.join(map(str, piles))},is_misere={misere})"
    return "nim", {"piles": piles, "misere": misere}, theirs, by_take_then_pile(len(piles))


def dots(columns: int, rows: int) -> tuple[str, dict[str, object], str, ToTheirs]:
    theirs = f"dots_and_boxes(num_rows={rows},num_cols={columns},utility_margin=True)"
    return "dots_and_boxes", {"columns": columns, "rows": rows, "players": 2}, theirs, same


CASES = [
    ("tic_tac_toe", {}, "tic_tac_toe", from_the_top(3, 3)),
    mnk(4, 3, 3),
    mnk(8, 8, 4),
    nim((1, 3, 5, 7), misere=True),
    nim((1, 3, 5, 7), misere=False),
    nim((3, 1), misere=True),
    nim((2, 2), misere=False),
    nim((100, 1, 30), misere=True),
    nim((1, 2, 3, 4, 5, 6, 7, 8), misere=False),
    ("connect_four", {}, "connect_four", same),
    ("connect_four", {"width": 5, "height": 4}, "connect_four(rows=4,columns=5)", same),
    (
        "connect_four",
        {"width": 4, "height": 6, "in_a_row": 3},
        "connect_four(rows=6,columns=4,x_in_row=3)",
        same,
    ),
    dots(2, 2),
    dots(3, 2),
    dots(3, 4),
    ("othello", {}, "othello", same),
]


@pytest.mark.parametrize(
    ("name", "parameters", "theirs", "to_theirs"), CASES, ids=[case[2] for case in CASES]
)
def test_random_games_agree_with_openspiel(
    name: str, parameters: dict[str, object], theirs: str, to_theirs: ToTheirs
) -> None:
    rng = random.Random(theirs)
    game, oracle = cp.load(name, **parameters), pyspiel.load_game(theirs)
    for _ in range(GAMES):
        position, state = game.position(), oracle.new_initial_state()
        while not state.is_terminal():
            assert not position.is_over, position
            assert position.turn == state.current_player(), position
            ours = {to_theirs(action): action for action in position.legal_moves}
            assert sorted(ours) == state.legal_actions(), position
            move = rng.choice(sorted(ours))
            position = position.play(ours[move])
            state.apply_action(move)
        assert position.is_over, position
        assert not position.legal_moves, position
        assert payoffs_as_theirs(position) == state.returns(), position


def payoffs_as_theirs(position: cp.Position) -> list[float]:
    """Theirs are for a total of zero: boxes become the margin between the two players.

    Of Othello they say who won, not by how much.
    """
    first, second = position.payoffs
    if position.game.name == "othello":
        return [float((u > 0) - (u < 0)) for u in position.payoffs]
    if position.game.facts.total == 0:
        return [first, second]
    return [first - second, second - first]
