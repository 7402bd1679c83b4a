"""Players with a habit do nothing else."""

import pytest

import counterplay as cp
from counterplay.players import make_player
from counterplay.players.parse import parse_spec

LIMIT = cp.Limit(time=1)


def played(name, game, text):
    """The text of the move that a player makes in a position."""
    position = game.position(text)
    player = make_player(parse_spec(f"habit:{name}"), game, LIMIT)
    return position.show_move(player.think(position, LIMIT).move)


def test_one_calls_and_one_raises_in_any_poker():
    leduc = cp.load("leduc")
    assert played("calling", leduc, "startpos moves K Q bet") == "call"
    assert played("calling", leduc, "startpos moves J Q") == "check"
    assert played("raising", leduc, "startpos moves J Q bet") == "raise"
    assert played("raising", leduc, "startpos moves J Q bet raise") == "call"


def test_a_tight_player_plays_good_hands_only():
    game = cp.load("limit_holdem")
    assert played("tight", game, "startpos moves Ac Kd 7h 2s") == "raise"
    assert played("tight", game, "startpos moves 7c 2d Ah As") == "fold"
    flop = "startpos moves 7c 2d Ah As call check"
    assert played("tight", game, f"{flop} 9h Td 3c bet") == "fold"
    assert played("tight", game, f"{flop} 9h 7d 3c bet") == "raise"


def test_habits_that_are_not_there_are_refused():
    with pytest.raises(cp.InputError, match=r"no such habit.*habit:calling"):
        make_player(parse_spec("habit:bluffing"), cp.load("leduc"), LIMIT)
    with pytest.raises(cp.UnfitError, match="only hands of hold'em"):
        make_player(parse_spec("habit:tight"), cp.load("leduc"), LIMIT)
    with pytest.raises(cp.UnfitError, match="no moves called check"):
        played("calling", cp.load("nim"), "startpos")
