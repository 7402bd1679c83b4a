"""Arrows and circles that a user draws on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin, cell, drag, until, wait_moves, written

if TYPE_CHECKING:
    from playwright.sync_api import Page

ARROWS, RINGS = ".arrow.drawn", ".ring.drawn"


def test_the_right_button_draws_in_four_colours_and_draws_nothing_twice(page: Page) -> None:
    begin(page, "breakthrough")
    for keys, colour in (((), "green"), (("Shift",), "red"), (("Alt",), "blue")):
        for key in keys:
            page.keyboard.down(key)
        drag(page, "b2", "c4", right=True)
        for key in keys:
            page.keyboard.up(key)
        assert page.locator(f"{ARROWS}.{colour}").count() == 1, "a colour replaces another"
    assert page.locator(ARROWS).count() == 1
    cell(page, "d4").click(button="right", modifiers=["Shift", "Alt"])
    assert page.locator(f"{RINGS}.yellow").count() == 1
    assert "yellow circle d4" in str(page.locator("#spoken").text_content())
    cell(page, "d4").click(button="right", modifiers=["Shift", "Alt"])
    assert page.locator(RINGS).count() == 0
    cell(page, "e5").click()
    assert page.locator(ARROWS).count() == 0, "a click on an empty cell clears them"
    assert written(page) == []


def test_drawings_belong_to_a_position(page: Page) -> None:
    begin(page, "breakthrough")
    drag(page, "b2", "c4", right=True)
    drag(page, "d2", "d3")
    wait_moves(page, 1)
    assert page.locator(ARROWS).count() == 0
    cell(page, "e7").click(button="right")
    page.keyboard.press("ArrowLeft")
    until(page, lambda: page.locator(ARROWS).count() == 1)
    assert page.locator(RINGS).count() == 0
    page.keyboard.press("ArrowRight")
    until(page, lambda: page.locator(RINGS).count() == 1)
    assert page.locator(ARROWS).count() == 0


def test_a_finger_and_the_keyboard_draw_when_arrows_is_on(page: Page) -> None:
    begin(page, "crosses_and_rings")
    page.keyboard.press("d")
    assert page.locator("button:has-text('Arrows')").get_attribute("aria-pressed") == "true"
    drag(page, "a1", "c3")
    assert page.locator(ARROWS).count() == 1
    cell(page, "b2").focus()
    for key in ("Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert page.locator(ARROWS).count() == 2
    page.click("button:has-text('Arrows')")
    cell(page, "b1").click()
    page.wait_for_selector("dialog.which")
    assert written(page) == []
