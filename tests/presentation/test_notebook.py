"""What notebooks show of positions and results."""

import re
from base64 import b64decode
from dataclasses import replace
from html import escape
from importlib.resources import files
from xml.etree import ElementTree

import pytest

import counterplay as cp
from counterplay.games import BUILT_IN
from counterplay.presentation.board_svg import PAGE, PIECE_SHAPES
from counterplay.presentation.drawings import KINDS
from counterplay.presentation.html_table import table_html

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str | None) -> ElementTree.Element:
    assert svg is not None
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_game_has_a_picture(name: str) -> None:
    position = cp.load(name).position()
    picture = drawn(position._repr_svg_())
    title = picture.find(f"{SVG}title")
    assert title is not None and title.text is not None
    assert title.text.startswith(f"{position.game.facts.title}: ")
    assert not picture.findall(f".//{SVG}style"), "a style would change the whole notebook"


def test_pieces_and_the_last_move_are_drawn() -> None:
    start = cp.load("tic_tac_toe").position()
    before, after = (drawn(p._repr_svg_()) for p in (start, start.play("b2")))
    assert len(after.findall(f".//{SVG}path")) == len(before.findall(f".//{SVG}path")) + 1
    assert len([r for r in after.iter(f"{SVG}rect") if r.get("fill") == PAGE["last"]]) == 1


def test_a_board_without_cells_is_a_picture_of_its_text() -> None:
    texts = drawn(cp.load("tree").position()._repr_svg_()).findall(f"{SVG}text")
    assert [text.text for text in texts] == ["root: MAX, 3 ways on"]


@pytest.mark.parametrize("name", ["chess", "nine_mens_morris", "backgammon", "nim"])
def test_a_drawing_and_a_game_show_the_board(name: str) -> None:
    game = cp.load(name)
    drawing = game.drawing(game.initial())
    drawn(drawing._repr_svg_())
    shown = game._repr_html_()
    assert shown is not None and f"<b>{escape(game.facts.title)}</b>" in shown and "<img" in shown


def test_cards_are_drawn() -> None:
    assert "Q♥" in "".join(drawn(cp.Cards({"You": ["Q♥", "?"]})._repr_svg_()).itertext())


def test_a_table_escapes_its_texts() -> None:
    assert "<td>&lt;b&gt;</td><td>1</td>" in table_html(("a", "b"), [("<b>", 1)])


def result(text: str, move: str) -> cp.Result:
    position = cp.load("chess").position(text)
    number = position.parse_move(move)
    return cp.Result(
        position=position, move=number, value=0.0035, values=(0.0035, -0.0035), kind="estimate",
        outcome=None, distance=None, line=(number,), depth=4, nodes=99, seconds=0.1,
    )  # fmt: skip


def test_a_result_shows_an_arrow_and_its_lines() -> None:
    best = result("startpos", "e4")
    whole = replace(best, alternatives=(result("startpos", "Nf3"),))
    html = whole._repr_html_()
    assert html is not None
    image = re.search(r"base64,([^\"]+)", html)
    assert image is not None
    picture = drawn(b64decode(image[1]).decode())
    assert len(picture.findall(f".//{SVG}polygon")) == 1
    rows = re.findall(r"<tr><td>(.*?)</td></tr>", html)
    assert [row.split("</td><td>") for row in rows] == [
        ["1", "e4", "+0.35 pawns", "e4"],
        ["2", "Nf3", "+0.35 pawns", "Nf3"],
    ]
    assert "White to move; search (alphabeta): 4 plies, 99 nodes" in html


def test_the_colours_are_those_of_the_page() -> None:
    style = files("counterplay").joinpath("web/static/style.css").read_text("utf-8")
    light = style[: style.index('[data-theme="dark"]')]
    assert {f"--{name}: {colour};" for name, colour in PAGE.items() if f"--{name}: {colour};" not in
            light} == set()  # fmt: skip


def test_every_kind_of_piece_has_a_shape() -> None:
    assert set(KINDS) - set(PIECE_SHAPES) == {"edge", "dot", "box"}
