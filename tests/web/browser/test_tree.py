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


def test_two_algorithms_step_side_by_side_on_a_tree_of_ones_own(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.fill(
        "#written",
        "A\n  wait: B eval=1\n    1\n    0\n  grab noisy: C eval=9\n    take noisy: -3\n",
    )
    page.select_option("#algorithm", "hminimax")
    page.select_option("#other", "quiescence")
    page.fill("#depth", "1")
    page.click("button:has-text('Search')")
    page.wait_for_selector(".counts table")
    rows = page.locator(".counts tbody tr").all_inner_texts()
    assert [row.split()[:4] for row in rows] == [
        ["hminimax", "grab", "9", "2"],
        ["quiescence", "wait", "1", "2"],
    ]
    counts = page.locator(".count")
    assert counts.all_inner_texts() == ["step 1 of 4", "step 1 of 6"]
    page.click(".stage:first-child button.last")
    assert counts.all_inner_texts() == ["step 4 of 4", "step 6 of 6"]
    assert page.locator(".stage .words.end").count() == 2
    page.select_option("#other", "")
    page.click("button:has-text('Search')")
    until(page, lambda: counts.count() == 1)


def test_an_algorithm_has_its_own_options_and_its_own_depth(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.select_option("#algorithm", "minimax")
    assert page.locator("#depth").is_disabled()
    page.select_option("#algorithm", "montecarlo")
    assert page.locator("#algorithm-games").get_attribute("placeholder") == "100"
    page.fill("#algorithm-games", "7")
    page.click("button:has-text('Search')")
    page.wait_for_selector(".about:has-text('montecarlo, games 7')")
    page.fill("#algorithm-games", "many")
    page.click("button:has-text('Search')")
    page.wait_for_selector("#toast:has-text('it must be a whole number')")
