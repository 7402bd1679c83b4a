"""One process at a time writes a file."""

from pathlib import Path

import pytest

from counterplay.core.game.errors import InputError
from counterplay.core.table_file import being_written, used_by_one, whole_text


def test_a_file_that_is_written_again_and_again_has_one_owner(tmp_path: Path) -> None:
    path = tmp_path / "x.run"
    with used_by_one(path):
        with being_written(path) as unfinished:
            unfinished.replace(path)
        with pytest.raises(InputError, match="being written by another process"), used_by_one(path):
            pass
    with used_by_one(path):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["x.run"]


def test_a_writer_leaves_the_unfinished_file_of_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with being_written(path) as first:
        first.replace(path)
        with being_written(path) as second:
            pass
        second.touch()  # of a third one
    assert second.exists()


def test_a_device_is_not_replaced() -> None:
    with pytest.raises(InputError, match="is not a file"), being_written(Path("/dev/null")):
        pass


def test_a_text_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    with whole_text(path) as file:
        file.write("first")
    with pytest.raises(InputError, match=r"games\.pgn cannot be written"), whole_text(path) as file:
        file.write("second")
        raise OSError(28, "No space left on device")
    assert path.read_text() == "first" and len(list(tmp_path.iterdir())) == 1
    with whole_text(Path("/dev/null")) as file:
        file.write("nothing")
    assert Path("/dev/null").is_char_device()
