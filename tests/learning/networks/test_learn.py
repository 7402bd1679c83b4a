"""A course of learning: its stages, and what stops it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.table_file import being_written
from counterplay.learning.networks import learn
from counterplay.learning.networks.course import Course
from counterplay.learning.networks.learn import challenge
from counterplay.learning.selfplay import Samples


def test_a_match_that_was_stopped_decides_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(learn, "match", lambda *_, **__: SimpleNamespace(finished=False))
    with pytest.raises(KeyboardInterrupt):
        challenge(cp.load("tic_tac_toe"), Course(), tmp_path, None)


def test_a_folder_is_used_by_one_process_at_a_time(tmp_path: Path) -> None:
    refused = pytest.raises(cp.InputError, match="is being written by another process")
    with being_written(tmp_path / "best.network"), refused:
        learn.learn(cp.load("tic_tac_toe"), Course(), tmp_path, print)


def test_games_that_end_in_the_random_moves_leave_nothing_to_learn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def play_out(game: cp.Game, *_: Any) -> Samples:
        none = np.empty(0, np.int64)
        return Samples(np.empty(0, game.shape.dtype), none, none, none)

    monkeypatch.setattr(learn, "play_games", play_out)
    refused = pytest.raises(cp.InputError, match=r"after 20 random moves.* fewer --opening-plies")
    with refused:
        learn.learn(cp.load("tic_tac_toe"), Course(opening_plies=20), tmp_path, print)
