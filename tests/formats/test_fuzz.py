"""Mutated texts are read or refused; `bench/chess_fuzz.py` does it by the million."""

import runpy
from pathlib import Path

import pytest

pytest.importorskip("chess")

BENCH = Path(__file__).parents[2] / "bench"


def test_mutated_lines_are_read_or_refused() -> None:
    fuzz = runpy.run_path(str(BENCH / "chess_fuzz.py"))["run"](2500, seed=7)
    assert fuzz.faults == []
    # Some are sound still, and most are not: otherwise nothing has been tested.
    for kind in ("PGN", "move", "FEN", "EPD"):
        assert 0 < fuzz.counted[f"{kind} sound"] < 0.9 * fuzz.counted[f"{kind} lines"]
