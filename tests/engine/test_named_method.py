"""A game's file can name the method that it is searched with by default, and its settings."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.errors import CounterplayError
from counterplay.engine.base import chosen_method, own_settings

RACE = (Path(__file__).parents[1] / "data" / "games" / "race.py").read_text(encoding="utf-8")


def searched_with(folder: Path, settings: str) -> cp.Game:
    file = folder / "named.py"
    file.write_text(f"{RACE}\n\nSEARCH = {settings}\n", encoding="utf-8")
    return cp.load(file)


def test_the_method_that_a_file_names_comes_first(tmp_path: Path) -> None:
    game = searched_with(tmp_path, '{"method": "uct", "rave": True}')
    assert chosen_method(game) == "uct" and chosen_method(game, "maxn") == "maxn"
    assert own_settings(game, "uct") == {"rave": True}
    assert own_settings(game, "maxn") == own_settings(game, "flat") == {}


def test_settings_without_a_method_are_those_of_the_default(tmp_path: Path) -> None:
    game = searched_with(tmp_path, "{}")
    assert own_settings(game, chosen_method(game)) == {}
    othello = cp.load("othello")
    assert own_settings(othello, "alphabeta") == othello.search_settings
    assert own_settings(othello, "uct") == {}


def test_go_is_searched_by_uct() -> None:
    assert chosen_method(cp.load("go")) == "uct"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ('{"method": "utc"}', "method='utc' is not one of"),
        ('{"method": "ismcts"}', "information-set search is for games that do"),
    ],
)
def test_a_method_that_does_not_fit_gets_a_sentence(
    tmp_path: Path, settings: str, sentence: str
) -> None:
    with pytest.raises(CounterplayError, match=sentence):
        chosen_method(searched_with(tmp_path, settings))
