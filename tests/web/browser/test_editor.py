"""The board editor: by mouse, by keyboard, by text; then the position is played or analysed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import cell, drag, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def edit(page: Page, game: str) -> None:
    page.goto(f"/#/edit/{game}")
    until(page, lambda: "to move" in page.locator(".fault").inner_text())


def text(page: Page) -> str:
    return page.locator("#editor-text").input_value()


def test_a_chess_position_is_put_together_and_played(page: Page) -> None:
    page.goto("/#/play/chess")
    page.click("text=Set up a position")
    until(page, lambda: "White to move" in page.locator(".fault").inner_text())
    page.click("text=Clear board")
    page.wait_for_selector(".fault.wrong:has-text('kings')")
    assert page.locator("button:has-text('Play from here')").is_disabled()
    for piece, square in (("white king", "e1"), ("black king", "e8"), ("white rook", "a1")):
        page.click(f".palette [aria-label='{piece}']")
        cell(page, square).click()
    page.click(".palette [aria-label='Move pieces']")
    drag(page, "a1", "a7")
    page.select_option("#to-move", label="Black")
    until(page, lambda: text(page) == "4k3/R7/8/8/8/8/8/4K3 b - - 0 1")
    page.wait_for_selector(".fault:has-text('Black to move.')")
    cell(page, "a7").click(button="right")
    until(page, lambda: text(page) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1")
    page.click("button:has-text('Play from here')")
    page.wait_for_selector("form.setup")
    expect(page.locator("#position")).to_have_value("4k3/8/8/8/8/8/8/4K3 b - - 0 1")


def test_a_game_of_ones_own_is_edited_by_keyboard_and_by_text(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    edit(page, "crosses_and_rings")
    page.click(".palette [aria-label='X']")
    cell(page, "a3").focus()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowDown", "Enter", "Delete"):
        page.keyboard.press(key)
    until(page, lambda: text(page) == "XX./.../... Ann")
    page.fill("#editor-text", "XX./.../... Cid")
    page.wait_for_selector(".fault.wrong:has-text('write three rows')")
    page.fill("#editor-text", "XO./.../... Ben")
    page.wait_for_selector(".fault:has-text('Ben to move.')")
    expect(page.locator(".board .cell[aria-label='b3, red ring']")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.click("button:has-text('Analyse')")
    page.wait_for_selector(".status:has-text('Ben to move')")
    page.wait_for_selector(".analysis .lines li")


def test_the_position_of_a_game_is_edited_from_its_page(page: Page) -> None:
    edit(page, "tic_tac_toe")
    page.fill("#editor-text", "startpos moves a1 b2")
    until(page, lambda: page.locator(".board .piece").count() == 2)
    page.click("button:has-text('Analyse')")
    page.click("text=Edit position")
    until(page, lambda: "to move" in page.locator(".fault").inner_text())
    assert text(page) == ".../.o./x.."


def test_a_position_without_a_text_for_pieces_is_made_by_moves(page: Page) -> None:
    edit(page, "connect_four")
    for count in (1, 2):
        cell(page, "4").click()
        until(page, lambda n=count: page.locator(".board .piece").count() == n)  # type: ignore[misc]
    page.click("text=Undo")
    until(page, lambda: page.locator(".board .piece").count() == 1)
    page.goto("/#/edit/kuhn_poker")
    page.wait_for_selector(".choices button:has-text('K')")
    page.locator(".choices").evaluate("""choices => {  // before the answer to the first move
        for (const text of ["K", "J"])
            [...choices.children].find((one) => one.textContent === text).click();
    }""")
    until(page, lambda: "player 1 to move" in page.locator(".fault").inner_text())
