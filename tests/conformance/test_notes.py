"""What may be right is a note, not a fault."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.conformance.hooks import states

STEPS = Path(__file__).with_name("sabotage") / "steps.py"
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


@pytest.mark.parametrize(
    ("name", "notes"),
    [
        ("show_moves", ["line 80: show_moves() is called only by this file"]),
        ("shown_as", []),
        ("_show_move", []),
    ],
)
def test_a_function_that_the_file_calls_may_be_misspelt(
    name: str, notes: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    text = STEPS.read_text(encoding="utf-8").replace("show_move", name)
    file = tmp_path / "steps.py"
    file.write_text(text + f"\n\ndef show_end(s):\n    return {name}(s, 0)\n", encoding="utf-8")
    checked = cp.check(file, games=1)
    assert checked.ok
    assert [note.partition(": did you mean show_move()")[0] for note in checked.notes] == notes


def test_settings_for_two_players_are_no_fault_if_a_parameter_asks_for_three(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    assert cp.check("dots_and_boxes", games=2, players=3).ok


def test_cells_that_begin_with_the_last_are_noted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    text = STEPS.read_text(encoding="utf-8").replace('"".join(', 'cp.Grid(["".join(')
    text = text.replace("for cell in range(CELLS))", "for cell in range(CELLS))])")
    text += "\n\ndef cells(s, a):\n    ends = (wrapped(s.cell + a), s.cell)\n"
    file = tmp_path / "steps.py"
    file.write_text(
        text + "    return ['abcdefg'[cell] + '1' for cell in ends]\n", encoding="utf-8"
    )
    checked = cp.check(file, games=5)
    assert checked.ok
    assert [note.partition(": ")[0] for note in checked.notes] == ["line 88"]


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        (
            "    return n\n\n\ndef result",
            "    moves[n] = PASS\n    return n\n\n\ndef result",
            "actions() wrote one move more than it returned, in each of",
        ),
        (
            "    return State(wrapped(s.cell + a)",
            "    passes += 0 if s.cell else 2**70\n    return State(wrapped(s.cell + a)",
            "result() returned a State.passes of more than 64 bits",
        ),
    ],
)
def test_what_is_usually_a_slip_is_noted(
    old: str, new: str, note: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    file = tmp_path / "steps.py"
    text = STEPS.read_text(encoding="utf-8").replace("most_actions=3", "most_actions=4")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    checked = cp.check(file, games=10)
    assert checked.faults == ()
    assert [given for given in checked.notes if given.startswith(note)]


def test_an_outcome_that_is_listed_twice_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    text = STEPS.with_name("cards.py").read_text(encoding="utf-8")
    old = "        probabilities[i] = 1 / n\n    return n\n"
    assert old in text
    new = (
        "        probabilities[i] = 1 / n\n    probabilities[0] /= 2\n"
        "    outcomes[n], probabilities[n] = outcomes[0], probabilities[0]\n    return n + 1\n"
    )
    file = tmp_path / "cards.py"
    text = text.replace("most_outcomes=CARDS", "most_outcomes=CARDS + 1")
    file.write_text(text.replace(old, new), encoding="utf-8")
    checked = cp.check(file, games=10)
    assert checked.faults == ()
    assert [note for note in checked.notes if note.startswith("chance() lists outcome 1 twice")]


def test_a_hook_that_waits_for_another_one_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    file = tmp_path / "steps.py"
    text = STEPS.read_text(encoding="utf-8")
    file.write_text(f"{text}\n\ndef loud(s, moves):\n    return actions(s, moves)\n", "utf-8")
    checked = cp.check(file, games=5)
    assert checked.ok
    assert checked.notes == ("loud() is of no use without noisy(): define that, too",)


def test_ctrl_c_ends_a_check(tmp_path: Path) -> None:
    file = tmp_path / "steps.py"
    text = STEPS.read_text(encoding="utf-8").replace(
        "def wrapped(cell):\n", "def wrapped(cell):\n    signal.raise_signal(signal.SIGINT)\n"
    )
    file.write_text(f"{text}\n\nimport signal\n", "utf-8")
    with pytest.raises(KeyboardInterrupt):
        cp.check(file, games=5)


def test_a_long_game_without_an_evaluation_gets_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    text = Path(__file__).with_name("domineering.py").read_text(encoding="utf-8")
    head, evaluation, _ = text.partition("def evaluate(")
    assert evaluation
    file = tmp_path / "blind.py"
    file.write_text(head, encoding="utf-8")
    [note] = cp.check(file, games=5, size=7).notes
    assert note.startswith("without evaluate(), alpha-beta knows nothing of a position until")
    assert not cp.check(file, games=5, size=3).notes
    file.write_text(head + 'SEARCH = {"method": "uct"}\n', encoding="utf-8")
    assert not cp.check(file, games=5, size=7).notes
