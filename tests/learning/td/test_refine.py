"""Networks of chances: their head, their integers, and the mean of every roll as a target."""

from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.network.network import Network
from counterplay.learning.td.encoders import Bits
from counterplay.learning.td.payoff_network import Payoffs, integer_network, payoff_module
from counterplay.learning.td.refine import Plan, Refiner

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

PAYOFFS = (-3, -2, -1, 1, 2, 3)
GAME = cp.load("backgammon").without_network()


@pytest.fixture(scope="module")
def refiner() -> Refiner:
    """Four games in the middle, two of them learned, with a network of random weights."""
    head = Payoffs(PAYOFFS)
    model = payoff_module(GAME, head, 16, seed=3)
    plan = Plan(at_once=4, learned=2, minibatch=2, seed=5)
    made = Refiner(GAME, plan, Bits(GAME, 2), Bits(GAME, 2), head, model)
    with torch.no_grad():
        for _ in range(10):
            made.batch.step(lambda rows: head.values(model(rows)))
    return made


def equity(network: Network, s: Any, p: int) -> float:
    """The mean payoff of player `p` by the network in integers."""
    if GAME.terminal(s):
        return GAME.utility(s, p)
    sign = 1 if GAME.side(s) == p else -1
    return sign * network.score(GAME.inputs(s)) / GAME.facts.unit


def test_outputs_are_read_turned_and_ended() -> None:
    head = Payoffs(PAYOFFS)
    outputs = torch.tensor([[0.99, 0.9, 0.6, 0.2, 0.01]])
    assert head.values(outputs).item() == pytest.approx(-3 + 0.99 + 0.9 + 2 * 0.6 + 0.2 + 0.01)
    assert head.values(head.turned(outputs)).item() == pytest.approx(-head.values(outputs).item())
    ended = head.ended(torch.tensor(PAYOFFS, dtype=torch.float32))
    assert head.values(ended).tolist() == list(PAYOFFS)


def test_payoffs_must_be_the_same_for_both_players() -> None:
    with pytest.raises(cp.InputError, match="must rise, and be the same for both players"):
        Payoffs((-1, 2))


def test_a_target_is_the_mean_over_all_rolls_of_the_best_play(refiner: Refiner) -> None:
    with torch.no_grad():
        targets = refiner.head.values(refiner.targets())
    network = integer_network(GAME, Payoffs(PAYOFFS), refiner.model, {})
    for record, target in zip(refiner.batch.states(), targets.tolist(), strict=False):
        s = GAME.shape.decode(record)
        mean = 0.0
        for outcome, probability in GAME.chance(s):
            rolled = GAME.result(s, outcome)
            plays = (GAME.result(rolled, play) for play in GAME.actions(rolled))
            mean += probability * max(equity(network, after, s.turn) for after in plays)
        assert target == pytest.approx(mean, abs=0.003)  # the integers are rounded


def test_learning_comes_closer_to_the_targets(refiner: Refiner) -> None:
    before = [part.clone() for part in refiner.model.parameters()]
    losses = []
    for _ in range(12):
        refiner.step(0.01)
        losses.append(float(refiner.loss))
    assert refiner.states >= 12
    assert any((a != b).any() for a, b in zip(before, refiner.model.parameters(), strict=True))
    assert np.mean(losses[-3:]) < np.mean(losses[:3])


def test_a_plan_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(cp.InputError, match="learned=9 is more than at_once=4"):
        Plan(at_once=4, learned=9)
