"""The play of bridge agrees with OpenSpiel's bridge: movers, legal cards and scores."""

import os
import random

import pytest

import counterplay as cp
from counterplay.core.bits.bits import popcount

try:
    import pyspiel
except ImportError as error:
    if "CI" in os.environ:
        raise
    pytest.skip(f"OpenSpiel is not installed ({error})", allow_module_level=True)

CONTRACTS = ["3NT S", "4H N", "1C E", "7S W", "2D S"]
PASS, FIRST_BID = 52, 55
SEATS, DENOMINATIONS = "NESW", ("C", "D", "H", "S", "NT")


def their_card(card):
    """They number cards by rank and then by suit, clubs first."""
    return 4 * (card & 15) + 3 - (card >> 4)


def score(level, denomination, tricks):
    """The score of a contract that is not doubled, not vulnerable."""
    over = tricks - 6 - level
    if over < 0:
        return 50 * over
    each = 20 if denomination in "CD" else 30
    points = each * level + 10 * (denomination == "NT")
    bonus = 300 if points >= 100 else 50
    return points + each * over + bonus + {6: 500, 7: 1000}.get(level, 0)


def at_the_first_lead(contract, position):
    """Their state with the same cards, after an auction that ends in the contract."""
    state = pyspiel.load_game("bridge(use_double_dummy_result=false)").new_initial_state()
    for i in range(52):
        state.apply_action(their_card(position.moves[13 * (i % 4) + i // 4]))
    declarer = SEATS.index(contract[-1])
    bid = FIRST_BID + 5 * (int(contract[0]) - 1) + DENOMINATIONS.index(contract[1:-2])
    for call in [*[PASS] * declarer, bid, *[PASS] * 3]:
        state.apply_action(call)
    return state


@pytest.mark.parametrize("contract", CONTRACTS)
def test_random_games_agree_with_openspiel(contract):
    game, dice = cp.load("bridge", contract=contract), random.Random(contract)
    declarer = SEATS.index(contract[-1])
    for _ in range(4):
        position = dealt(game, dice)
        state = at_the_first_lead(contract, position)
        while not position.is_over:
            seat = (declarer + (0, 1, 3)[position.turn]) % 4
            assert state.current_player() == seat, position
            ours = {their_card(card): card for card in position.legal_moves}
            assert sorted(ours) == state.legal_actions(), position
            move = dice.choice(sorted(ours))
            position, _ = position.play(ours[move]), state.apply_action(move)
        assert state.is_terminal()
        points = score(int(contract[0]), contract[1:-2], position.payoffs[0])
        assert state.returns()[declarer] == points
        assert position.payoffs[1] == position.payoffs[2] == (13 - position.payoffs[0]) / 2


def dealt(game, dice):
    position = game.position()
    while position.turn == cp.CHANCE:
        position = position.play(dice.choice([outcome for outcome, _ in position.chance_outcomes]))
    return position


def test_other_deals_agree_with_what_was_seen():
    game, dice = cp.load("bridge", cards=6), random.Random(3)
    for _ in range(10):
        position = dealt(game, dice)
        while not position.is_over:
            s, p = position.state, position.turn
            other = game.ask("resample", s, p, dice.getrandbits(62))
            assert game.ask("information", other, p) == game.ask("information", s, p)
            for seat in range(4):
                assert popcount(other[seat]) == popcount(s[seat])
                voids = [suit for suit in range(4) if s.voids >> 4 * seat + suit & 1]
                assert not any(other[seat] >> 16 * suit & 0x1FFF for suit in voids)
            assert sum(other[:4]) == sum(s[:4])
            position = position.play(dice.choice(position.legal_moves))


def test_hidden_cards_are_drawn_evenly():
    """South sees two hands. Each of the four other cards is as likely to be with east."""
    game = cp.load("bridge", cards=3, contract="3NT S")
    position = game.position("N:Q.K.K. .A.A.A A.Q..Q K..Q.K SK SQ HA")
    s = position.state
    hands = [game.ask("resample", s, 0, seed)[1] for seed in range(600)]
    seen = {card: sum(hand >> card & 1 for hand in hands) for card in range(64)}
    counted = {card: n for card, n in seen.items() if n}
    assert set(counted) == {44, 60, 42, 59} and all(240 < n < 360 for n in counted.values())


def test_a_deal_can_be_set_up_as_pbn_writes_it():
    game = cp.load("bridge", cards=2)
    position = game.position("N:A.K.. K.A.. ..A.K ..K.A CA")
    assert position.turn == 0 and position.legal_moves_text == ["SA", "HK"]
    with pytest.raises(cp.InputError, match="the hand of north needs 2 cards"):
        game.position("N:A... K... Q... J...")
    with pytest.raises(cp.InputError, match="expected a deal"):
        game.position("what")


def test_a_contract_that_cannot_be_is_refused():
    with pytest.raises(cp.InputError, match="'8NT S' is not a contract"):
        cp.load("bridge", contract="8NT S")


def test_the_dummy_is_seen_after_the_first_lead():
    game = cp.load("bridge", cards=2, contract="3NT S")
    before = game.position("N:A.K.. K.A.. ..A.K ..K.A")
    assert game.board(before.state, 1).splitlines()[0].split() == ["north", "?", "?"]
    after = before.play("CA")
    assert game.board(after.state, 2).splitlines()[0].split() == ["north", "A♠", "K♥"]
    assert game.board(after.state, 2).splitlines()[2].split() == ["south", "?", "?"]
