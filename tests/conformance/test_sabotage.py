"""`check` names every fault that people make, with the right line, and no sound game has one."""

import re
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from tests.conformance.sabotage.faults import CARDS, COMPILED, END, STEPS, STONES, TOP, Also

FOLDER = Path(__file__).with_name("sabotage")
PLAIN = (
    [("steps", n) for n in STEPS] + [("stones", n) for n in STONES] + [("cards", n) for n in CARDS]
)
FAULTS: dict[str, dict[str, tuple[Any, ...]]] = {"steps": STEPS, "stones": STONES, "cards": CARDS}
JARGON = re.compile(
    r"nopython|numba|typing of|opcode|dispatcher|resolution|lowering|pipeline|unify|\x1b|0x",
    re.IGNORECASE,
)


def broken(base: str, old: str, new: str, *more: Any) -> str:
    """The text of a sound game with a fault."""
    text = (FOLDER / f"{base}.py").read_text(encoding="utf-8") + f"\n{END}"
    text = text.replace("facts = cp.Facts", f"{TOP}\nfacts = cp.Facts", 1)
    for before, after in [(old, new), *(part for part in more if isinstance(part, Also))]:
        assert before in text
        text = text.replace(before, after, 1)
    return text


def check_fault(base: str, fault: tuple[Any, ...], file: Path, seconds: float) -> None:
    """The fault is found, with its sentence and its line, in plain words."""
    old, new, at, *words = fault
    text = broken(base, old, new, *words)
    file.write_text(text, encoding="utf-8")
    checked = cp.check(file, games=30, call_seconds=seconds)
    wanted = [word for word in words if not isinstance(word, Also)]
    found = [f for f in checked.faults if all(word in f.text for word in wanted)]
    assert found, [str(f) for f in checked.faults]
    assert found[0].path == str(file)
    line = text.splitlines()[found[0].line - 1] if found[0].line else ""
    assert any(part in line for part in at.split("|")), (found[0].line, line)
    for each in checked.faults:
        assert not JARGON.search(each.text)


@pytest.mark.parametrize(("base", "what"), PLAIN)
def test_a_fault_is_found_before_anything_is_compiled(
    base: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)
    seconds = 0.4 if "endless loop" in what else 20.0
    check_fault(base, FAULTS[base][what], tmp_path / "broken.py", seconds)


@pytest.mark.parametrize("what", COMPILED)
def test_what_cannot_be_compiled_is_named_without_jargon(what: str, tmp_path: Path) -> None:
    check_fault("steps", COMPILED[what], tmp_path / "broken.py", 20.0)


@pytest.mark.parametrize("base", FAULTS)
def test_the_games_are_sound_without_the_faults(base: str) -> None:
    checked = cp.check(FOLDER / f"{base}.py")
    assert (checked.faults, checked.notes) == ((), ())
