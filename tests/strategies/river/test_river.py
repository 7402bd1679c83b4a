"""Solved rivers, against closed forms and against the sequence form of all pairs of hands."""

import numpy as np
import pytest

import counterplay as cp
from counterplay.games.poker.cards import HANDS, read_cards
from counterplay.strategies.judge import Judge
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.river.tree import Sizes, betting_tree
from counterplay.strategies.river.weights import read_weights
from tests.strategies.river.pairs import Pairs

BOARD = "2c 7d 9h Jc 3s"
ACE_KING_QUEEN = "AhAd,KhKd,QhQd"


def test_three_hands_and_one_bet_are_kuhn_poker():
    """Ace, king and queen, an ante of 1 and a bet of 1: -1/18 for the first player (Kuhn 1950)."""
    found = cp.solve_river(
        BOARD, (ACE_KING_QUEEN,) * 2, pot=2, stack=1, bets=(), exploitability=1e-5
    )
    assert found.values[0] == pytest.approx(1 - 1 / 18, abs=1e-4)
    first, after = found.strategy(), found.strategy("check all-in")
    bluff = first["QhQd"]["all-in"]
    assert first["AhAd"]["all-in"] == pytest.approx(3 * bluff, abs=0.02)
    assert after["KhKd"]["call"] == pytest.approx(bluff + 1 / 3, abs=0.02)


@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_a_polarised_range_bluffs_as_often_as_the_pot_odds_say(size):
    """Of a bet of b pots, b / (1 + 2b) are bluffs; 1 / (1 + b) of the bluff-catchers call. Chen and
    Ankenman, "The Mathematics of Poker" (2006)."""
    found = cp.solve_river(
        "As Ks Qd 7h 2c",
        ("AhAd,4c3c", "KhKd"),
        pot=100,
        stack=100 * size,
        bets=(),
        exploitability=1e-5,
    )
    strategy = found.strategy()
    assert strategy["AhAd"]["all-in"] == pytest.approx(1, abs=1e-3)
    bluffs = strategy["4c3c"]["all-in"]
    assert bluffs / (1 + bluffs) == pytest.approx(size / (1 + 2 * size), abs=2e-3)
    called = found.strategy("all-in")["KhKd"]["call"]
    assert called == pytest.approx(1 / (1 + size), abs=5e-3)
    assert found.values[0] == pytest.approx(100 * (1 + bluffs) / 2, abs=0.1)


def random_spot(seed):
    """A board, two small ranges whose cards clash, and weights."""
    dice = np.random.default_rng(seed)
    board = tuple(dice.permutation(52)[:5].tolist())
    cards = [card for card in dice.permutation(52)[:14].tolist() if card not in board]
    hands = [i for i, hand in enumerate(HANDS) if set(hand) <= set(cards)]
    ranges = []
    for _ in range(2):
        weights = np.zeros(len(HANDS))
        weights[dice.choice(hands, 7, replace=False)] = dice.uniform(0.1, 1, 7)
        ranges.append(weights)
    return board, tuple(ranges)


@pytest.mark.parametrize("seed", range(8))
def test_values_and_best_responses_are_those_of_all_pairs_of_hands(seed):
    board, ranges = random_spot(seed)
    found = cp.solve_river(board, ranges, pot=10, stack=30, iterations=30, exploitability=1e-9)
    pairs = Pairs(found.solver, board)
    quality = Judge(cp.load("kuhn"), pairs.form).quality(pairs.probabilities())
    assert found.values[0] == pytest.approx(5 + quality.payoffs[0], abs=1e-4)
    for p in (0, 1):
        assert found.solver.value(p, True) == pytest.approx(quality.best[p], abs=1e-4)
    assert found.exploitability == pytest.approx(quality.exploitability, abs=1e-4)


def test_another_strategy_can_be_judged():
    board, ranges = random_spot(7)
    solver = cp.solve_river(board, ranges, pot=10, stack=30, iterations=10).solver
    for i, node in enumerate(solver.nodes):
        if node.actions:
            hands = len(solver.hands[node.kind].numbers)
            solver.set_policy(i, np.full((len(node.actions), hands), 1 / len(node.actions)))
    form = Pairs(solver, board).form
    quality = Judge(cp.load("kuhn"), form).quality(form.even_strategy())
    assert solver.exploitability == pytest.approx(quality.exploitability, abs=1e-4)


