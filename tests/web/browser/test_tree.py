"""The search tree page in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import until

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_tree_of_two_plies_is_stepped_through(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    count, words = page.locator(".count"), page.locator(".words")
    assert count.inner_text() == "step 1 of 16"
    first = words.inner_text()
    for _ in range(15):
        page.click("button.next")
    assert count.inner_text() == "step 16 of 16"
    assert page.locator("button.next").is_disabled()
    assert words.inner_text() != first
    assert page.locator(".picture [id^=n].pruned").count() == 2
    assert "3" in words.inner_text()
    page.keyboard.press("Home")
    assert (count.inner_text(), words.inner_text()) == ("step 1 of 16", first)
    assert page.locator(".picture [id^=n].pruned").count() == 0
    page.click("button.play")
    until(page, lambda: not count.inner_text().startswith("step 1 "))


def test_an_invalid_tree_is_refused(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.fill("#written", "/etc/passwd")
    page.click("button:has-text('Search')")
    page.wait_for_selector("#toast:has-text('this is not a tree')")
