"""The review of a game in a browser, and another try at its mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import cell, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "startpos moves a1 b1 a2 b2 a3"  # b1 loses: only the centre draws


def review(page: Page) -> None:
    page.goto("/#/play/tic_tac_toe")
    page.wait_for_selector("form.setup")
    page.click("summary:has-text('Start from')")
    page.fill("#position", GAME)
    page.click("form.setup button:has-text('Study')")
    page.wait_for_selector(".status:has-text('wins')")
    page.click("text=Review")
    page.wait_for_selector(".mistakes h2")


def says(page: Page, text: str) -> None:
    page.wait_for_selector(f".retry p:has-text('{text}')")


def test_a_review_marks_mistakes_and_tells_the_accuracy(page: Page) -> None:
    review(page)
    expect(page.locator(".moves .glyph")).to_have_text(["??"])
    expect(page.locator(".moves button:has(.glyph)")).to_have_text("b1??")
    row = page.locator(".accuracy tbody tr").first
    expect(row).to_have_text("X 100 % 0 0 0", use_inner_text=True)
    assert page.locator(".accuracy tbody tr").last.inner_text().split()[-1] == "1"
    expect(page.locator(".graph .dot")).to_have_count(1)
    page.reload()  # the review is found once
    page.wait_for_selector(".moves .glyph:has-text('??')")
    page.wait_for_selector(".accuracy")


def test_mistakes_are_tried_again_until_a_better_move_is_found(page: Page) -> None:
    review(page)
    page.click("text=Retry your mistakes")
    says(page, "O played b1?? Find a better move.")
    page.wait_for_selector(".status:has-text('After 1. a1')")
    expect(page.locator(".mistakes")).to_be_hidden()  # it has the answer
    cell(page, "b1").click()
    says(page, "b1 was played in the game")
    cell(page, "c3").click()
    says(page, "c3 is not good enough")
    cell(page, "b2").click()
    says(page, "b2 is the best move (draw)")
    expect(page.locator(".moves button")).to_have_count(5)  # no answer is added as a variation
    page.click(".retry button:has-text('Next')")
    says(page, "You found 1 of 1.")
    page.click(".retry button:has-text('End')")
    expect(page.locator(".retry")).to_be_hidden()
    expect(page.locator(".mistakes")).to_be_visible()


def test_the_answer_is_shown_and_a_mistake_is_skipped(page: Page) -> None:
    review(page)
    page.click("text=Retry your mistakes")
    says(page, "Find a better move")
    page.keyboard.press("End")
    page.click(".retry button:has-text('Back to the mistake')")
    page.wait_for_selector(".status:has-text('After 1. a1')")
    page.click(".retry button:has-text('Show answer')")
    says(page, "The best move is b2 (draw).")
    until(page, lambda: page.locator(".cell.hint").count() == 1)
    page.click(".retry button:has-text('Next')")
    says(page, "You found 0 of 1.")
    page.click(".retry button:has-text('End')")
    page.click("text=Retry your mistakes")
    page.click(".retry button:has-text('Skip')")
    says(page, "You found 0 of 1.")
