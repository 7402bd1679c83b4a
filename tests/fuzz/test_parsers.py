"""Changed inputs are read or refused; `bench/fuzz` does it by the hundred thousand."""

import runpy
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "bench" / "fuzz"
INPUTS, SECONDS = 200, 0.5
"""The most inputs, and the most seconds, for each parser."""


@pytest.mark.filterwarnings("ignore:Reading `.npy`")  # NumPy's, about a changed header
def test_every_parser_reads_or_refuses_changed_inputs() -> None:
    told = runpy.run_path(str(FUZZ))["run"](INPUTS, seed=3, most=SECONDS)
    assert [fault for one in told for fault in one.faults] == []
    # Some are sound still, and most are not: otherwise nothing has been tested.
    assert [one.name for one in told if not 0 < one.read <= one.inputs] == []
