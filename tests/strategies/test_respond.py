"""Safe responses: an equilibrium at trust 0, the best response at trust 1, and what is between."""

from itertools import pairwise

import numpy as np
import pytest

import counterplay as cp
from counterplay.strategies.judge import Judge
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.respond import Precision, respond, response, restricted, winnings
from counterplay.strategies.strategy import Strategy
from tests.strategies.brute_force import BruteForce

EXACT = Precision(exploitability=1e-5)
TRUSTS = (0, 0.2, 0.4, 0.6, 0.8, 1)


@pytest.fixture(scope="module")
def kuhn():
    return Judge(cp.load("kuhn"))


@pytest.fixture(scope="module")
def leduc():
    return Judge(cp.load("leduc"))


def drawn(judge, seed):
    """A random strategy."""
    dice, found = np.random.default_rng(seed), judge.form.even_strategy()
    for i in range(len(judge.form.keys)):
        part = slice(judge.form.firsts[i], judge.form.firsts[i + 1])
        found[part] = dice.dirichlet(np.ones(part.stop - part.start))
    return found


def test_without_trust_it_is_an_equilibrium(kuhn):
    answer = response(kuhn, drawn(kuhn, 1), 0, EXACT)
    quality = kuhn.quality(answer)
    assert quality.exploitability < 1e-4
    assert quality.payoffs[0] == pytest.approx(-1 / 18, abs=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_with_full_trust_it_wins_as_much_as_any_pure_strategy(kuhn, seed):
    model = drawn(kuhn, seed)
    brute = BruteForce(kuhn, model)
    won = winnings(kuhn, response(kuhn, model, 1), model)
    assert won == pytest.approx([brute.best(p) for p in (0, 1)], abs=1e-12)


def test_more_trust_wins_more_and_risks_more(leduc):
    model = drawn(leduc, 3)
    answers = [response(leduc, model, trust, Precision(1e-4)) for trust in TRUSTS]
    won = [sum(winnings(leduc, answer, model)) for answer in answers]
    risk = [leduc.quality(answer).exploitability for answer in answers]
    assert all(b > a - 2e-3 for a, b in pairwise(won))
    assert all(b > a - 2e-3 for a, b in pairwise(risk))
    assert won[-1] - won[0] > 1 and risk[-1] > 0.5


@pytest.mark.parametrize("trust", [0.3, 0.7])
def test_no_strategy_does_better_in_the_restricted_game(kuhn, trust):
    """The value for the hero is trust * (won from the model) + (1 - trust) * (worst case), and no
    pure strategy of the hero has a higher one against the free part that the solution found."""
    model = drawn(kuhn, 9)
    form = restricted(kuhn.form, model, 0, trust)
    run = Minimiser(kuhn.game, "cfr+", form)
    run.run(4_000)
    hero = run.probabilities()
    own = slice(kuhn.form.firsts[0], kuhn.form.firsts[kuhn.form.starts[1]])
    against_model = model.copy()
    against_model[own] = hero[own]
    value = trust * BruteForce(kuhn, against_model).payoffs()[0]
    value -= (1 - trust) * BruteForce(kuhn, hero).best(1)
    best = Judge(kuhn.game, form).quality(hero)
    assert value == pytest.approx(best.payoffs[0], abs=2e-3)
    assert best.exploitability < 1e-3


def test_a_response_is_a_strategy_that_says_what_it_wins_and_risks(kuhn):
    model = Strategy.of(kuhn.game, kuhn.form, kuhn.form.even_strategy())
    answer = respond(model, trust=0.5)
    assert answer.about["trust"] == 0.5
    assert answer.about["against"] == pytest.approx(
        winnings(kuhn, kuhn.probabilities_of(answer), kuhn.form.even_strategy())
    )
    assert 0 < answer.about["exploitability"] < 0.5


def test_bad_input_is_refused(kuhn):
    model = Strategy.of(kuhn.game, kuhn.form, kuhn.form.even_strategy())
    with pytest.raises(cp.InputError, match="must be from 0 to 1"):
        cp.respond(model, trust=1.5)
    with pytest.raises(cp.InputError, match="above 0"):
        cp.respond(model, exploitability=0)
    with pytest.raises(cp.InputError, match="1 or more"):
        cp.respond(model, iterations=0)
    three = Judge(cp.load("kuhn", players=3))
    with pytest.raises(cp.UnfitError, match="for two players"):
        cp.respond(Strategy.of(three.game, three.form, three.form.even_strategy()))
