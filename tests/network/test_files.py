"""The file of a network: read as written, or refused with a sentence."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.network.network import ARRAYS, read_network, write_network
from tests.network.test_evaluation import network_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "small.network"
    write_network(network_of(cp.load("tic_tac_toe"), 16, 2, True), file)
    return file


def test_a_network_is_read_as_it_was_written(path: Path) -> None:
    written, read = network_of(cp.load("tic_tac_toe"), 16, 2, True), read_network(path)
    for name in ARRAYS:
        assert np.array_equal(getattr(read, name), getattr(written, name)), name
    assert (read.game, read.most_on, read.scale, read.digest) == (
        "tic_tac_toe", 10, 400, written.digest,
    )  # fmt: skip
    assert not list(path.parent.glob("*.part"))


def test_a_player_can_use_it(path: Path) -> None:
    game = cp.load("tic_tac_toe").with_evaluator(cp.load_evaluator(path))
    assert game.evaluate(game.initial()) != 0


@pytest.mark.parametrize("place", [0, 5, -1, -100])
def test_a_changed_byte_is_noticed(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 4
    path.write_bytes(content)
    with pytest.raises(cp.InputError, match=r"is (damaged|not a network)"):
        read_network(path)


def test_half_a_file_is_damaged(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(cp.InputError, match="is damaged: its checksum is wrong"):
        read_network(path)


def test_a_file_that_ends_in_its_first_line_is_damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(cp.InputError, match="is damaged: its first line cannot be read"):
        read_network(path)


@pytest.mark.parametrize("content", [b"", b"{}\n", b"\x00\xff\n", b"[1]\n", b"x" * 10_000])
def test_what_is_no_network_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(cp.InputError, match="is not a network"):
        read_network(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(cp.InputError, match="cannot be read"):
        cp.load_evaluator(tmp_path / "none.network")


def test_a_network_of_another_game_is_refused(path: Path) -> None:
    with pytest.raises(cp.InputError, match="is a network for tic_tac_toe, not for connect_four"):
        cp.load("connect_four").with_evaluator(cp.load_evaluator(path))


def test_a_strange_name_of_a_game_is_shown_in_one_line(path: Path, tmp_path: Path) -> None:
    network = replace(read_network(path), game="tic_tac\ntoe" + "!" * 1_000)
    write_network(network, file := tmp_path / "strange.network")
    with pytest.raises(cp.InputError, match=r"is a network for 'tic_tac\\ntoe!+, not for nim$"):
        cp.load("nim").with_evaluator(cp.load_evaluator(file))


def test_a_network_of_other_parameters_is_refused(tmp_path: Path) -> None:
    small = cp.load("connect_four", width=5, height=4)
    file = tmp_path / "small.network"
    write_network(network_of(small, 8, 1, False), file)
    with pytest.raises(cp.InputError, match="other rules or parameters of connect_four"):
        cp.load("connect_four").with_evaluator(cp.load_evaluator(file))
