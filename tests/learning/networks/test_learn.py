"""A course of learning: its stages, and what stops it."""

from pathlib import Path
from types import SimpleNamespace

import pytest

import counterplay as cp
from counterplay.core.table_file import being_written
from counterplay.learning.networks import learn
from counterplay.learning.networks.learn import Course, challenge


def test_a_match_that_was_stopped_decides_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(learn, "match", lambda *_, **__: SimpleNamespace(finished=False))
    with pytest.raises(KeyboardInterrupt):
        challenge(cp.load("tic_tac_toe"), Course(), tmp_path, None)


def test_a_folder_of_another_course_is_refused(tmp_path: Path) -> None:
    (tmp_path / "course.json").write_text('{"games": 5}', encoding="utf-8")
    with pytest.raises(cp.InputError, match="was begun with other options"):
        learn.learn(cp.load("tic_tac_toe"), Course(), tmp_path, print)
    (tmp_path / "course.json").write_text("{", encoding="utf-8")
    with pytest.raises(cp.InputError, match=r"course\.json is damaged"):
        learn.learn(cp.load("tic_tac_toe"), Course(), tmp_path, print)


@pytest.mark.parametrize(
    "change",
    [
        {"width": 17},
        {"games": 0},
        {"result_share": 1.5},
        {"resign": -1},
        {"trace": 2},
        {"decay": -1},
    ],
)
def test_a_course_that_cannot_be_is_refused(change: dict[str, float]) -> None:
    with pytest.raises(cp.InputError, match=next(iter(change))):
        Course(**change)  # type: ignore[arg-type]


def test_a_folder_is_used_by_one_process_at_a_time(tmp_path: Path) -> None:
    refused = pytest.raises(cp.InputError, match="is being written by another process")
    with being_written(tmp_path / "best.network"), refused:
        learn.learn(cp.load("tic_tac_toe"), Course(), tmp_path, print)
