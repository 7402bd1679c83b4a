"""TD(lambda) with many games at once: its targets, its steps and its samples."""

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.learning.td.batch import Batch
from counterplay.learning.td.encoders import Bits, Points
from counterplay.learning.td.heads import Equity, Outcomes
from counterplay.learning.td.learner import Learner, Plan
from counterplay.learning.td.samples import play_samples

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

PLAN = Plan(games=40, at_once=16, hidden=8, stretch=8, minibatch=16)


def test_targets_are_the_lambda_returns_of_each_game(game: cp.Game) -> None:
    learner = Learner(game, PLAN, Points())
    for _ in range(12):
        learner.play()  # some games end in the last stretch
    targets, last = learner.targets(), PLAN.stretch
    assert int(learner.ended.sum()) > 0
    for g in range(PLAN.at_once):
        for t in range(last):
            wanted = torch.zeros(4)
            weight = 1.0
            for u in range(t + 1, last + 1):
                is_over = bool(learner.ended[u, g])
                said = learner.outputs[u, g]
                if is_over:
                    payoff = -float(learner.payoffs[u, g])
                    said = torch.zeros(4)
                    said[(2 if payoff < 0 else 0) + (abs(payoff) > 1)] = 1.0
                if learner.movers[u, g] != learner.movers[t, g]:
                    said = said[[2, 3, 0, 1]]
                share = 1.0 if is_over or u == last else 1 - PLAN.trace
                wanted += weight * share * said
                weight *= PLAN.trace
                if is_over:
                    break
            if not learner.ended[t, g]:
                assert torch.allclose(targets[t, g], wanted, atol=1e-6)


def test_outcomes_are_turned_and_valued() -> None:
    head, outputs = Outcomes(), torch.tensor([[0.5, 0.2, 0.3, 0.1]])
    assert float(head.values(outputs)[0]) == pytest.approx(0.5 + 0.4 - 0.3 - 0.2)
    assert torch.equal(head.turned(outputs), torch.tensor([[0.3, 0.1, 0.5, 0.2]]))
    ends = head.ended(torch.tensor([1.0, 3.0, -1.0, -2.0]))
    assert torch.equal(ends, torch.eye(4))
    assert torch.equal(Equity().turned(torch.tensor([[2.0]])), torch.tensor([[-2.0]]))


@pytest.mark.parametrize("loss", ["squares", "entropy"])
def test_a_seed_gives_the_same_weights(game: cp.Game, loss: str) -> None:
    networks = []
    for _ in range(2):
        learner = Learner(game, Plan(10**6, 16, 8, minibatch=16, loss=loss), Points())
        for _ in range(3):
            learner.stretch()
        networks.append(learner.network())
    assert np.array_equal(networks[0].hidden_weights, networks[1].hidden_weights)


def test_the_race_is_learned_by_any_model_from_the_bits_of_its_states(race: cp.Game) -> None:
    torch.manual_seed(1)
    encoder = Bits(race)
    model = torch.nn.Linear(encoder.width, 1)
    plan = Plan(games=300, at_once=32, minibatch=32, loss="squares", rate=0.02)
    learner = Learner(race, plan, encoder, Equity(), model)
    learner.learn()
    assert learner.finished >= 300 and float(learner.loss) < 1


def test_samples_have_the_results_of_their_games(race: cp.Game) -> None:
    samples = play_samples(
        Batch(race, Bits(race), 8, seed=2), lambda rows: torch.full((len(rows),), 0.25), 60
    )
    states = [race.shape.decode(s) for s in samples.states]
    assert len(states) > 100
    for s, view, result, following in zip(
        states, samples.views, samples.results, samples.next_values, strict=True
    ):
        assert view == s.mover and abs(result) == 1
        assert following in (-0.25, 1.0) or following == 0.25
    assert set(samples.values.tolist()) == {0.25}
    ends = samples.next_values == 1.0
    assert ends.any() and (samples.results[ends] == 1).all()


def test_numbers_that_cannot_be_are_refused(game: cp.Game) -> None:
    with pytest.raises(InputError, match="at_once=0"):
        Plan(at_once=0)
    with pytest.raises(InputError, match="one of squares, entropy"):
        Learner(game, Plan(at_once=2, loss="cubes"), Points())
