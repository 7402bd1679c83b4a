"""The number of lines of play of each length is the one that others count.

`tests/data/perft.json` holds the counts, each with its source; `make_perft.py` beside it wrote it.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.games import BUILT_IN

CASES = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text(encoding="utf-8"))
MOST_PLAIN = 20_000
"""How many lines of play plain Python walks over in a test."""


def named(case: dict[str, Any]) -> str:
    given = ",".join(f"{name}={value}" for name, value in case["parameters"].items())
    return f"{case['game']}({given})".replace(" ", "")[:60]


def one_kernel_each(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cases that are worth compiling for: each game as it comes, and all trees of one kind."""
    return [case for case in cases if case["game"] == "tree" or not case["parameters"]]


def count_plainly(game: cp.Game, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if game.terminal(state):
        return 0
    if game.player(state) == cp.CHANCE:
        moves = [outcome for outcome, _ in game.chance(state)]
    else:
        moves = game.actions(state)
    return sum(count_plainly(game, game.result(state, move), depth - 1) for move in moves)


def test_every_built_in_has_counts() -> None:
    assert {case["game"] for case in one_kernel_each(CASES)} == set(BUILT_IN)
    assert all(case["source"] for case in CASES)


@pytest.mark.parametrize("case", one_kernel_each(CASES), ids=named)
def test_compiled_perft_gives_the_known_counts(case: dict[str, Any]) -> None:
    game = cp.load(case["game"], **case["parameters"])
    counts = [cp.perft(game, depth=d) for d in range(1, len(case["counts"]) + 1)]
    assert counts == case["counts"]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_plain_rules_give_the_known_counts(case: dict[str, Any]) -> None:
    game = cp.load(case["game"], **case["parameters"])
    for depth, count in enumerate(case["counts"], 1):
        if count > MOST_PLAIN:
            break
        assert count_plainly(game, game.initial(), depth) == count


def test_perft_adds_up_over_the_first_moves() -> None:
    game = cp.load("tic_tac_toe")
    position = game.position()
    after = [position.play(move) for move in position.legal_moves]
    assert sum(cp.perft(game, p, depth=5) for p in after) == cp.perft(game, position, depth=6)


def test_no_plies_ahead_lies_the_position_itself() -> None:
    game = cp.load("tic_tac_toe")
    assert cp.perft(game, "startpos", depth=0) == 1
    assert cp.perft(game, "xxx/oo./...", depth=0) == 1


def test_an_ended_game_has_no_lines_of_play() -> None:
    assert cp.perft(cp.load("tic_tac_toe"), "xxx/oo./...", depth=1) == 0


@pytest.mark.parametrize("depth", [-1, 251, 1.0, True, "3"])
def test_a_depth_that_is_no_number_of_plies_is_refused(depth: Any) -> None:
    with pytest.raises(cp.InputError, match="depth="):
        cp.perft(cp.load("tic_tac_toe"), depth=depth)


def test_tic_tac_toe_has_5478_states_and_255168_games() -> None:
    """Source: OpenSpiel's whole tree; 131,184 games are won by X, 77,904 by O, 46,080 drawn."""
    game = cp.load("tic_tac_toe")
    layer, reached, ends = Counter({game.initial(): 1}), 0, Counter[float]()
    while layer:
        reached += len(layer)
        deeper = Counter[Any]()
        for state, ways in layer.items():
            if game.terminal(state):
                ends[game.utility(state, 0)] += ways
            for move in game.actions(state):
                deeper[game.result(state, move)] += ways
        layer = deeper
    assert reached == 5478
    assert ends == {1: 131_184, -1: 77_904, 0: 46_080}
    assert ends.total() == 255_168


def test_connect_four_5x4_has_as_many_positions_at_each_ply_as_tromp_counts() -> None:
    """Source: John Tromp's table, https://tromp.github.io/c4/c4.html."""
    game = cp.load("connect_four", width=5, height=4)
    layer, counts = {game.initial()}, []
    for _ in range(9):
        counts.append(len(layer))
        layer = {game.result(s, a) for s in layer for a in game.actions(s)}
    assert counts == [1, 5, 25, 95, 345, 1070, 3230, 8325, 20088]


def test_a_line_longer_than_the_board_is_wide_wins_upwards_only() -> None:
    """Runs across such a board would need shifts of more than 64 bits."""
    game = cp.load("connect_four", width=4, height=15, in_a_row=8)
    assert [cp.perft(game, depth=d) for d in (1, 2, 5)] == [4, 16, 1024]
    column = "startpos moves " + "1 2 " * 7
    assert cp.perft(game, column, depth=2) == 3 * 4
