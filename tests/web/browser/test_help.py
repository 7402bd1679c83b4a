"""The help dialog lists the keys, and every key in it does something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_question_mark_opens_the_help_of_the_page(page: Page) -> None:
    begin(page, "tic_tac_toe")
    page.keyboard.press("?")
    page.wait_for_selector("dialog.help")
    text = page.locator("dialog.help").inner_text()
    for words in ("flip the board", "draw an arrow", "premove", "take a move back"):
        assert words in text
    page.keyboard.press("f")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.help", state="detached")
    page.click("#help")
    page.click("dialog.help button:has-text('Close')")
    page.wait_for_selector("dialog.help", state="detached")
    page.goto("/#/edit/tic_tac_toe")
    page.wait_for_selector(".palette button")
    page.fill("#editor-text", "?")
    expect(page.locator("dialog.help"), "a question mark can be typed").to_have_count(0)
    page.click("#help")
    expect(page.locator("dialog.help")).to_contain_text("remove a piece")
    for address, words in (("/#/", "search the games"), ("/#/tree", "zoom in")):
        page.goto(address)
        page.reload()
        page.wait_for_selector("#search, .picture svg")
        page.click("#help")
        assert words in page.locator("dialog.help").inner_text()


def test_every_letter_of_the_help_is_a_key_of_the_game(page: Page) -> None:
    begin(page, "tic_tac_toe")
    page.keyboard.press("?")
    keys = page.locator("dialog.help kbd").all_inner_texts()
    page.keyboard.press("Escape")
    assert {key for key in keys if len(key) == 1} == {*"?adfu"}
    page.keyboard.press("d")
    expect(page.locator("button:has-text('Arrows')")).to_have_attribute("aria-pressed", "true")
    before = page.locator(".board .name").all_text_contents()
    page.keyboard.press("f")
    expect(page.locator(".cell").first).to_have_attribute("aria-label", "a3")
    expect(page.locator(".board .name")).to_have_text(before)
