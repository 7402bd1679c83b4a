"""Breakthrough: its rules against OpenSpiel's, its bounds and candidates against full searches."""

import os
import random
from typing import Any

import pytest

import counterplay as cp

try:
    import pyspiel
except ImportError as error:
    if "CI" in os.environ:
        raise
    pytest.skip(f"OpenSpiel is not installed ({error})", allow_module_level=True)


def their_text(text: str, height: int) -> str:
    """Our a2xb3 as theirs: their first player stands at the top, and moves down."""
    turned = [c if not c.isdigit() else str(height + 1 - int(c)) for c in text]
    capture = "*" if "x" in text else ""
    return "".join(c for c in turned if c not in "-x") + capture


@pytest.mark.parametrize(("width", "height"), [(8, 8), (3, 3), (5, 4), (4, 6), (8, 3)])
def test_random_games_agree_with_openspiel(width: int, height: int) -> None:
    rng = random.Random(width * height)
    game = cp.load("breakthrough", width=width, height=height)
    oracle = pyspiel.load_game(f"breakthrough(rows={height},columns={width})")
    for _ in range(50):
        position, state = game.position(), oracle.new_initial_state()
        while not state.is_terminal():
            assert not position.is_over
            assert position.turn == state.current_player()
            legal = {state.action_to_string(action): action for action in state.legal_actions()}
            ours = {
                their_text(position.show_move(move), height): move for move in position.legal_moves
            }
            assert ours.keys() == legal.keys(), position
            text = rng.choice(sorted(ours))
            position = position.play(ours[text])
            state.apply_action(legal[text])
        assert position.is_over
        assert list(position.payoffs) == state.returns()


def solved(game: cp.Game, state: Any, known: dict[Any, int]) -> int:
    """The score of a state for the side to move, wins by their distance; every line is walked."""
    if state not in known:
        if game.terminal(state):
            known[state] = -game.facts.win_score
        else:
            best = max(-solved(game, game.result(state, a), known) for a in game.actions(state))
            known[state] = best - 1 if best > 0 else best + 1
    return known[state]


@pytest.fixture(scope="module")
def small() -> tuple[cp.Game, dict[Any, int]]:
    """A board of 3x5 with all of its states, and what each is worth."""
    game = cp.load("breakthrough", width=3, height=5)
    known: dict[Any, int] = {}
    solved(game, game.initial(), known)
    assert len(known) == 51_608
    return game, known


def test_bounds_hold_in_every_state_and_settle_many(small: tuple[cp.Game, dict[Any, int]]) -> None:
    game, known = small
    settled = 0
    open_states = [state for state in known if not game.terminal(state)][::3]
    for state in open_states:
        low, high = game.ask("bounds", state, known[state] - 1, known[state] + 1)
        assert low <= known[state] <= high, game.show_position(state)
        settled += low > 0 or high < 0
    assert settled > len(open_states) / 2


def test_candidates_keep_the_score_of_every_state(small: tuple[cp.Game, dict[Any, int]]) -> None:
    game, known = small
    for state in [state for state in known if not game.terminal(state)][::3]:
        chosen = game.buffered("sufficient_moves", state)
        assert set(chosen) <= set(game.actions(state))
        best = max(-known[game.result(state, a)] for a in chosen)
        assert known[state] == (best - 1 if best > 0 else best + 1), game.show_position(state)


def test_the_mirror_image_is_worth_the_same() -> None:
    game, known = cp.load("breakthrough", width=3, height=4), dict[Any, int]()
    solved(game, game.initial(), known)
    for state, score in known.items():
        twin = game.ask("canonical", state)
        assert known.get(twin, score) == score
        assert game.ask("canonical", twin) == twin


def test_positions_are_rows_from_the_top() -> None:
    game = cp.load("breakthrough", width=3, height=4)
    after = game.position("startpos moves a1-b2 c4-c3 b2xc3")
    assert game.show_position(after.state) == "bb./..w/.../.ww b"
    assert "b4xc3" in [after.show_move(move) for move in after.legal_moves]
    assert game.position("bb-/--w/---/-ww b").state == after.state


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bbb/.../www", "the side to move, w or b"),
        ("bbb/.../www w", "4 rows of 3 squares are needed"),
        ("bbbb/.../.../www w", "4 rows of 3 squares are needed"),
        ("bbb/.x./.../www w", "'x' is not a square"),
        ("bbb/b../.../www w", "at most 3 pieces"),
        ("wbb/.../.../..w w", "has a piece on its last row"),
    ],
)
def test_what_is_no_position_is_refused(text: str, says: str) -> None:
    with pytest.raises(cp.InputError, match=says):
        cp.load("breakthrough", width=3, height=4).position(text)


@pytest.mark.parametrize("text", ["a2-b3", "a2b3", "A2xB3", "a2b3*"])
def test_moves_are_read_as_people_write_them(text: str) -> None:
    position = cp.load("breakthrough").position()
    assert position.show_move(position.game.parse_move(position.state, text)) == "a2-b3"


@pytest.mark.parametrize("text", ["a2-a4", "a2-c3", "a3-a2", "b9", "i2-i3", "a1-a2"])
def test_other_moves_are_refused_with_the_legal_ones(text: str) -> None:
    with pytest.raises(cp.InputError, match=r"is not a legal move here.*; legal are: .*a2-a3"):
        cp.load("breakthrough").position().play(text)


def test_the_evaluator_prefers_pieces_and_the_lead_in_the_race() -> None:
    game = cp.load("breakthrough")
    even = game.evaluate(game.initial())
    rows = "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwww{} w"
    assert game.evaluate(game.position(rows.format("w.")).state) < even
    race = "b......./......../....w.../......../......../.b....../......../........ {}"
    ahead, behind = (game.position(race.format(side)).state for side in "wb")
    assert game.evaluate(ahead) > even
    assert game.evaluate(behind) > even  # the race is won by whoever is to move
