"""The gallery in a browser: search, filters, and the address that keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def titles(page: Page) -> list[str]:
    return page.locator(".gallery li strong").all_inner_texts()


def open_gallery(page: Page, address: str = "/") -> None:
    page.goto(address)
    page.wait_for_selector(".gallery li")


def test_a_search_finds_games_and_the_address_keeps_it(page: Page) -> None:
    open_gallery(page)
    everything = titles(page)
    page.keyboard.press("/")
    page.keyboard.type("WURFELT")
    assert titles(page) == ["EinStein würfelt nicht!"]
    expect(page.locator(".count")).to_have_text(f"1 of {len(everything)} games")
    assert page.url.endswith("#/?q=WURFELT")
    page.reload()
    until(page, lambda: titles(page) == ["EinStein würfelt nicht!"])
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.setup h1:has-text('EinStein')")
    page.go_back()
    until(page, lambda: titles(page) == ["EinStein würfelt nicht!"])


def test_filters_are_combined(page: Page) -> None:
    open_gallery(page, "/#/?players=3")
    assert "Kuhn poker" in titles(page) and "Chess" not in titles(page)
    page.click("button:has-text('Hidden information')")
    assert "Dots and Boxes" not in titles(page) and "Bridge: card play" in titles(page)
    page.click("button:has-text('Solved')")
    assert titles(page) == ["Kuhn poker"]
    assert page.url.endswith("#/?players=3&hidden=1&solved=1")
    page.select_option("#players", "0")
    assert "Leduc hold'em" in titles(page)
    page.click("button:has-text('No chance, nothing hidden')")
    page.wait_for_selector(".empty:has-text('No games found.')")


def test_the_files_of_the_user_can_be_listed_alone(page: Page) -> None:
    open_gallery(page)
    page.focus("#search")
    while page.evaluate("document.activeElement.textContent") != "Your files":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert sorted(titles(page)) == [
        "Chomp as a grid",
        "Chomp as text",
        "Crosses and rings",
        "Kuhn poker",
        "Tic-tac-toe of records",
    ]
