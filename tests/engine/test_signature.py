"""The engine searches the same nodes as it did: `bench/signature.json` says which.

A change of these counts is a deliberate part of a commit: `python bench/signature.py`.
"""

import json
import runpy
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench"


def test_the_node_counts_are_those_of_the_signature() -> None:
    counts = runpy.run_path(str(BENCH / "signature.py"))["node_counts"]()
    assert counts == json.loads((BENCH / "signature.json").read_text(encoding="utf-8"))
