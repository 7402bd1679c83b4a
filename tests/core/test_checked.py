"""The first search of a file that was never checked says so, once; a checked one is silent."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game import checked

RACE = Path(__file__).parents[1] / "data" / "games" / "race.py"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file was ever checked, and nothing was said in this process."""
    monkeypatch.setattr(checked.store, "folder", lambda: tmp_path)
    monkeypatch.setattr(checked, "_told", set())


def test_an_unchecked_file_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    game = cp.load(RACE)
    checked.say_unchecked(game)
    checked.say_unchecked(game)
    text = f"counterplay: {RACE} was never checked: run `counterplay check {RACE}`\n"
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", text)


def test_a_checked_file_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    checked.remember_checked(cp.load(RACE))
    checked.say_unchecked(cp.load(RACE))
    assert capsys.readouterr().err == ""


def test_other_rules_are_not_checked(tmp_path: Path) -> None:
    checked.remember_checked(cp.load(RACE))
    edited = tmp_path / "race.py"
    edited.write_text(RACE.read_text(encoding="utf-8"), encoding="utf-8")
    assert checked.is_checked(cp.load(edited))
    edited.write_text(edited.read_text().replace("def player(s):", "def player(s):\n    s = s"))
    assert not checked.is_checked(cp.load(edited))


def test_a_built_in_game_never_asks(capsys: pytest.CaptureFixture[str]) -> None:
    checked.say_unchecked(cp.load("nim"))
    assert capsys.readouterr().err == ""


def test_a_cache_that_cannot_be_written_only_costs_the_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(checked.store, "folder", lambda: tmp_path / "file")
    checked.remember_checked(cp.load(RACE))
    assert not checked.is_checked(cp.load(RACE))


def test_the_first_search_of_a_session_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    said = []
    monkeypatch.setattr("counterplay.session.say_unchecked", said.append)
    monkeypatch.setattr("counterplay.session.make_engine", lambda *_, **__: object())
    session = cp.Session(game := cp.load(RACE))
    session.prepare()
    session.prepare()
    assert said == [game]


def test_perft_and_solve_say_it_before_they_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not checked can crash: then this sentence is all there is."""
    said = []

    def refuse(*_: object, **__: object) -> None:
        raise cp.GameError("nothing is compiled here")

    for module in ("engine.perft.count", "tablebase"):
        monkeypatch.setattr(f"counterplay.{module}.say_unchecked", said.append)
    monkeypatch.setattr("counterplay.engine.perft.count.bind", refuse)
    monkeypatch.setattr("counterplay.tablebase.has_expected_values", refuse)
    game = cp.load(RACE)
    for ask in (cp.perft, cp.solve):
        with pytest.raises(cp.GameError):
            ask(game)
    assert said == [game, game]
