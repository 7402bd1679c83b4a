"""The engines search the same nodes as before: `bench/signature.json` has the results.

A change of these results is a deliberate part of a commit: write the file again with
`python bench/signature.py > bench/signature.json`.
"""

import json
import runpy
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
MADE = runpy.run_path(str(BENCH / "signature.py"))
SIGNATURE = json.loads((BENCH / "signature.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("part", ["node_counts", "simulations", "proofs", "solutions", "perfts"])
def test_the_results_are_those_of_the_signature(part: str) -> None:
    found = MADE[part]()
    assert found == {label: SIGNATURE.get(label) for label in found}


def test_the_signature_has_no_other_results() -> None:
    labels = sum(len(MADE[name]) for name in MADE["TABLES"])
    assert len(SIGNATURE) == labels
