"""A network that corrects the game's own evaluation: its score is added."""

import dataclasses
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.compile.digest import digest_of
from counterplay.core.game.evaluator import network_evaluator
from counterplay.core.network import inputs
from counterplay.core.network.network import Network, read_network, write_network
from counterplay.learning import selfplay
from tests.conformance import domineering
from tests.network.test_evaluation import KERNEL, native_scores, network_of, states, with_network

FILE = Path(domineering.__file__)


@pytest.fixture(scope="module")
def plain() -> cp.Game:
    return cp.load(FILE, size=4)


def correction_of(game: cp.Game) -> Network:
    rules = inputs.fingerprint(game, is_correction=True)
    return dataclasses.replace(network_of(game, 16, 2, True), rules=rules, is_correction=True)


def test_the_score_is_added_in_python_and_in_machine_code(plain: cp.Game) -> None:
    network, dice = correction_of(plain), random.Random(2)
    alone = dataclasses.replace(network, rules=inputs.fingerprint(plain), is_correction=False)
    corrected, replaced = with_network(plain, network), with_network(plain, alone)
    asked = states(plain, dice)
    plies, players = [dice.randrange(8) for _ in asked], [dice.randrange(2) for _ in asked]
    expected = [
        plain.evaluate_for(s, p) + replaced.evaluate_for(s, p)
        for s, p in zip(asked, players, strict=True)
    ]
    assert [corrected.evaluate_for(s, p) for s, p in zip(asked, players, strict=True)] == expected
    assert native_scores(corrected, asked, plies, players) == expected
    assert len(set(expected)) > 20


def test_the_game_keeps_its_own_evaluation(plain: cp.Game) -> None:
    corrected = with_network(plain, correction_of(plain))
    again = with_network(corrected, correction_of(corrected))
    own, s = corrected.without_network(), plain.initial()
    assert own.evaluate(s) == plain.evaluate(s) != corrected.evaluate(s) == again.evaluate(s)
    assert plain.without_network() is plain
    alone = with_network(plain, network_of(plain, 16, 1, True))
    assert alone.evaluate(s) != alone.without_network().evaluate(s) == plain.evaluate(s)


def test_kernels_and_games_with_and_without_it_are_told_apart(plain: cp.Game) -> None:
    corrected, plan = with_network(plain, correction_of(plain)), selfplay.Plan(1, 1, 0, 0)
    assert digest_of(plain, KERNEL) != digest_of(corrected, KERNEL)
    network = correction_of(plain)
    other = with_network(plain, dataclasses.replace(network, bias=network.bias + np.int16(1)))
    marks = {selfplay.mark_of(game, plan) for game in (plain, corrected, other)}
    assert len(marks) == 3
    assert digest_of(corrected, KERNEL) == digest_of(other, KERNEL)


def test_it_is_written_read_and_sent_to_other_processes(plain: cp.Game, tmp_path: Path) -> None:
    file, s = tmp_path / "more.network", plain.initial()
    write_network(correction_of(plain), file)
    assert read_network(file).is_correction
    corrected = plain.with_evaluator(cp.load_evaluator(file))
    sent = pickle.loads(pickle.dumps(corrected.position()))
    assert sent.game.evaluate(s) == corrected.evaluate(s) != plain.evaluate(s)


def test_another_evaluation_is_not_corrected(plain: cp.Game) -> None:
    assert plain.evaluator is not None
    evaluator = network_evaluator(correction_of(plain), "more", "more.network")
    weights = plain.evaluator.weights + 1
    changed = plain.with_evaluator(dataclasses.replace(plain.evaluator, weights=weights))
    with pytest.raises(cp.InputError, match="network for other rules or parameters of domineering"):
        changed.with_evaluator(evaluator)
    with pytest.raises(cp.InputError, match="a correction of the evaluation of domineering, and"):
        plain.with_evaluator(None).with_evaluator(evaluator)
