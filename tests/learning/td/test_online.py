"""TD(lambda) one game after another, beside a slow form whose slopes PyTorch finds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.learning.td.course import Course, train_one_by_one
from counterplay.learning.td.learner import network_of, sigmoid_network
from counterplay.learning.td.network import TdNetwork, first_network, read_network, write_network
from counterplay.learning.td.online import Online, Plan

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

FIELDS = ("hidden_weights", "hidden_bias", "output_weights", "output_bias")


def test_slopes_of_the_network_are_those_of_finite_differences() -> None:
    network = first_network(198, 6, seed=1)
    rows = np.random.default_rng(2).uniform(0, 1, (1, 198)).astype(np.float32)
    model = sigmoid_network(network).double()
    for j in range(4):
        model.zero_grad()
        model(torch.from_numpy(rows).double())[0, j].backward()
        for place in ((0, 0), (100, 3), (197, 5)):
            said = []
            for step in (-1e-3, 1e-3):
                changed = network.hidden_weights.astype(np.float64)
                changed[place] += step
                between = 1 / (1 + np.exp(-(rows @ changed + network.hidden_bias)))
                out = between @ network.output_weights + network.output_bias
                said.append(1 / (1 + np.exp(-out[0, j])))
            slope = float(model[0].weight.grad[place[1], place[0]])
            assert slope == pytest.approx((said[1] - said[0]) / 2e-3, rel=1e-4)


def slow_game(
    game: cp.Game, plays: Any, inputs_of: Any, model: Any, plan: Plan, number: int
) -> None:
    """Learn from one game: the rule as it is printed, with slopes by PyTorch."""
    parameters = list(model.parameters())
    traces = [[torch.zeros_like(w) for w in parameters] for _ in range(4)]
    before = None

    def said(s: Any) -> Any:
        """The four outcomes for player 0."""
        outputs = model(torch.from_numpy(inputs_of(s)))
        return outputs if s.turn == 0 else outputs[[2, 3, 0, 1]]

    def judge(states: list[Any], p: int) -> Any:
        rows = torch.from_numpy(np.stack([inputs_of(s) for s in states]))
        return (model(rows) @ torch.tensor([1.0, 2.0, -1.0, -2.0])).detach()

    for _, _, after in plays(game, judge, plan.seed, number):
        if game.terminal(after):
            points = game.utility(after, 0)
            now = torch.zeros(4)
            now[(2 if points < 0 else 0) + (abs(points) > 1)] = 1.0
        else:
            now = said(after).detach()
        if before is not None:
            with torch.no_grad():
                for k in range(4):
                    for w, trace in zip(parameters, traces[k], strict=True):
                        w += plan.alpha * (now[k] - before[k]) * trace
        if game.terminal(after):
            return
        outcomes = said(after)
        before = outcomes.detach()
        for k in range(4):
            slopes = torch.autograd.grad(outcomes[k], parameters, retain_graph=True)
            traces[k] = [plan.trace * t + s for t, s in zip(traces[k], slopes, strict=True)]


def test_weights_are_those_of_the_slow_form(
    game: cp.Game, plays: Callable[..., Any], inputs_of: Callable[[Any], np.ndarray]
) -> None:
    plan = Plan(games=1, hidden=5, seed=36)  # a short game
    model = sigmoid_network(first_network(198, 5, plan.seed))
    for number in range(plan.games):
        slow_game(game, plays, inputs_of, model, plan, number)
    online = Online(game, plan)
    online.learn(plan.games)
    wanted, found = network_of(model, {}), online.network()
    start = first_network(198, 5, plan.seed)
    for name in FIELDS:
        assert np.allclose(getattr(found, name), getattr(wanted, name), atol=2e-5), name
        assert not np.allclose(getattr(found, name), getattr(start, name), atol=1e-3), name


def equal(a: TdNetwork, b: TdNetwork) -> bool:
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in FIELDS)


def test_a_training_that_was_stopped_ends_with_the_same_weights(
    game: cp.Game, tmp_path: Path
) -> None:
    networks = []
    for name, stops in (("whole", [60]), ("stopped", [25, 60])):
        course = Course(tmp_path / name, pairs=2, last_pairs=2)
        for games in stops:
            marks = train_one_by_one(game, Plan(games, hidden=5), course, lambda mark: None)
        assert marks[-1].games == 60
        networks.append(read_network(tmp_path / name / "network.td"))
    assert equal(*networks)
    assert networks[0].about["plays"] == networks[1].about["plays"]
    with pytest.raises(InputError, match="other options"):
        train_one_by_one(game, Plan(90, hidden=5, alpha=0.2), course, lambda mark: None)


def test_the_file_of_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    network, path = first_network(198, 7, seed=4), tmp_path / "a.td"
    write_network(network, path)
    assert equal(read_network(path), network)
    path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\0")
    with pytest.raises(InputError, match="damaged"):
        read_network(path)


def test_numbers_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="trace=2"):
        Plan(trace=2)
    with pytest.raises(InputError, match="hidden=0"):
        Plan(hidden=0)