def test_the_value_is_that_of_the_sequence_form():
    board, ranges = random_spot(99)
    found = cp.solve_river(board, ranges, pot=10, stack=30, exploitability=1e-4)
    pairs = Pairs(found.solver, board)
    run = Minimiser(cp.load("kuhn"), "cfr+", pairs.form)
    run.run(2_000)
    value = Judge(run.game, pairs.form).payoffs(run.probabilities())[0]
    assert found.values[0] == pytest.approx(5 + value, abs=0.01)


def test_all_hands_against_all_hands_come_below_half_a_percent():
    found = cp.solve_river("KsTh5d4c2s", ("random", "random"), pot=100, stack=500)
    assert found.exploitability <= 0.5
    assert found.values[0] == pytest.approx(46.83, abs=0.3)  # postflop-solver: 46.835
    assert len(found.strategy()) == 47 * 46 // 2


def test_classes_are_the_means_of_their_hands():
    found = cp.solve_river(BOARD, ("AA,KQs:0.5", "JJ,T9s"), pot=10, stack=20)
    hands, classes = found.strategy(), found.by_class()
    assert list(classes) == ["AA", "KQs"]
    assert (classes["AA"][0], classes["KQs"][0]) == pytest.approx((6, 2))
    aces = [moves["check"] for hand, moves in hands.items() if hand[0] == hand[2] == "A"]
    assert classes["AA"][1]["check"] == pytest.approx(sum(aces) / 6)


def test_the_tree_has_the_sizes_that_were_given():
    nodes = betting_tree(100, 500, Sizes((0.5,), (1.0,), False, {"check": (2.0,)}))
    lines = {node.line: node.actions for node in nodes}
    assert lines[""] == ("check", "bet50")
    assert lines["check"] == ("check", "bet200")
    assert lines["bet50"] == ("fold", "call", "raise250")
    assert lines["bet50 raise250"] == ("fold", "call", "all-in")
    assert lines["bet50 raise250 all-in"] == ("fold", "call")
    stakes = {node.line: node.stake for node in nodes}
    assert (stakes["bet50 fold"], stakes["bet50 call"], stakes["check check"]) == (50, 100, 50)


def test_ranges_have_weights():
    weights = read_weights("QQ,AKo:0.5,AsKd:0")
    assert weights.sum() == 6 + 11 * 0.5
    assert weights[HANDS.index(tuple(sorted(read_cards("AsKd"))))] == 0


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"board": "As Ks Qs"}, "3 different cards, but on the river there are 5"),
        ({"board": "As As Qs 2c 3c"}, "occurs twice"),
        ({"ranges": ("AA", "ZZ")}, "'ZZ' is not a part of a range"),
        ({"ranges": ("AA", "KK:2")}, "is not a number from 0 to 1"),
        ({"ranges": ("AA", "")}, "has no hands"),
        ({"ranges": ("2c2d", "KK")}, "range of player 1 is possible"),
        ({"ranges": ("AhAd", "AhAd")}, "the cards clash"),
        ({"ranges": ("AA", [1.0, 2.0])}, "must have 1,326 weights"),
        ({"pot": 0}, "pot=0 must be"),
        ({"stack": float("nan")}, "stack=nan must be"),
        ({"bets": (-1,)}, "is not possible"),
        ({"sizes": {"bet7": (1,)}}, "a line that cannot occur: 'bet7'"),
        ({"exploitability": 0}, "above 0"),
        ({"iterations": 0}, "1 or more"),
        ({"stack": 1e9, "bets": (0.01,), "raises": (0.01, 0.02)}, "fewer sizes"),
    ],
)
def test_bad_input_is_refused(changes, sentence):
    given = {"board": BOARD, "ranges": ("AA", "KK"), "pot": 10, "stack": 20} | changes
    board, ranges = given.pop("board"), given.pop("ranges")
    with pytest.raises(cp.InputError, match=sentence):
        cp.solve_river(board, ranges, **given)


def test_lines_and_ends_that_are_not_there_are_refused():
    found = cp.solve_river(BOARD, ("AA", "KK"), pot=10, stack=20)
    with pytest.raises(cp.InputError, match="no line 'bet99'"):
        found.strategy("bet99")
    with pytest.raises(cp.InputError, match="nobody has to decide"):
        found.strategy("check check")
