"""Which of several moves is meant is chosen on the board: by mouse, by touch, and by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from actions import begin, box_of, cell, until, wait_moves, written
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROMOTION = "8/4P1k1/8/8/8/2K5/8/8 w - - 0 1"


def ask(page: Page, *cells: str) -> None:
    for name in cells:
        cell(page, name).click()
    page.wait_for_selector("dialog.which")


def test_a_promotion_is_chosen_by_its_picture_on_the_square(page: Page) -> None:
    begin(page, "chess", position=PROMOTION)
    ask(page, "e7", "e8")
    square = box_of(cell(page, "e8").locator(".hit"))
    first = box_of(page.locator(".which button").first)
    assert abs(square["x"] - first["x"]) < 3 and abs(square["y"] - first["y"]) < 3
    labels = [one.get_attribute("aria-label") for one in page.locator(".which button").all()]
    assert labels == [
        "white queen, e8=Q", "white knight, e8=N+", "white rook, e8=R", "white bishop, e8=B",
    ]  # fmt: skip
    expect(page.locator(".which .piece.white.body, .which .piece.white")).to_have_count(4)
    page.click(".which button >> nth=2")
    wait_moves(page, 1)
    assert written(page) == ["e8=R"]


def test_a_choice_is_made_by_keys_and_cancelled_by_escape_or_a_click_elsewhere(page: Page) -> None:
    begin(page, "chess", position=PROMOTION)
    ask(page, "e7", "e8")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.which", state="detached")
    ask(page, "e7", "e8")
    page.mouse.click(5, 5)
    page.wait_for_selector("dialog.which", state="detached")
    assert written(page) == []
    ask(page, "e7", "e8")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    wait_moves(page, 1)
    assert written(page) == ["e8=B"]


def test_a_tap_asks_and_another_tap_chooses(browser: Browser, server: Any) -> None:
    """The click that follows a tap does not choose the queen, which is under the finger."""
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    begin(page, "chess", position=PROMOTION)
    for name in ("e7", "e8"):
        cell(page, name).locator(".hit").tap(force=True)
    page.wait_for_selector("dialog.which")
    page.locator(".which button").nth(1).tap()
    wait_moves(page, 1)
    assert written(page) == ["e8=N+"]
    context.close()


def test_a_game_of_ones_own_asks_by_picture(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, "crosses_and_rings")
    ask(page, "b2")
    names = [one.get_attribute("aria-label") for one in page.locator(".which button").all()]
    assert names == ["blue cross, Xb2", "red ring, Ob2"]
    for one in page.locator(".which button").all():
        box = box_of(one)
        assert min(box["width"], box["height"]) >= 44
    page.locator(".which button").last.click()
    wait_moves(page, 1)
    until(page, lambda: written(page) == ["Ob2"])
