"""The rules of crosswords by the contract, on a small board."""

from functools import cache
from random import Random

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.facts import CHANCE
from counterplay.games.crosswords.moves import tiles_in, value_of

SMALL = {
    "size": 5,
    "rack": 3,
    "tiles": "?1:0 A4:1 B2:3 E3:1 S3:1 T3:1",
    "words": "AB BA AT TA BAT TAB TABS BATS EAT TEA SEA EATS BET BETA AS ES BE BEAT BEATS SET",
}


@cache
def small():
    return cp.load("crosswords", **SMALL)


def random_game(seed):
    game, dice = small(), Random(seed)
    here = game.position()
    while not here.is_over:
        if here.turn == CHANCE:
            here = here.play(game.draw(here.state, str(dice.random())))
        else:
            here = here.play(dice.choice(here.legal_moves))
        yield here


@pytest.mark.parametrize("seed", range(6))
def test_no_tile_is_lost_and_no_one_draws_too_many(seed):
    counts = small().data.counts
    for here in random_game(seed):
        s = here.state
        on_board = np.zeros(len(counts), np.int64)
        for tile in s.board:
            if tile:
                on_board[tile if tile < 32 else 0] += 1
        assert (s.racks.sum(axis=0) + s.bag + s.aside + on_board == counts).all()
        assert s.racks.sum(axis=1).max() <= 3
    assert sum(here.payoffs) == 0
    assert here.game.position(here.text) == here


@pytest.mark.parametrize("seed", range(6))
def test_resampling_changes_only_what_the_player_does_not_see(seed):
    game, others = small(), set()
    for here in random_game(seed):
        if here.is_over or here.turn == CHANCE:
            continue
        for number in range(4):
            s = game.ask("resample", here.state, here.turn, number * 7919)
            assert game.ask("information", s, here.turn) == game.ask(
                "information", here.state, here.turn
            )
            assert game.actions(s) == here.legal_moves
            assert game.drawing(s, here.turn) == game.drawing(here.state, here.turn)
            others.add(s.racks[1 - here.turn].tobytes())
    assert len(others) > 3


def test_six_turns_without_a_score_end_the_game_and_racks_are_subtracted():
    here = small().position("startpos moves A B T E S S - - - - - -")
    assert here.is_over
    assert here.payoffs == (-5 + 3, 5 - 3)


def test_exchanged_tiles_go_back_when_the_new_ones_are_drawn():
    here = small().position("startpos moves A B T E S S -AB")
    assert here.turn == CHANCE and tiles_in(here.state.bag) == 10
    assert here.state.aside.sum() == 2
    after = here.play("E").play("T")
    assert after.turn == 1 and tiles_in(after.state.bag) == 10 and after.state.aside.sum() == 0


def test_the_last_tile_gets_what_the_other_player_holds():
    game = cp.load("crosswords", size=5, rack=2, tiles="A2:1 B1:3 T1:2", words="AB BAT AT TA")
    here = game.position("startpos moves A B A T 3B:AB")
    assert here.is_over, "the bag is empty, and so is the rack"
    points = 2 * 4 + 50
    assert here.payoffs == (points + 2 * 3, -points - 2 * 3)
    assert value_of(here.state.racks[1], game.data) == 3


def test_a_play_that_is_not_legal_is_refused_with_a_sentence():
    here = small().position("startpos moves A B T E S S")
    with pytest.raises(cp.InputError, match="'1A:BAT' is not a legal move here"):
        here.play("1A:BAT")
    with pytest.raises(cp.InputError, match="does not fit on the board"):
        here.play("3E:BAT")
    assert here.play("3B:BAT").state.scores[0] == 2 * 5 + 50


def test_a_player_sees_the_own_rack_only():
    here = small().position("startpos moves A B T E S S")
    seen, hidden = (small().board(here.state, p) for p in (0, 1))
    assert "first 0 (ABT), second 0 (3 tiles)" in seen
    assert "first 0 (3 tiles), second 0 (ESS)" in hidden


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"size": 4}, "must be odd"),
        ({"tiles": "A3:1 B2:3"}, "too few for two racks of 3"),
        ({"words": "ZZ YY"}, "has no word of the letters"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(given, why):
    with pytest.raises(cp.InputError, match=why):
        cp.load("crosswords", **(SMALL | given))


def test_the_contract_is_kept():
    assert cp.check("crosswords", games=5, **SMALL).faults == ()
