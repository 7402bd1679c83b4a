"""A course of learning: its file, and what it refuses."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core import data_files
from counterplay.learning.networks.course import Course, remember


def begun(folder: Path, text: str) -> Path:
    """A folder whose course.json has this text."""
    (folder / "course.json").write_text(text, encoding="utf-8")
    return folder


def without(course: Course, *names: str) -> str:
    """A course.json as it was before there were these options."""
    options = dataclasses.asdict(course)
    return json.dumps({name: options[name] for name in options if name not in names})


def test_a_course_that_is_resumed_may_be_longer(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    remember(Course(rounds=2), folder)
    remember(Course(rounds=9, threads=5, device="cuda"), folder)
    assert json.loads((folder / "course.json").read_text())["rounds"] == 2
    with pytest.raises(cp.InputError, match="was begun with other options"):
        remember(Course(nodes=7), folder)


@pytest.mark.parametrize("field", dataclasses.fields(Course), ids=lambda field: field.name)
def test_a_folder_from_before_an_option_is_resumed(
    tmp_path: Path, field: dataclasses.Field[Any]
) -> None:
    remember(Course(), begun(tmp_path, without(Course(), field.name)))


def test_an_option_that_a_folder_was_begun_without_has_its_default(tmp_path: Path) -> None:
    begun(tmp_path, without(Course(), "kind", "stages", "trace", "leaf"))
    for course in (Course(kind="patterns"), Course(stages=3), Course(trace=0.5), Course(leaf=True)):
        with pytest.raises(cp.InputError, match="was begun with other options"):
            remember(course, tmp_path)


@pytest.mark.parametrize("text", ["[]", "3", "null", '"games"'])
def test_a_file_that_is_no_course_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(cp.InputError, match=r"course\.json is not the file of a course"):
        remember(Course(), begun(tmp_path, text))


@pytest.mark.parametrize("text", ["{", "", "[" * 100_000])
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(cp.InputError, match=r"course\.json is damaged"):
        remember(Course(), begun(tmp_path, text))


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(cp.InputError, match="cannot be used: Not a directory"):
        remember(Course(), tmp_path / "file")


def test_the_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(data_files.Path, "replace", full)
    with pytest.raises(cp.InputError, match="No space left"):
        remember(Course(), tmp_path)
    assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    remember(Course(), tmp_path)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "tables"}, "kind=tables must be one of network, patterns"),
        ({"kind": "patterns", "stages": 0}, "stages=0 must be 1 or more"),
        ({"kind": "patterns", "device": "cuda"}, "trained on the CPU"),
        ({"width": 17}, "width=17 must be a multiple of 16"),
        ({"games": 0}, "games=0 must be 1 or more"),
        ({"result_share": 1.5}, "result_share=1.5 must be between 0 and 1"),
        ({"resign": -1}, "resign=-1 must be 0 or more"),
        ({"trace": 2}, "trace=2 must be between 0 and 1"),
        ({"decay": -1}, "decay=-1 must be between 0 and 100"),
    ],
)
def test_a_course_that_cannot_be_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        Course(**change)
