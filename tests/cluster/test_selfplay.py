"""Self-play by Ray: the same positions as here."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.learning import cluster_selfplay
from counterplay.learning.cluster_selfplay import Machine, on_cluster
from counterplay.learning.selfplay import Plan, mark_of, play_games


def test_a_cluster_plays_the_games_that_are_played_here(cluster: Any, tmp_path: Path) -> None:
    game, plan = cp.load("connect_four", width=5, height=4), Plan(300, 50, 3, 1)
    here = play_games(game, plan, tmp_path / "here")
    told: list[int] = []
    play_games(game, Plan(100, 50, 3, 1), tmp_path / "there")  # what was begun here goes on there
    there = play_games(game, plan, tmp_path / "there", report=told.append, play=on_cluster())
    assert told == [100, 200, 300]
    for name in ("states", "results", "games", "scores"):
        assert np.array_equal(getattr(here, name), getattr(there, name)), name


def test_a_machine_with_other_rules_is_refused() -> None:
    game, other = cp.load("connect_four", width=5, height=4), cp.load("connect_four", width=4)
    plan = Plan(100, 50, 3, 1)
    given = cluster_selfplay.pickled(other), None, plan, mark_of(game, plan)
    with pytest.raises(InputError, match="other rules or weights"):
        Machine(*given, cluster_selfplay.code_version()).work(0)
    with pytest.raises(InputError, match="another version of the program"):
        Machine(*given, "older").work(0)
