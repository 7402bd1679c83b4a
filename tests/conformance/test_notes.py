"""What may be right is a note, not a fault."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.conformance.hooks import states

WIDE = Path(__file__).with_name("unusual") / "wide_words.py"


def test_a_key_that_leaves_out_the_side_to_move_is_noted_if_no_two_states_prove_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    monkeypatch.setattr(states, "MOST_EXPLORED", 100)
    file = tmp_path / "wide.py"
    text = WIDE.read_text(encoding="utf-8").replace(" ^ np.uint64(s.turn)", "")
    file.write_text(text, encoding="utf-8")
    checked = cp.check(file, games=1)
    assert checked.ok
    assert [note.partition(",")[0] for note in checked.notes] == ["key() does not read State.turn"]
