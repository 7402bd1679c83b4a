"""The quiz in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_questions_are_answered_until_the_score(page: Page) -> None:
    page.goto("/#/quiz")
    page.wait_for_selector(".quiz .picture svg")
    for number in range(1, 11):
        page.wait_for_selector(f".quiz h2:has-text('Question {number} of 10')")
        page.wait_for_selector(".answering:not([hidden])")
        page.click("button:has-text('Skip')")
        page.wait_for_selector(".feedback.wrong li")
        page.click(".quiz > .main")
    page.wait_for_selector("h2:has-text('0 of 10 right')")


def ask_about(page: Page, tree: str, leaf: str) -> None:
    """Begin a quiz about a tree with a leaf that no random tree has, and wait for its picture."""
    page.goto("/#/quiz")
    page.wait_for_selector(".quiz .picture svg")
    page.select_option("#source", "own")
    page.fill("#written", tree)
    page.click("button:has-text('New quiz')")
    page.wait_for_selector(f".picture text:text-is('{leaf}')")


def test_what_is_no_answer_is_said_and_a_right_one_counts(page: Page) -> None:
    ask_about(page, "[[5005, 5005], [5005, 5005]]", "5005")
    while not page.locator(".asked:has-text('value')").count():
        page.click("button:has-text('Skip')")
        page.wait_for_selector(".quiz > .main:visible")
        page.click(".quiz > .main")
        page.wait_for_selector(".answering:not([hidden])")
    page.fill("#typed", "3?")
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict:has-text('is not a number')")
    page.fill("#typed", "5005")
    page.keyboard.press("Enter")
    page.wait_for_selector(".feedback.right .verdict:has-text('Right.')")


def test_a_click_writes_a_move(page: Page) -> None:
    ask_about(page, "[[3003, 12], [2, 4], [1, 5]]", "3003")
    while not page.locator(".asked:has-text('Which move')").count():
        page.click("button:has-text('Skip')")
        page.wait_for_selector(".quiz > .main:visible")
        page.click(".quiz > .main")
        page.wait_for_selector(".answering:not([hidden])")
    page.click("#n1")
    assert page.input_value("#typed") == "1"
    page.keyboard.press("Enter")
    page.wait_for_selector(".feedback.right")
