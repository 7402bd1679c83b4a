"""Compiled rules answer as plain ones do, position after position."""

import copy
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import counterplay as cp
from counterplay.bridges.compiled import compiled

CASES: list[tuple[str, dict[str, Any], int]] = [
    ("tic_tac_toe", {}, 60),
    ("dots_and_boxes", {"columns": 2, "rows": 2, "players": 3}, 40),
    ("othello", {"size": 4}, 40),
    ("nine_mens_morris", {}, 2),
    ("dice_race", {}, 60),
    ("kuhn_poker", {}, 60),
    ("record_tic_tac_toe", {}, 30),
    ("countdown", {}, 60),
]


@pytest.mark.parametrize(("name", "parameters", "games"), CASES, ids=[case[0] for case in CASES])
def test_random_games_are_the_same(
    named: Callable[[str], str], name: str, parameters: dict[str, Any], games: int
) -> None:
    plain = cp.load(named(name), **parameters)
    native, rng = compiled(plain), random.Random(name)
    for _ in range(games):
        here, there = plain.position(), native.position()
        while not here.is_over:
            assert not there.is_over
            assert here.turn == there.turn
            assert here.legal_moves == there.legal_moves
            assert plain.key(here.state) == native.key(there.state)
            moves = here.legal_moves
            if here.turn == cp.CHANCE:
                assert plain.chance(here.state) == native.chance(there.state)
                moves = [outcome for outcome, _ in plain.chance(here.state)]
            move = rng.choice(moves)
            here, there = here.play(move), there.play(move)
            encode = plain.shape.encode
            assert encode(here.state) == encode(there.state)
        assert there.is_over
        assert here.payoffs == there.payoffs


def test_states_may_be_asked_about_in_any_order() -> None:
    plain = cp.load("tic_tac_toe")
    native, states = compiled(plain), [plain.initial()]
    for s in states[:]:
        states += [plain.result(s, a) for a in plain.actions(s)]
    for s in random.Random(1).choices(states, k=100):
        assert native.actions(s) == plain.actions(s)
        assert native.result(s, plain.actions(s)[-1]) == plain.result(s, plain.actions(s)[-1])
        assert native.player(s) == plain.player(s)


def test_threads_may_share_a_game() -> None:
    game = compiled(cp.load("tic_tac_toe"))

    def play(seed: int) -> tuple[Any, ...]:
        rng, position = random.Random(seed), game.position()
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
        return position.moves, position.payoffs

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(200))) == [play(seed) for seed in range(200)]


def test_a_game_is_compiled_once() -> None:
    game = compiled(cp.load("tic_tac_toe"))
    assert compiled(game) is game


@pytest.mark.parametrize("native", [False, True])
def test_positions_can_be_sent_to_other_processes(native: bool) -> None:
    game = cp.load("tic_tac_toe", width=4)
    position = (compiled(game) if native else game).position("startpos moves a1 d3")
    again = pickle.loads(pickle.dumps(position))
    assert again.moves == position.moves
    assert again.state == position.state
    assert repr(again.game) == repr(game)
    assert type(again.game) is type(position.game)
    assert copy.deepcopy(position) is position
