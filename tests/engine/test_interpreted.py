"""Without compilation (NUMBA_DISABLE_JIT=1) every answer is the same, node for node."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from counterplay.games import BUILT_IN

ANSWERS = Path(__file__).parents[1] / "data" / "answers.py"


def answers(disable_jit: str) -> Any:
    ran = subprocess.run(
        [sys.executable, "-W", "error", str(ANSWERS)],
        env={**os.environ, "NUMBA_DISABLE_JIT": disable_jit},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    if disable_jit == "1":
        complaints = ran.stderr.splitlines()
        assert all("was never checked" in line for line in complaints), complaints
    return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def compiled() -> Any:
    return answers("0")


def test_interpreted_answers_are_the_compiled_ones(compiled: Any) -> None:
    for interpreted, native in zip(answers("1"), compiled, strict=True):
        assert interpreted == native


def test_every_built_in_is_searched(compiled: Any) -> None:
    searched = {answer["game"] for answer in compiled if isinstance(answer, dict)}
    assert searched >= set(BUILT_IN)
