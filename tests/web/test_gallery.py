"""The gallery shows every game."""

import json

import pytest

from counterplay.games import BUILT_IN, load
from counterplay.web.gallery import EXAMPLES, about, example_position, shown_json

NAMES = [name for name in BUILT_IN if name != "tree"]


@pytest.mark.parametrize("name", NAMES)
def test_every_built_in_game_has_a_board_and_a_description(name: str) -> None:
    game = load(name)
    told = shown_json(game, lambda game: [{"name": "one", "elo": None}])
    assert json.loads(json.dumps(told)) == told
    assert (told["name"], told["title"]) == (name, game.facts.title)
    assert told["about"][0].isupper()
    assert told["names"] == list(game.facts.names)
    assert told["board"]["cells"]
    assert told["engine"]
    if not game.facts.hidden:  # there may be too many deals
        assert told["algorithms"]
    game.position(told["example"])


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_example_positions_are_legal(name: str) -> None:
    game = load(name)
    assert example_position(game).text == game.position(EXAMPLES[name]).text


def test_a_board_of_another_size_is_shown_too() -> None:
    assert len(example_position(load("connect_four", width=4, height=4)).moves) == 6


def test_the_description_is_the_first_sentence_of_the_file() -> None:
    assert about(load("tic_tac_toe"))
