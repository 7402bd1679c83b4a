"""Arrows and circles that a user draws on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin, cell, drag, until, wait_moves, written
from playwright.sync_api import expect

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
        expect(page.locator(f"{ARROWS}.{colour}"), "a colour replaces another").to_have_count(1)
    expect(page.locator(ARROWS)).to_have_count(1)
    cell(page, "d4").click(button="right", modifiers=["Shift", "Alt"])
    expect(page.locator(f"{RINGS}.yellow")).to_have_count(1)
    expect(page.locator("#spoken")).to_contain_text("yellow circle d4")
    cell(page, "d4").click(button="right", modifiers=["Shift", "Alt"])
    expect(page.locator(RINGS)).to_have_count(0)
    cell(page, "e5").click()
    expect(page.locator(ARROWS), "a click on an empty cell clears them").to_have_count(0)
    assert written(page) == []


def test_drawings_belong_to_a_position(page: Page) -> None:
    begin(page, "breakthrough")
    drag(page, "b2", "c4", right=True)
    drag(page, "d2", "d3")
    wait_moves(page, 1)
    expect(page.locator(ARROWS)).to_have_count(0)
    cell(page, "e7").click(button="right")
    page.keyboard.press("ArrowLeft")
    until(page, lambda: page.locator(ARROWS).count() == 1)
    expect(page.locator(RINGS)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    until(page, lambda: page.locator(RINGS).count() == 1)
    expect(page.locator(ARROWS)).to_have_count(0)


def test_a_finger_and_the_keyboard_draw_when_arrows_is_on(page: Page) -> None:
    begin(page, "crosses_and_rings")
    page.keyboard.press("d")
    expect(page.locator("button:has-text('Arrows')")).to_have_attribute("aria-pressed", "true")
    drag(page, "a1", "c3")
    expect(page.locator(ARROWS)).to_have_count(1)
    cell(page, "b2").focus()
    for key in ("Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(ARROWS)).to_have_count(2)
    page.click("button:has-text('Arrows')")
    cell(page, "b1").click()
    page.wait_for_selector("dialog.which")
    assert written(page) == []
