"""Analysis, review and past games in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin, until, wait_moves, written

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_an_analysis_shows_lines_and_moves_the_bar(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 b2")
    height = "document.querySelector('.bar div').style.height"
    assert page.evaluate(height) == "50%"
    page.click("text=Analyse")
    page.wait_for_selector(".lines li")
    until(page, lambda: page.evaluate(height) == "100%")
    assert page.locator(".lines li").count() == 3
    assert "a3" in page.locator(".lines li").first.inner_text()
    assert "Search (proven)" in page.locator(".counts").inner_text()
    assert page.locator(".cell.hint").count() == 1
    page.click("text=Analyse")
    assert page.locator(".lines").is_hidden()


def test_a_review_lists_mistakes_and_a_click_on_its_graph_shows_a_position(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 c3")
    page.click("text=Review")
    page.wait_for_selector(".mistakes h2")
    assert "better:" in page.locator(".mistakes").inner_text()
    box = page.locator(".graph svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 10)
    page.wait_for_selector(".status:has-text('After move 2 of 4')")
    assert page.locator(".board .piece").count() == 2
    page.locator(".mistakes button").first.click()
    page.wait_for_selector(".status:has-text('After move 1 of 4')")


def test_a_move_of_a_past_game_is_shown_and_played(page: Page) -> None:
    begin(page, "chomp_grid", position="startpos moves b2 b1 a2")
    page.click("text=Legal moves")
    page.click(".choices button:has-text('a1')")
    page.wait_for_selector(".status:has-text('wins')")
    begin(page, "chomp_grid")
    games = page.locator(".analysis button:has-text('Games')")

    def is_kept() -> bool:  # which happens a moment after the end
        games.click()
        page.wait_for_selector(".explorer *")
        found = page.locator(".explorer tbody tr").count() > 0
        if not found:
            games.click()
        return found

    until(page, is_kept)
    assert page.locator(".explorer td").all_inner_texts() == ["1", "100 %", "0 %", "0 %"]
    page.click(".explorer button:has-text('b2')")
    wait_moves(page, 1)
    assert written(page) == ["b2"]
