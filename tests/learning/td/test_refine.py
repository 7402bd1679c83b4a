"""Networks of chances: their head, their integers, and targets from all rolls."""

from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.network.network import Network
from counterplay.learning.td.payoff_network import Payoffs, integer_network, payoff_module
from counterplay.learning.td.refine import Plan, Refiner, lambda_returns
from counterplay.learning.td.replay import Replay

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

PAYOFFS = (-3, -2, -1, 1, 2, 3)
GAME = cp.load("backgammon").without_network()


@pytest.fixture(scope="module")
def refiner() -> Refiner:
    """Two games in the middle, with a network of random weights."""
    head = Payoffs(PAYOFFS)
    model = payoff_module(GAME, head, 16, seed=3)
    plan = Plan(
        at_once=2,
        stretch=3,
        mistakes=(0.0, 0.5),
        kept=64,
        times=4,
        minibatch=8,
        inertia=0.5,
        seed=5,
    )
    made = Refiner(GAME, plan, head, model)
    for _ in range(10):
        made.batch.step(made.values)
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


def test_the_mean_of_a_roll_is_that_of_the_best_plays(refiner: Refiner) -> None:
    with torch.no_grad():
        means = refiner.head.values(refiner.roll_means())
    network = integer_network(GAME, Payoffs(PAYOFFS), refiner.judge, {})
    for record, mean in zip(refiner.batch.states(), means.tolist(), strict=True):
        s = GAME.shape.decode(record)
        wanted = 0.0
        for outcome, probability in GAME.chance(s):
            rolled = GAME.result(s, outcome)
            plays = (GAME.result(rolled, play) for play in GAME.actions(rolled))
            wanted += probability * max(equity(network, after, s.turn) for after in plays)
        assert mean == pytest.approx(wanted, abs=0.006)  # the integers are rounded


def test_differences_of_later_states_count_until_a_mistake_or_the_end() -> None:
    head = Payoffs((-1, 1))

    def column(*values: float) -> Any:
        return [torch.tensor([[value]]) for value in values]

    said, means = column(0.5, 0.4, 0.6), column(0.52, 0.44, 0.7)
    yes, no = torch.tensor([True]), torch.tensor([False])
    last = 0.44 - 0.5 * (0.7 - 0.6)
    for live, is_best, first in (
        ([yes] * 3, [yes] * 3, 0.52 - 0.5 * (last - 0.4)),
        ([yes] * 3, [yes, yes, no], 0.52 - 0.5 * (0.44 - 0.4)),
        ([yes] * 3, [yes, no, yes], 0.52),
        ([yes, no, yes], [yes] * 3, 0.52),
    ):
        targets = lambda_returns(head, 0.5, said, means, live, is_best)
        assert targets[0].item() == pytest.approx(first)
        assert targets[2].item() == pytest.approx(0.7)


def test_the_oldest_states_make_room() -> None:
    replay = Replay(GAME, views=2, outputs=1, size=4, minibatch=64, seed=1, device="cpu")
    shape = replay._bits.written.shape[1:]
    for start in (0, 3):
        words = torch.arange(start, start + 3).view(-1, 1, 1).expand(3, *shape)
        replay.add(words, torch.arange(start, start + 3).float().unsqueeze(1))
    rows, targets = replay.draw()
    assert set(targets.flatten().tolist()) == {2.0, 3.0, 4.0, 5.0}
    assert torch.equal(rows[:, :3] @ torch.tensor([1.0, 2.0, 4.0]), targets.flatten())


def test_learning_comes_closer_to_the_targets(refiner: Refiner) -> None:
    before = [part.clone() for part in refiner.judge.parameters()]
    losses = []
    for _ in range(12):
        refiner.stretch(0.01)
        losses.append(float(refiner.loss))
    assert refiner.states >= 12
    assert any((a != b).any() for a, b in zip(before, refiner.judge.parameters(), strict=True))
    assert np.mean(losses[-3:]) < np.mean(losses[:3])


def test_a_plan_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(cp.InputError, match="times=0 must be 1 or more"):
        Plan(times=0)
    with pytest.raises(cp.InputError, match="trace=2 must be between 0 and 1"):
        Plan(trace=2)
    with pytest.raises(cp.InputError, match=r"mistakes=.* must be numbers of 0 or more"):
        Plan(mistakes=())
