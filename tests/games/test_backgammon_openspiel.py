"""In random games of backgammon, OpenSpiel sees the same results of every roll."""

import os
import runpy
from pathlib import Path

import pytest

import counterplay as cp

try:
    import pyspiel as pyspiel
except ImportError as error:
    if "CI" in os.environ:
        raise
    pytest.skip(f"OpenSpiel is not installed ({error})", allow_module_level=True)

compared = runpy.run_path(str(Path(__file__).with_name("backgammon_spiel.py")))["compared"]


@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_agrees_with_openspiel(seed: int) -> None:
    game = cp.load("backgammon")
    for s, ours, theirs in compared(game, seed):
        assert ours == theirs, game.show_position(s)
