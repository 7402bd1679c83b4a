"""What a user does in a window: start a game, click cells, wait, read."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator, Page

WAIT = 180
"""Seconds: an engine may have to be compiled first, on a busy machine."""
BEGUN = ".status:text-matches('to move|is thinking|wins|draw')"
"""What says that a game has begun. One between engines may think at once, and be over soon."""
PERSON, WEAKEST, FULL = 0, 1, -1
"""Options of a seat, by their number."""


def begin(page: Page, game: str, *seats: int, position: str = "") -> None:
    """Start a game. A person plays in every seat that is not given."""
    page.goto(f"/#/play/{game}")
    page.wait_for_selector("form.setup")
    for n, select in enumerate(page.locator("form.setup select").all()):
        seat = seats[n] if n < len(seats) else PERSON
        options = select.locator("option").count()
        select.select_option(index=seat if seat >= 0 else options + seat)
    if position:
        page.click("summary:has-text('Start from')")
        page.fill("#position", position)
    page.click("form.setup button.main")
    page.wait_for_selector(BEGUN)


def written(page: Page) -> list[str]:
    return page.locator(".moves button").all_inner_texts()


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for a condition. `page.wait_for_function` is forbidden by the page's security policy."""
    end = time.monotonic() + WAIT
    while not is_so():
        assert time.monotonic() < end, page.locator("main").inner_text()
        page.wait_for_timeout(20)


def wait_moves(page: Page, count: int) -> None:
    until(page, lambda: page.locator(".moves button").count() == count)


def is_over(page: Page) -> bool:
    return any(word in page.locator(".status").inner_text() for word in ("wins", "draw"))


def cell(page: Page, name: str) -> Any:
    """A cell that can be clicked, by its name."""
    return page.locator(f".board [aria-label='{name}'], .board [aria-label^='{name},']").first


def box_of(locator: Locator) -> FloatRect:
    """Where an element is. One that is drawn anew at this moment has no place for once."""
    end = time.monotonic() + WAIT
    while (box := locator.bounding_box()) is None:
        assert time.monotonic() < end, locator
    return box


def middle(page: Page, name: str) -> tuple[float, float]:
    box = box_of(cell(page, name).locator(".hit"))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str, right: bool = False) -> None:
    """Drag from one cell to another, with the left or the right mouse button."""
    goal = middle(page, end)
    page.mouse.move(*middle(page, start))
    page.mouse.down(button="right" if right else "left")
    page.mouse.move(*goal, steps=3)
    page.mouse.up(button="right" if right else "left")


def link_for(page: Page, player: int) -> str:
    """The link that a click on Invite copies."""
    page.evaluate("""() => {
        navigator.clipboard.writeText = async (text) => { window.copied = text; };
    }""")
    page.locator(".seats .seat").nth(player).locator("text=Invite").click()
    until(page, lambda: bool(page.evaluate("window.copied ?? ''")))
    return str(page.evaluate("window.copied"))
