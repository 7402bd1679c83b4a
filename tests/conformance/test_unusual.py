"""Correct games of unusual kinds have no faults."""

from pathlib import Path

import pytest

import counterplay as cp

UNUSUAL = sorted(Path(__file__).with_name("unusual").glob("*.py"))
IDLE = {"bank.py", "one_move.py", "sampled_deal.py"}
"""Games in which a player never moves, which is worth a note."""

BLIND = {"wide_words.py"}
"""Long games without an evaluation, which get advice."""


def test_there_are_many_kinds() -> None:
    assert len(UNUSUAL) >= 20


@pytest.mark.parametrize("file", UNUSUAL, ids=lambda file: file.stem)
def test_an_unusual_game_raises_no_false_alarm(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    checked = cp.check(file, games=30)
    assert checked.faults == ()
    wanted = ["never moved"] * (file.name in IDLE) + ["without evaluate()"] * (file.name in BLIND)
    assert len(checked.notes) == len(wanted)
    assert all(words in note for words, note in zip(wanted, checked.notes, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("file", UNUSUAL, ids=lambda file: file.stem)
def test_an_unusual_game_raises_no_false_alarm_compiled(file: Path) -> None:
    assert cp.check(file, games=30).faults == ()
