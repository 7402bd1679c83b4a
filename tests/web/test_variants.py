"""Variants: games with other parameters, which a page names."""

from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from counterplay.core.game.errors import InputError
from counterplay.games import load
from counterplay.web import catalogue
from counterplay.web.variants import (
    changeable,
    load_variant,
    public_name,
    shown_title,
    split_name,
    variant_name,
)

SMALL = "connect_four?width=5&height=4"


def test_a_variant_has_one_name_however_it_is_written() -> None:
    game = load("connect_four")
    assert variant_name(game, {"height": "4", "width": "5"}) == SMALL
    assert variant_name(game, {"width": "5", "height": "04", "in_a_row": "4"}) == SMALL
    assert variant_name(game, {"width": "7"}) == "connect_four"
    assert split_name(SMALL) == ("connect_four", {"width": "5", "height": "4"})


def test_a_variant_is_loaded_with_its_parameters() -> None:
    game = load("nim", misere=False)
    made = load_variant(game, variant_name(game, {"piles": "3, 4,5"}))
    assert made.parameters["piles"].value == (3, 4, 5) and not made.parameters["misere"].value
    assert public_name(made) == "nim?piles=3%2C4%2C5"
    assert shown_title(made) == "Nim (piles 3,4,5)"
    assert shown_title(game) == "Nim"


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("connect_four", {"depth": "3"}, "has no parameter 'depth' that a page can change"),
        ("connect_four", {"width": "x"}, "width='x' must be a whole number"),
        ("backgammon", {"bearoff": "/etc/passwd"}, "that a page can change"),
        ("nim", {"piles": ",".join("1" * 1001)}, "piles is too large"),
    ],
)
def test_what_a_page_may_not_change_is_refused(
    name: str, given: dict[str, str], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        variant_name(load(name), given)


def test_a_name_with_too_many_parameters_is_refused() -> None:
    with pytest.raises(InputError, match="more than 64 parameters"):
        split_name("chess?" + "&".join("a" * 70))


def test_texts_that_could_name_files_are_not_offered() -> None:
    assert [one.name for one in changeable(load("go"))] == ["size", "superko", "scored", "komi"]
    assert "bearoff" not in [one.name for one in changeable(load("backgammon"))]
    assert changeable(load("tree")) == []


def test_a_variant_is_played(page: Any, client: TestClient) -> None:
    heard = page.ask("new", game="connect_four?height=4&width=5", seats=[0, 0])
    assert [message["type"] for message in heard] == ["game", "room"]
    entry, room = heard[0]["game"], heard[1]
    assert entry["name"] == room["game"] == SMALL
    assert entry["title"] == "Connect Four (width 5, height 4)"
    assert len(room["board"]["cells"]) == 20
    told = client.get(f"/api/games/{quote(SMALL)}").json()
    assert told["game"] == entry
    assert told["rules"]["known"]["value"] == "A draw."


def test_the_engine_of_a_variant_is_its_own(page: Any) -> None:
    page.room("new", game="tic_tac_toe?width=4", seats=[0, 1])
    page.room("move", ply=0, move="d1")
    assert len(page.at_ply(2)["board"]["cells"]) == 12


def test_a_variant_is_opened_again_from_what_the_page_kept(page: Any, other: Any) -> None:
    room = page.room("new", game="nim?piles=1,2", seats=[0, 0])
    found = other.room("join", room=room["room"], key=room["key"], kept=room["kept"])
    assert found["game"] == room["game"] == "nim?piles=1%2C2"


def test_a_variant_out_of_range_is_refused_with_the_sentence_of_its_file(page: Any) -> None:
    sentence = "connect_four: width=17 is out of range: 1 to 16"
    assert page.error("new", game="connect_four?width=17", seats=[0, 0]) == sentence
    sentence = "there is no game 'chess' on this server"
    assert page.error("new", game="chess?start=1", seats=[0, 0]) == sentence


def test_only_some_variants_are_kept(
    page: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "MOST_VARIANTS", 2)
    for size in range(2, 6):
        page.room("new", game=f"nim?piles={size}", seats=[0, 0])
    assert page.error("trace", game="nim?piles=2").startswith("there is no game")
    assert page.room("new", game="nim?piles=2", seats=[0, 0])["game"] == "nim?piles=2"
