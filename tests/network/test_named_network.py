"""A game's file names its network: NETWORK = "….network"."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.network.network import write_network
from tests.network.test_evaluation import network_of

DOMINEERING = Path(__file__).parents[1] / "conformance" / "domineering.py"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A game in a file of the user's own, with a network beside it."""
    path = tmp_path / "own.py"
    text = DOMINEERING.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    write_network(network_of(cp.load(path), 16, 1, True), tmp_path / "own.network")
    path.write_text(text + '\n\nNETWORK = "own.network"\n', encoding="utf-8")
    return path


def test_the_game_is_evaluated_by_it(own: Path) -> None:
    game = cp.load(own)
    assert game.evaluator is not None and game.evaluator.network is not None


def test_other_parameters_play_without_it(own: Path) -> None:
    evaluator = cp.load(own, size=4).evaluator
    assert evaluator is None or evaluator.network is None


def test_a_network_that_is_missing_damaged_or_misnamed_is_refused(own: Path) -> None:
    network = own.with_name("own.network")
    network.write_bytes(network.read_bytes()[:-1])
    with pytest.raises(cp.GameError, match=r"own\.py, line \d+: NETWORK: .*is damaged"):
        cp.load(own)
    network.unlink()
    with pytest.raises(cp.GameError, match=r"NETWORK: .*cannot be read: No such file"):
        cp.load(own)
    own.write_text(own.read_text(encoding="utf-8").replace("own.network", "own.txt"))
    with pytest.raises(cp.GameError, match=r"must be the name of a file that ends in \.network"):
        cp.load(own)
