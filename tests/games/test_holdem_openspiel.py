"""Both games of hold'em agree with OpenSpiel's universal_poker: movers, choices and payoffs."""

import os
import random

import pytest

import counterplay as cp

try:
    import pyspiel
except ImportError as error:
    if "CI" in os.environ:
        raise
    pytest.skip(f"OpenSpiel is not installed ({error})", allow_module_level=True)

COMMON = "numPlayers=2,numRounds=4,firstPlayer=1 2 2 2,numSuits=4,numRanks=13,numHoleCards=2"
DEAL = "numBoardCards=0 3 1 1"
THEIRS = {
    "limit": f"universal_poker(betting=limit,{COMMON},{DEAL},blind=1 2,raiseSize=2 2 4 4,"
    "maxRaises=3 4 4 4)",
    "any bet": f"universal_poker(betting=nolimit,{COMMON},{DEAL},blind=1 2,stack=40 40,"
    "bettingAbstraction=fullgame)",
    "uneven blinds": f"universal_poker(betting=nolimit,{COMMON},{DEAL},blind=2 5,stack=33 33,"
    "bettingAbstraction=fullgame)",
}
OURS = {
    "limit": ("limit_holdem", {}),
    "any bet": ("no_limit_holdem", {"stack": 40, "sizes": ()}),
    "uneven blinds": (
        "no_limit_holdem",
        {"stack": 33, "sizes": (), "small_blind": 2, "big_blind": 5},
    ),
}
GAMES = 60


def their_action(name, action):
    """Their bets are named by the chips paid in all; ours are one higher. Limit bets have one."""
    return action if name == "limit" or action < 2 else action - 1


@pytest.mark.parametrize("name", OURS)
def test_random_games_agree_with_openspiel(name):
    game, oracle = cp.load(OURS[name][0], **OURS[name][1]), pyspiel.load_game(THEIRS[name])
    dice = random.Random(name)
    for _ in range(GAMES):
        position, state = game.position(), oracle.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                assert position.turn == cp.CHANCE
                ours = [outcome for outcome, _ in position.chance_outcomes]
                assert ours == state.legal_actions()
                card = dice.choice(ours)
                position, _ = position.play(card), state.apply_action(card)
                continue
            assert position.turn == state.current_player(), position
            ours = {their_action(name, a): a for a in position.legal_moves}
            assert sorted(ours) == state.legal_actions(), position
            # Folds are rarer than by chance, so that more games reach the showdown.
            choices = [a for a in ours if a != 0 or dice.random() < 0.2]
            move = dice.choice(choices)
            position, _ = position.play(ours[move]), state.apply_action(move)
        assert position.is_over, position
        assert list(position.payoffs) == state.returns(), position
