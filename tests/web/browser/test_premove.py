"""Premoves: a move is chosen while the other player thinks, and made when it is legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from actions import begin, cell, drag, link_for, until, wait_moves, written
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def guest(browser: Browser, server: Any) -> Iterator[Page]:
    """Another browser, in which the second player plays."""
    context = browser.new_context(
        base_url=server.address, viewport={"width": 1200, "height": 900}, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def seat(page: Page, guest: Page, game: str, position: str = "") -> list[str]:
    """Begin a game of two browsers. Returns the frames that the guest will send."""
    sent = list[str]()
    guest.on("websocket", lambda ws: ws.on("framesent", lambda frame: sent.append(str(frame))))
    begin(page, game, position=position)
    guest.goto(link_for(page, 1))
    guest.wait_for_selector(".status:has-text('to move')")
    return sent


def premoved(page: Page) -> list[str]:
    return [
        str(one.get_attribute("aria-label")).split(",")[0]
        for one in page.locator(".cell.premove").all()
    ]


def test_a_premove_is_shown_stays_secret_and_is_played_at_once(page: Page, guest: Page) -> None:
    sent = seat(page, guest, "breakthrough")
    drag(guest, "d7", "d6")
    assert sorted(premoved(guest)) == ["d6", "d7"]
    expect(guest.locator(".arrow.premove")).to_have_count(1)
    expect(guest.locator("#spoken")).to_contain_text("Premove d7 d6")
    assert not any("d7" in frame for frame in sent), "the premove was sent"
    cell(page, "a2").click()
    cell(page, "a3").click()
    wait_moves(page, 2)
    assert written(page) == ["a2-a3", "d7-d6"]
    until(guest, lambda: premoved(guest) == [] and len(written(guest)) == 2)


def test_a_premove_that_is_not_legal_is_dropped_without_a_word(page: Page, guest: Page) -> None:
    seat(page, guest, "breakthrough")
    drag(guest, "d7", "d4")
    cell(page, "a2").click()
    cell(page, "a3").click()
    wait_moves(guest, 1)
    guest.wait_for_selector(".cell.start")
    assert premoved(guest) == [] and guest.locator(".cell.touched").count() == 0
    assert guest.locator("#toast").is_hidden() and written(guest) == ["a2-a3"]


def test_escape_and_the_right_button_take_a_premove_back(page: Page, guest: Page) -> None:
    seat(page, guest, "breakthrough")
    drag(guest, "d7", "d6")
    guest.keyboard.press("Escape")
    assert premoved(guest) == []
    drag(guest, "d7", "d6")
    cell(guest, "a1").click(button="right")
    assert premoved(guest) == [] and guest.locator(".drawn").count() == 0
    cell(page, "a2").click()
    cell(page, "a3").click()
    wait_moves(guest, 1)
    assert written(guest) == ["a2-a3"]


def test_one_click_is_a_premove_where_moves_have_one_click(page: Page, guest: Page) -> None:
    seat(page, guest, "tic_tac_toe")
    cell(guest, "a1").click()
    cell(guest, "c3").click()
    assert premoved(guest) == ["c3"], "another cell replaces the first"
    cell(page, "b2").click()
    wait_moves(page, 2)
    assert written(page) == ["b2", "c3"]


def test_a_premove_by_keyboard_asks_which_promotion_is_meant(page: Page, guest: Page) -> None:
    seat(page, guest, "chess", "7k/8/8/8/8/8/p1K5/8 w - - 0 1")
    cell(guest, "a2").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        guest.keyboard.press(key)
    assert sorted(premoved(guest)) == ["a1", "a2"]
    drag(page, "c2", "c3")
    guest.wait_for_selector("dialog.which")
    guest.keyboard.press("Enter")
    wait_moves(page, 2)
    assert written(page) == ["Kc3", "a1=Q+"]


def test_a_click_on_a_hidden_hand_tells_the_server_nothing(page: Page, guest: Page) -> None:
    sent = seat(page, guest, "kuhn_poker")
    before = len(sent)
    guest.locator(".board .cell:has(.card:not(.hidden))").first.click()
    assert len(premoved(guest)) == 1 and sent[before:] == []
    expect(guest.locator(".actions button, .choices button")).to_have_count(0)
    page.click(".actions button:has-text('bet')")
    wait_moves(guest, 3)
    guest.wait_for_selector(".actions button:has-text('bet')")
    assert premoved(guest) == [] and sent[before:] == []
