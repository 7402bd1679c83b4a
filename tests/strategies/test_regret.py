"""Regret minimisation against OpenSpiel's, iteration by iteration, and against known values."""

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.knowledge import knowledge
from counterplay.strategies.judge import Judge
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.sampler import Sampler
from tests.strategies.brute_force import BruteForce

pyspiel = pytest.importorskip("pyspiel")

PAIRS = {
    "kuhn": ({}, "kuhn_poker"),
    "leduc": ({"suits": True}, "leduc_poker"),
}


@pytest.fixture(scope="module", params=PAIRS)
def pair(request):
    """A judge of a game, and the same game of OpenSpiel."""
    parameters, other = PAIRS[request.param]
    return Judge(cp.load(request.param, **parameters)), pyspiel.load_game(other)


def test_trees_have_as_many_information_sets_and_ends_as_openspiels(pair):
    judge, other = pair
    seen, ends, waiting = set(), 0, [other.new_initial_state()]
    while waiting:
        here = waiting.pop()
        if here.is_terminal():
            ends += 1
            continue
        if not here.is_chance_node():
            seen.add((here.current_player(), here.information_state_string()))
        waiting += [here.child(a) for a in here.legal_actions()]
    assert (len(judge.form.keys), judge.form.ends) == (len(seen), ends)


def test_random_play_pays_what_openspiel_says(pair):
    judge, other = pair
    policy = pyspiel.UniformRandomPolicy(other)
    quality = judge.quality(judge.form.even_strategy())
    assert quality.nash_conv == pytest.approx(pyspiel.nash_conv(other, policy), abs=1e-12)


@pytest.mark.parametrize("variant", ["cfr", "cfr+"])
def test_each_iteration_is_openspiels(pair, variant):
    judge, other = pair
    solver = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}[variant](other)
    run = Minimiser(judge.game, variant, judge.form)
    for _ in range(5):
        solver.evaluate_and_update_policy()
        run.run(1)
        theirs = pyspiel.nash_conv(other, solver.average_policy())
        assert judge.quality(run.probabilities()).nash_conv == pytest.approx(theirs, abs=1e-10)


def test_kuhn_poker_pays_one_eighteenth_to_the_second_player():
    strategy = cp.equilibrium("kuhn", exploitability=1e-5)
    assert strategy.about["payoffs"][0] == pytest.approx(-1 / 18, abs=1e-5)
    game = strategy.game
    bluff = strategy.chances(game.position("startpos moves J Q"))[1]
    value_bet = strategy.chances(game.position("startpos moves K Q"))[1]
    call = strategy.chances(game.position("startpos moves Q K pass bet"))[1]
    # The family of equilibria (Kuhn 1950): the first player bluffs with probability a ≤ 1/3,
    # bets the king with 3a, and calls with the queen with a + 1/3.
    assert 0 <= bluff <= 1 / 3 + 0.01
    assert value_bet == pytest.approx(3 * bluff, abs=0.02)
    assert call == pytest.approx(bluff + 1 / 3, abs=0.02)


@pytest.mark.parametrize("variant", ["cfr+", "linear", "discounted"])
def test_leduc_is_worth_what_linear_programming_says(variant):
    judge = Judge(cp.load("leduc"))
    run = Minimiser(judge.game, variant, judge.form)
    run.run(3_000)
    quality = judge.quality(run.probabilities())
    assert quality.payoffs[0] == pytest.approx(-0.0856064240514536, abs=5e-4)
    assert quality.exploitability < {"cfr+": 1e-4, "linear": 4e-3, "discounted": 1e-4}[variant]


def test_suits_change_nothing():
    plain, suited = (Judge(cp.load("leduc", suits=suits)) for suits in (False, True))
    values = []
    for judge in (plain, suited):
        run = Minimiser(judge.game, "cfr+", judge.form)
        run.run(30)
        values.append(judge.quality(run.probabilities()).nash_conv)
    assert values[0] == pytest.approx(values[1], abs=1e-12)
    assert len(plain.form.keys) == 288 and len(suited.form.keys) == 936


@pytest.mark.parametrize("players", [2, 3])
def test_best_responses_are_those_of_a_brute_force(players):
    judge = Judge(cp.load("kuhn", players=players))
    dice = np.random.default_rng(players)
    for _ in range(12):
        strategy = judge.form.even_strategy()
        for i in range(len(judge.form.keys)):
            part = slice(judge.form.firsts[i], judge.form.firsts[i + 1])
            strategy[part] = dice.dirichlet(np.ones(part.stop - part.start))
        brute = BruteForce(judge, strategy)
        assert judge.payoffs(strategy) == pytest.approx(brute.payoffs(), abs=1e-12)
        for p in range(players):
            assert judge.response(strategy, p)[1] == pytest.approx(brute.best(p), abs=1e-12)


@pytest.mark.parametrize("variant", ["external", "chance"])
def test_sampling_comes_near_the_equilibrium(variant):
    judge = Judge(cp.load("kuhn"))
    run = Sampler(judge.game, variant, memory=1)
    run.run(60_000)
    quality = judge.judge(run.strategy())
    assert quality.exploitability < 0.01
    assert quality.payoffs[0] == pytest.approx(-1 / 18, abs=0.01)


def test_a_strategy_says_what_to_do_from_what_the_player_knows():
    strategy = cp.equilibrium("kuhn", iterations=100)
    game = strategy.game
    one, two = (game.position(f"startpos moves J {card} pass") for card in "QK")
    assert knowledge(one, 0) == knowledge(two, 0) and knowledge(one, 1) != knowledge(two, 1)
    held = [game.position(f"startpos moves {card} Q pass") for card in "JK"]
    assert strategy.chances(held[0]) == strategy.chances(held[1])
