"""The player `double_dummy` plays bridge by averaging over deals, and nothing else."""

import random

import pytest

import counterplay as cp
from counterplay.players.kinds import make_player
from counterplay.players.parse import parse_spec

LIMIT = cp.Limit()


def player(text, game):
    made = make_player(parse_spec(text), game, LIMIT)
    made.new_game("seed")
    return made


def test_aces_are_kept_and_a_loser_is_discarded():
    game = cp.load("bridge", cards=3, contract="3NT S")
    position = game.position("N:..K.AK Q.Q.Q. A.A..Q K.K.A. DA DK DQ")
    assert position.legal_moves_text == ["SA", "HA", "CQ"]
    found = player("double_dummy:worlds=10", game).think(position, LIMIT).move
    assert position.show_move(found) == "CQ"


def test_declarer_takes_more_tricks_than_at_random():
    game, dice, won = cp.load("bridge", cards=5), random.Random(1), {"averaging": 0, "random": 0}
    averaging = player("double_dummy:worlds=8", game)
    for _ in range(12):
        position = game.position()
        while position.turn == cp.CHANCE:
            outcomes = [outcome for outcome, _ in position.chance_outcomes]
            position = position.play(dice.choice(outcomes))
        for name in won:
            here = position
            while not here.is_over:
                is_averaging = here.turn == 0 and name == "averaging"
                move = averaging.think(here, LIMIT).move if is_averaging else None
                here = here.play(dice.choice(here.legal_moves) if move is None else move)
            won[name] += here.payoffs[0]
    assert won["averaging"] > won["random"]


def test_what_is_hidden_changes_nothing():
    game = cp.load("bridge", cards=3, contract="3NT S")
    first = game.position("N:K.K..K AQ.A.. .Q.A.A ..KQ.Q DK")
    second = game.position("N:K.K..K AQ..Q. .Q.A.A .A.K.Q DK")
    moves = [player("double_dummy", game).think(p, LIMIT).move for p in (first, second)]
    assert moves[0] == moves[1]


def test_other_games_and_settings_are_refused():
    with pytest.raises(cp.UnfitError, match="it plays bridge, not nim"):
        player("double_dummy", cp.load("nim"))
    with pytest.raises(cp.InputError, match="no settings but worlds"):
        player("double_dummy:trust=1", cp.load("bridge"))
    with pytest.raises(cp.InputError, match="worlds=0 must be"):
        player("double_dummy:worlds=0", cp.load("bridge"))
    with pytest.raises(cp.InputError, match="must be a whole number"):
        player(f"double_dummy:worlds={'9' * 5_000}", cp.load("bridge"))
