"""Files that are written completely or not at all."""

from pathlib import Path

import pytest

from counterplay.core.data_files import (
    read_json,
    replace_file,
    replacing,
    require_writable,
    with_sum,
    write_whole,
)
from counterplay.core.game.errors import InputError


def test_a_file_is_written_as_text_or_bytes_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_whole(tmp_path / "new" / "a.json", "é")
    replace_file(tmp_path / "new" / "a.json", b"\xff")
    assert (tmp_path / "new" / "a.json").read_bytes() == b"\xff"
    assert len(list((tmp_path / "new").iterdir())) == 1


def test_a_writer_does_not_touch_the_unfinished_file_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with replacing(tmp_path / "a") as file:
        monkeypatch.setattr("os.getpid", lambda: 1)  # another process writes the same file
        replace_file(tmp_path / "a", b"theirs")
        file.write(b"ours")
    assert (tmp_path / "a").read_bytes() == b"ours"


def test_what_was_there_is_kept_if_the_disk_is_full(tmp_path: Path) -> None:
    replace_file(tmp_path / "a", "before")

    def write_half() -> None:
        with replacing(tmp_path / "a") as file:
            file.write(b"half")
            raise OSError(28, "No space left on device")

    with pytest.raises(InputError, match="a cannot be written: No space left"):
        write_half()
    assert [one.name for one in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == "before"


def test_a_device_is_written_to_and_stays_a_device() -> None:
    write_whole(Path("/dev/null"), "nothing")
    assert Path("/dev/null").is_char_device()


def test_a_read_only_place_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_writable(tmp_path / "new" / "a.json")
    require_writable(Path("/dev/null"))
    monkeypatch.setattr("os.access", lambda place, mode: Path(place) != tmp_path)
    with pytest.raises(InputError, match=f"a.json cannot be written: {tmp_path} is read-only"):
        require_writable(tmp_path / "new" / "a.json")


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "a")
    replace_file(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "a").read_text() == "text"


def test_a_changed_digit_is_found_and_files_of_people_need_no_sum(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    text = with_sum('{"format": 1, "é": [1.5, 2]}')
    path.write_text(text)
    assert read_json(path, "list", "make it", 1) == {"format": 1, "é": [1.5, 2]}
    path.write_text(text.replace("2]", "3]"))
    with pytest.raises(InputError, match="is damaged: run `make it` again"):
        read_json(path, "list", "make it", 1)
    path.write_text('{"format": 1}')
    assert read_json(path, "list", "make it", 1) == {"format": 1}
