"""EinStein würfelt nicht!: its rules against OpenSpiel's, its texts, its evaluation."""

import os
import random
from typing import Any

import numpy as np
import pytest

import counterplay as cp


def our_text(state: Any) -> str:
    """OpenSpiel's board and roll in our notation."""
    rows = "/".join(
        line[1:-1].replace("||", "").replace("__", "..") for line in str(state).strip().split("\n")
    )
    history = state.history()
    side = "w" if (len(history) - 2) // 2 % 2 == 0 else "b"
    roll = str(history[-1] + 1) if len(history) % 2 else "-"
    return f"{rows} {side} {roll}"


def test_random_games_agree_with_openspiel() -> None:
    """There white is the second player and moves first; the setup is a random one."""
    try:
        import pyspiel
    except ImportError as error:
        if "CI" in os.environ:
            raise
        pytest.skip(f"OpenSpiel is not installed ({error})")
    rng = random.Random(2004)
    game, oracle = cp.load("einstein"), pyspiel.load_game("einstein_wurfelt_nicht")
    for _ in range(100):
        state = oracle.new_initial_state()
        for _ in range(2):
            state.apply_action(rng.choice(state.legal_actions()))
        position = game.position(our_text(state))
        while not state.is_terminal():
            assert game.show_position(position.state) == our_text(state)
            if state.is_chance_node():
                assert position.turn == cp.CHANCE
                theirs = state.chance_outcomes()
                assert position.chance_outcomes == [(face + 1, p) for face, p in theirs]
                face = rng.choice(theirs)[0]
                state.apply_action(face)
                position = position.play(str(face + 1))
            else:
                assert position.turn == 1 - state.current_player()
                legal = {state.action_to_string(action): action for action in state.legal_actions()}
                assert sorted(position.legal_moves_text) == sorted(legal)
                move = rng.choice(sorted(legal))
                state.apply_action(legal[move])
                position = position.play(move)
        assert position.is_over
        assert list(position.payoffs) == state.returns()[::-1]


def wandered(game: cp.Game, games: int) -> list[cp.Position]:
    """The positions of random games."""
    found = []
    for seed in range(games):
        rng, position = random.Random(seed), game.position()
        while not position.is_over:
            found.append(position)
            if position.turn == cp.CHANCE:
                position = position.play(game.draw(position.state, f"{seed} {position.ply}"))
            else:
                position = position.play(rng.choice(position.legal_moves))
        found.append(position)
    return found


@pytest.mark.parametrize(
    "parameters",
    [{}, {"setup": "free"}, {"size": 4, "stones": 6}, {"size": 3}, {"stones": 3, "setup": "fixed"}],
    ids=str,
)
def test_every_state_reads_back_from_its_text(parameters: dict[str, Any]) -> None:
    game = cp.load("einstein", **parameters)
    for position in wandered(game, 5):
        assert game.position(game.show_position(position.state)).state == position.state


def test_a_player_without_the_stone_moves_the_next_lower_or_higher_one() -> None:
    game = cp.load("einstein")
    position = game.position("b1......../........../....b5..../........w2/........w6 b 3")
    ways = ("right", "down", "diag")
    assert sorted(position.legal_moves_text) == sorted(
        f"B{n}-{way}" for n in (1, 5) for way in ways
    )
    one_side = game.position("b1......../........../....b5..../........w2/........w6 b 6")
    assert {text[:2] for text in one_side.legal_moves_text} == {"B5"}


def test_own_stones_can_be_captured_and_the_corner_wins() -> None:
    game = cp.load("einstein", size=3)
    position = game.position("b1b2../....../..w1w2 b 1").play("B1-right*")
    assert game.show_position(position.state) == "..b1../....../..w1w2 w -"
    won = game.position("....b1/..w1../...... w 1").play("W1-diag")
    assert won.is_over and won.payoffs == (1, -1)


def test_taking_the_last_stone_wins() -> None:
    game = cp.load("einstein", size=3)
    won = game.position("....../..b1../....w2 w 2").play("W2-diag*")
    assert won.is_over and won.payoffs == (1, -1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b1", "expected rows, the side to move and the roll"),
        ("b1..../....../....w1 w 4", "after the side comes a roll from 1 to 3"),
        ("b1..../....../....w4 w 1", "'w4' is not a stone"),
        ("b1..../..b1../....w1 w 1", "b1 is on the board twice"),
        ("b1..../...... w 1", "expected 3 rows of 3 cells"),
        ("w1..../..b1../...... w -", "has won already"),
        ("w1..../..b1../...... b 1", "the game is over: write -"),
        ("....../....../..w1.. b setup", "white places its stones"),
        ("....../..w1../...... w setup", "white places its stones"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, reason: str) -> None:
    with pytest.raises(cp.InputError, match=reason):
        cp.load("einstein", size=3).position(text)


@pytest.mark.parametrize(
    "parameters", [{"size": 3, "stones": 6}, {"stones": 4}, {"setup": "mine"}], ids=str
)
def test_parameters_that_do_not_fit_are_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(cp.InputError, match=r"choose 3 stones|must be random, free or fixed"):
        cp.load("einstein", **parameters)


def test_the_evaluation_of_one_player_is_the_others_turned_round() -> None:
    game = cp.load("einstein")
    for position in wandered(game, 5):
        points = [game.evaluate_for(position.state, p) for p in (0, 1)]
        assert points[0] == -points[1]


def test_the_features_are_those_of_the_turned_board_for_the_other_player() -> None:
    game = cp.load("einstein")
    for position in wandered(game, 3):
        white, black, turn, die = position.state
        turned = game.shape.state(black, white, 1 - turn, die)
        assert bits(game, position.state, 0) == bits(game, turned, 1)


def bits(game: cp.Game, s: Any, p: int) -> list[int]:
    words = np.zeros(game.feature_words, np.uint64)
    game.functions["features"](s, p, words)
    return [int(word) for word in words]
