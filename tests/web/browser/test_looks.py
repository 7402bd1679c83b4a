"""Boards and pieces as the user likes them, and the board from the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from actions import PERSON, WEAKEST, begin, box_of, cell, link_for, middle, until, wait_moves
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

WITH_CELLS = ("connect_four", "nine_mens_morris", "dots_and_boxes")


def fill(page: Page, what: str) -> str:
    return str(page.locator(what).first.evaluate("one => getComputedStyle(one).fill"))


def test_board_and_pieces_are_chosen_and_remembered(page: Page) -> None:
    begin(page, "chess")
    body, square = ".board .piece.king .body", ".board .square.dark"
    before = page.locator(body).first.get_attribute("d"), fill(page, square)
    page.click("summary:has-text('Settings')")
    page.select_option("#look-board", "wood")
    page.select_option("#look-pieces", "letters")
    assert fill(page, square) != before[1]
    assert page.locator(".board .letter").all_text_contents().count("P") == 16
    page.reload()
    page.wait_for_selector(".board .letter")
    page.click("summary:has-text('Settings')")
    page.select_option("#look-pieces", "shapes")
    assert page.locator(body).nth(1).get_attribute("d") not in (None, before[0])
    expect(page.locator(".board .letter")).to_have_count(0)


def test_legal_moves_are_marked_and_the_marks_can_be_switched_off(page: Page) -> None:
    begin(page, "othello")
    expect(page.locator(".board .free")).to_have_count(4)
    begin(page, "chess", position="startpos moves e4 d5")
    cell(page, "e4").click()
    assert (page.locator(".board .hole").count(), page.locator(".board .take").count()) == (1, 1)
    page.click("summary:has-text('Settings')")
    page.uncheck("#look-legal")
    cell(page, "e4").click()
    assert not page.locator(".board .hole").first.is_visible()


@pytest.mark.parametrize("game", WITH_CELLS)
def test_flip_shows_the_board_from_the_other_side(page: Page, game: str) -> None:
    begin(page, game)
    first = page.locator(".cell[aria-label]").first
    name = str(first.get_attribute("aria-label")).split(",")[0]
    before = middle(page, name)
    page.click("text=Flip board")
    after = middle(page, name)
    assert before != after
    if game == "connect_four":
        assert before[1] == pytest.approx(after[1], abs=1), "discs still fall down"


def test_each_player_sits_on_the_side_of_the_own_pieces(page: Page) -> None:
    """In checkers Black moves first, from above."""
    begin(page, "checkers")
    assert page.locator(".seats .above").inner_text().startswith("Black")
    assert middle(page, "9")[1] < middle(page, "24")[1]
    page.click("text=Flip board")
    assert page.locator(".seats .above").inner_text().startswith("White")
    begin(page, "checkers", PERSON, WEAKEST)
    assert page.locator(".seats .above").inner_text().startswith("White")
    assert middle(page, "9")[1] > middle(page, "24")[1], "the only person sees it from Black's side"


def test_the_hand_below_changes_places_and_a_text_cannot_be_flipped(page: Page) -> None:
    begin(page, "kuhn_poker")
    page.click("text=Show my hand")
    card = page.locator(".board .card:not(.hidden)")
    before = box_of(card)
    page.click("text=Flip board")
    after = box_of(card)
    assert before["x"] == after["x"] and before["y"] < after["y"]
    begin(page, "chomp_text")
    expect(page.locator("text=Flip board")).to_be_hidden()


def test_a_phone_has_targets_for_fingers_and_shows_who_owns_a_box(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, "dots_and_boxes", position="startpos moves a1h b1v a2h")
    for one in page.locator(".cell.start .reach").all():
        box = box_of(one)
        assert min(box["width"], box["height"]) >= 44
    cell(page, "a1v").click()
    wait_moves(page, 4)
    until(page, lambda: page.locator(".piece.owned text").all_text_contents()[:1] == ["B"])
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.goto("/#/play/chess")
    page.wait_for_selector("form.setup")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_moves_are_spoken_and_every_cell_has_a_label(page: Page) -> None:
    begin(page, "chess")
    expect(page.locator(".board .cell[aria-label]")).to_have_count(64)
    cell(page, "e2").click()
    cell(page, "e4").click()
    until(page, lambda: "White: e4." in str(page.locator("#spoken").text_content()))


def test_the_page_of_a_phone_does_not_jump_as_the_game_goes_on(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, "breakthrough")
    places = [".board", ".status", ".moves", "button:has-text('Flip board')"]

    def tops() -> list[float]:
        return [box_of(page.locator(place).first)["y"] for place in places]

    before = tops()
    moves = [(f"{c}{a}", f"{c}{b}") for c in "abcdefgh" for a, b in ((2, 3), (7, 6))]
    for count, (start, goal) in enumerate(moves, 1):
        cell(page, start).click()
        cell(page, goal).click()
        wait_moves(page, count)
    assert tops() == before
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_the_board_and_the_cards_of_the_players_fill_the_window(
    page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, "chess", position="startpos moves e4 d5 exd5")
    white, black = (box_of(page.locator(f".seats .seat >> nth={n}")) for n in (0, 1))
    board, bar, side = (
        box_of(page.locator(".board")),
        box_of(page.locator(".bar")),
        box_of(page.locator(".side")),
    )
    assert black["y"] + black["height"] < board["y"] + 10
    assert board["y"] + board["height"] < white["y"] + 1
    assert white["y"] + white["height"] <= size[1], "the window shows both cards"
    assert board["height"] > 0.7 * size[1]
    assert 0 <= bar["x"] - board["x"] - board["width"] < 12, "the bar is beside the board"
    assert side["x"] - bar["x"] - bar["width"] < 30
    page.click("text=Flip board")
    assert box_of(page.locator(".seats .seat >> nth=0"))["y"] == black["y"]


def test_the_cards_of_four_players_are_above_the_board_in_their_order(page: Page) -> None:
    begin(page, "dots_and_boxes%3Fplayers%3D4")
    page.wait_for_selector(".seats.many")
    seats = [box_of(page.locator(f".seats .seat >> nth={n}")) for n in range(4)]
    board = box_of(page.locator(".board"))
    assert all(seat["y"] + seat["height"] < board["y"] + 10 for seat in seats)
    places = [(seat["y"], seat["x"]) for seat in seats]
    assert places == sorted(places)
    page.set_viewport_size({"width": 390, "height": 844})
    assert box_of(page.locator(".board"))["y"] < 200, (
        "on a phone the board is seen, and what is below it"
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_message_does_not_cover_the_board_or_the_clocks(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    begin(page, "chess")
    link_for(page, 1)
    toast, table = box_of(page.locator("#toast")), box_of(page.locator(".table"))
    assert toast["x"] >= table["x"] + table["width"]


def test_every_button_and_link_on_a_phone_is_large_enough_for_a_finger(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, "chess", position="startpos moves e4 d5")
    page.click("summary:has-text('Study')")
    for one in page.locator("button:visible, a:visible, select:visible, summary:visible").all():
        if "skip" in (one.get_attribute("class") or ""):
            continue
        found = box_of(one)
        assert found["height"] >= 40, one.evaluate("one => one.outerHTML")
    walker, board = box_of(page.locator(".walker")), box_of(page.locator(".board"))
    assert walker["y"] - board["y"] - board["height"] < 80, "below the board and a card"


def test_the_move_on_the_board_stays_in_sight_as_the_list_gets_smaller(page: Page) -> None:
    moves = " ".join(f"{column}1 {column}9" for column in "ABCDEFGHJ")
    begin(page, "go", position=f"startpos moves {moves}")
    move = page.locator(".moves [aria-current]")
    before = move.evaluate("move => move.closest('.moves').clientHeight")
    page.set_viewport_size({"width": 390, "height": 600})
    is_seen = """(move, before) => {
        const list = move.closest(".moves");
        const [frame, box] = [list, move].map((one) => one.getBoundingClientRect());
        return list.clientHeight < before && frame.top <= box.top && box.bottom <= frame.bottom;
    }"""
    until(page, lambda: bool(move.evaluate(is_seen, before)))
