"""`check` says which state leaks: five faults in a hidden game that is not built in."""

import re
from pathlib import Path

import pytest

import counterplay as cp

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "bluffing.md"
GAME = re.search(r"```python\n(# goofspiel\.py\n.*?)```", PAGE.read_text("utf-8"), re.S)[1]
RESAMPLE = """

def resample(s, p, seed):
    if p == 0 or not s.bid:
        return s
    card = 1 + seed % CARDS
    return State(s.played, card, s.shown, s.lead)
"""
INFORMATION = """

def information(s, p):
    seen = s.played if p == 0 or not s.bid else s.played & ~(1 << s.bid)
    return cp.hash(seen, s.bid if p == 0 else s.bid > 0)
"""
FAULTS = {
    "observe tells the bid": (
        ("(s.bid if p == 0 else s.bid > 0)", "s.bid"),
        "observe() tells player 1 what board(s, 1) does not show",
    ),
    "the board shows the bid": (
        ('bid = str(s.bid) if p != 1 else "?"', "bid = str(s.bid)"),
        "board(s, 1) shows player 1 more than observe() counts",
    ),
    "the moves depend on the bid": (
        ("    n = 0\n    for card in range(1, CARDS + 1):\n        if not s.played >> 8 * player",
         "    n = 0\n    least = 2 if s.bid == CARDS and prize(s) == 1 else 1\n"
         "    for card in range(least, CARDS + 1):\n        if not s.played >> 8 * player"),
        "observe() is the same for player 1 in two states with different legal moves",
    ),
    "earlier rounds are forgotten": (("def board(", INFORMATION.strip() + "\n\n\ndef board("),
        "forgets: information() is the same after different own moves"),
    "a card is dealt twice": (("def board(", RESAMPLE.strip() + "\n\n\ndef board("),
        "resample() returned a state that"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def plain_rules_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: the faults are found before that."""
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)


def test_the_sound_game_has_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "goofspiel.py"
    file.write_text(GAME, encoding="utf-8")
    assert cp.check(file, games=40).ok


@pytest.mark.parametrize("what", FAULTS)
def test_a_leak_is_named_with_its_state(what: str, tmp_path: Path) -> None:
    (old, new), sentence = FAULTS[what]
    assert GAME.count(old) == 1
    file = tmp_path / "goofspiel.py"
    file.write_text(GAME.replace(old, new), encoding="utf-8")
    checked = cp.check(file, games=40)
    found = [str(fault) for fault in checked.faults if sentence in fault.text]
    assert found, [str(fault) for fault in checked.faults]
    assert "startpos moves" in found[0]


def test_what_the_board_does_not_draw_is_noted_if_resample_agrees_that_it_is_known(
    tmp_path: Path,
) -> None:
    text = Path(__file__).with_name("sabotage").joinpath("cards.py").read_text(encoding="utf-8")
    old = "cards {' '.join(shown)}, {s.bets} bets"
    assert old in text
    text = text.replace(old, "cards {' '.join(shown)}")
    file = tmp_path / "cards.py"
    file.write_text(text, encoding="utf-8")
    checked = cp.check(file, games=40)
    assert checked.faults == ()
    assert [note for note in checked.notes if "what board(s, 1) does not show" in note]
