"""Trainings of TD-Gammon that are killed at random moments end as if nobody had killed them."""

import json
import random
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from counterplay.learning.td.network import TdNetwork, read_network
from tests.conftest import need

KILLS = 4
OPTIONS = ("--hidden", "3", "--pairs", "2", "--seed", "7")


def command(out: Path, *options: str) -> list[str]:
    """The training on one thread: PyTorch adds numbers in another order if it has more."""
    code = "import torch; torch.set_num_threads(1); from counterplay.cli.app import main; main()"
    return [sys.executable, "-c", code, "td", *OPTIONS, *options, "--out", str(out)]


def weights(network: TdNetwork) -> list[Any]:
    return [
        part.tolist()
        for part in (
            network.hidden_weights,
            network.hidden_bias,
            network.output_weights,
            network.output_bias,
        )
    ]


def curve(out: Path) -> list[dict[str, Any]]:
    """The marks of a training, without the seconds that it took."""
    marks = json.loads((out / "curve.json").read_text(encoding="utf-8"))["marks"]
    return [{name: x for name, x in mark.items() if name != "seconds"} for mark in marks]


@pytest.mark.parametrize(
    "options",
    [("--games", "9000"), ("--games", "9000", "--at-once", "64", "--minibatch", "64")],
    ids=["one by one", "at once"],
)
def test_a_killed_training_ends_with_the_same_weights(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    need(find_spec("torch") is not None, "PyTorch")
    whole, killed, dice = tmp_path / "whole", tmp_path / "killed", random.Random(3)
    started = time.monotonic()
    subprocess.run(command(whole, *options), check=True, capture_output=True)
    seconds, cut = time.monotonic() - started, 0
    for _ in range(KILLS):
        try:
            subprocess.run(
                command(killed, *options),
                check=True,
                capture_output=True,
                timeout=seconds * dice.uniform(0.3, 0.9),
            )
        except subprocess.TimeoutExpired:  # `run` has killed it
            cut += 1
    subprocess.run(command(killed, *options), check=True, capture_output=True)
    assert cut > 0
    assert curve(killed) == curve(whole)
    assert weights(read_network(killed / "network.td")) == weights(
        read_network(whole / "network.td")
    )
