"""A course that learns pattern tables: it resumes, and says what is missing."""

import dataclasses
import json
import random
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.patterns.patterns import read_patterns
from counterplay.learning.networks import learn
from counterplay.learning.networks.course import Course
from counterplay.learning.selfplay import Plan, Samples
from tests.learning.patterns.test_trainer import GROUPS

COURSE = Course(
    kind="patterns", rounds=1, games=200, nodes=30, opening_plies=2, stages=2, epochs=3, threads=1
)


def random_games(game: cp.Game, plan: Plan, *_: object) -> Samples:
    """Games of random moves in place of self-play, which takes long to compile."""
    dice, states, results, numbers = random.Random(plan.seed), [], [], []
    for number in range(plan.games):
        s, seen = game.initial(), []
        while not game.terminal(s):
            seen.append(s)
            s = game.result(s, dice.choice(game.actions(s)))
        states += [game.shape.encode(s) for s in seen]
        results += [game.utility(s, game.player(before)) for before in seen]
        numbers += [number] * len(seen)
    values = np.array(results, np.int64)
    encoded = np.array(states, game.shape.dtype)
    return Samples(encoded, values, np.array(numbers), np.zeros_like(values))


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> cp.Game:
    """Tic-tac-toe with patterns; its matches are won without being played."""
    won = SimpleNamespace(finished=True, sprt=None, score=0.6, elo_low=None, elo_high=None)
    monkeypatch.setattr(learn, "match", lambda *_, **__: won)
    monkeypatch.setattr(learn, "play_games", random_games)
    return dataclasses.replace(cp.load("tic_tac_toe"), patterns=GROUPS)


def test_another_machine_plays_self_play_and_matches_are_played_here(
    game: cp.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match reads the file of the new evaluation, which other machines do not have."""
    elsewhere, games, matches = Mock(), Mock(wraps=random_games), Mock(wraps=learn.match)
    monkeypatch.setattr(learn, "play_games", games)
    monkeypatch.setattr(learn, "match", matches)
    learn.learn(game, COURSE, tmp_path, lambda _: None, play=elsewhere)
    assert games.call_args.args[-1] is elsewhere
    assert "play" not in matches.call_args.kwargs and matches.call_args.kwargs["jobs"] == 1


def stop_at(word: str) -> learn.Say:
    """Ctrl-C when the course says this word."""

    def say(text: str) -> None:
        if word in text:
            raise KeyboardInterrupt

    return say


def test_a_course_that_was_stopped_ends_with_the_same_tables(game: cp.Game, tmp_path: Path) -> None:
    learn.learn(game, COURSE, tmp_path / "whole", lambda _: None, "the command")
    for word in ("epoch 1", "epoch 3"):
        with pytest.raises(KeyboardInterrupt):
            learn.learn(game, COURSE, tmp_path / "stopped", stop_at(word), "the command")
    told: list[str] = []
    learn.learn(game, COURSE, tmp_path / "stopped", told.append, "the command")
    assert not any("epoch" in text for text in told)  # nothing was left to train
    assert any("weights as 16-bit integers: validation" in text for text in told)
    whole, stopped = (read_patterns(tmp_path / n / "best.patterns") for n in ("whole", "stopped"))
    assert stopped.digest == whole.digest
    assert (stopped.groups, stopped.stages, stopped.movers) == (GROUPS, 2, 2)
    assert stopped.about["command"] == "the command"
    losses = json.loads((tmp_path / "stopped" / "round-01" / "losses.json").read_text())
    assert stopped.about["validation"] == min(losses["validation"])
    assert abs(stopped.about["validation_as_integers"] / min(losses["validation"]) - 1) < 0.01


@pytest.mark.parametrize(
    "text", ["", '{"tr', "[]", "3", '{"training": [1]}', '{"training": [], "validation": []}']
)
def test_a_training_whose_losses_are_damaged_is_done_again(
    game: cp.Game, tmp_path: Path, text: str
) -> None:
    first = learn.learn(game, COURSE, tmp_path, lambda _: None)
    (tmp_path / "round-01" / "losses.json").write_text(text, encoding="utf-8")
    assert learn.learn(game, COURSE, tmp_path, lambda _: None) == first
    assert json.loads((tmp_path / "round-01" / "losses.json").read_text())["training"]


def test_a_game_without_patterns_is_refused_before_games_are_played(tmp_path: Path) -> None:
    with pytest.raises(cp.UnfitError, match="tic_tac_toe names no patterns: write PATTERNS"):
        learn.learn(cp.load("tic_tac_toe"), COURSE, tmp_path / "new", print)
    assert not (tmp_path / "new").exists()
