"""TD(lambda) finds the known values of the random walk, and those that the theory gives."""

from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from counterplay.textbook.examples import MisereNim
from counterplay.textbook.minimax import minimax
from counterplay.textbook.td import Episode, RandomWalk, changes, td_evaluation, td_lambda


def rms(values: dict[Any, float], walk: RandomWalk) -> float:
    true = walk.true_values
    return sqrt(sum((values.get(s, 0.5) - v) ** 2 for s, v in true.items()) / len(true))


def walks(count: int, seed: int, states: int = 5) -> list[Episode]:
    random, walk = Random(seed), RandomWalk(states)
    return [walk.walk(random) for _ in range(count)]


def settled(episodes: list[Episode], lambda_: float) -> dict[Any, float]:
    """Present the same walks again and again, changes made after all of them, until they settle."""
    values: dict[Any, float] = {}
    for _ in range(4000):
        total: dict[Any, float] = {}
        for episode in episodes:
            for s, change in changes(episode, values, 0.02, lambda_, 0.5).items():
                total[s] = total.get(s, 0) + change
        values = {s: values.get(s, 0.5) + change for s, change in total.items()}
        if max(map(abs, total.values())) < 1e-9:
            break
    return values


def test_five_states_are_worth_sixths() -> None:
    assert list(RandomWalk().true_values.values()) == [i / 6 for i in range(1, 6)]
    learned = td_lambda(walks(3000, 1), alpha=0.01, lambda_=0.5)
    assert rms(learned, RandomWalk()) < 0.03


def test_walks_presented_again_with_lambda_0_give_the_most_likely_chain() -> None:
    """Sutton 1988: TD(0) settles at the values of the chain that the walks themselves describe."""
    for seed in range(3):
        episodes = walks(10, seed)
        states = sorted({s for e in episodes for s in e.states})
        index = {s: i for i, s in enumerate(states)}
        moves, ends = np.zeros((len(states),) * 2), np.zeros(len(states))
        for states_, payoff in episodes:
            for s, after in pairwise(states_):
                moves[index[s], index[after]] += 1
            ends[index[states_[-1]]] += payoff
        visits = np.array([sum(e.states.count(s) for e in episodes) for s in states])
        chain = np.eye(len(states)) - moves / visits[:, None]
        expected = np.linalg.solve(chain, ends / visits)
        found = settled(episodes, 0)
        assert [found[s] for s in states] == pytest.approx(expected.tolist(), abs=1e-5)


def test_walks_presented_again_with_lambda_1_give_the_mean_of_the_payoffs() -> None:
    episodes = walks(10, 4)
    found = settled(episodes, 1)
    for s in found:
        payoffs = [e.payoff for e in episodes for seen in e.states if seen == s]
        assert found[s] == pytest.approx(sum(payoffs) / len(payoffs), abs=1e-5)


def test_one_walk_changes_what_the_formula_says() -> None:
    """0.5 everywhere: only the last step has an error, which every state shares by its trace."""
    found = changes(Episode([3, 4, 3, 4, 5], 1.0), {}, 0.1, 0.5, 0.5)
    error = 0.1 * 0.5
    expected = {5: error, 4: error * (0.5 + 0.5**3), 3: error * (0.5**2 + 0.5**4)}
    assert found == pytest.approx(expected)


def test_a_game_against_itself_learns_the_decisions_of_minimax() -> None:
    game = MisereNim()
    start = (0, (2, 1))
    evaluate = td_evaluation(game, start, games=400, seed=1)
    best = max(game.actions(start), key=lambda a: evaluate(game.result(start, a), 0))
    assert game.result(start, best) == game.result(start, minimax(game, start).move)
    assert evaluate(start, 0) > 0.5 and evaluate(start, 1) == -evaluate(start, 0)
    again = td_evaluation(game, start, games=400, seed=1)
    assert again(start, 0) == evaluate(start, 0)


@pytest.mark.parametrize(("alpha", "lambda_"), [(0, 0.5), (1.5, 0.5), (0.1, -0.1), (0.1, 1.1)])
def test_bad_rates_are_refused(alpha: float, lambda_: float) -> None:
    with pytest.raises(ValueError, match="give an alpha above 0"):
        td_lambda([], alpha=alpha, lambda_=lambda_)
    with pytest.raises(ValueError, match="states=4"):
        RandomWalk(4)
