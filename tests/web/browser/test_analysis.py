"""Analysis, review and past games in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin, cell, middle, until, wait_moves, written

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_an_analysis_shows_lines_and_moves_the_bar(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 b2")
    height = "document.querySelector('.bar div').style.height"
    assert page.evaluate(height) == ""  # nothing is known yet
    page.click("text=Analyse")
    page.wait_for_selector(".lines li")
    until(page, lambda: page.evaluate(height) == "100%")
    assert page.locator(".lines li").count() == 3
    assert "a3" in page.locator(".lines li").first.inner_text()
    assert "Search (proven)" in page.locator(".counts").inner_text()
    assert page.locator(".cell.hint").count() == 1
    page.click("text=Analyse")
    assert page.locator(".lines").is_hidden()


def test_a_selection_and_a_drag_last_while_an_analysis_goes_on(page: Page) -> None:
    begin(page, "breakthrough", position="startpos")
    page.click("text=Analyse")
    page.wait_for_selector(".arrows *")
    cell(page, "d2").click()
    shown = page.locator(".counts").first.inner_text()
    until(page, lambda: page.locator(".counts").first.inner_text() != shown)  # a later report
    assert page.locator(".cell.touched").count() == 1
    x, y = middle(page, "d3")
    page.mouse.move(*middle(page, "d2"))
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    shown = page.locator(".counts").first.inner_text()
    until(page, lambda: page.locator(".counts").first.inner_text() != shown)
    assert page.locator(".piece.dragged").count() == 1
    page.mouse.up()
    wait_moves(page, 1)
    assert written(page) == ["d2-d3"]


def test_a_review_lists_mistakes_and_a_click_on_its_graph_shows_a_position(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 c3")
    page.click("text=Review")
    page.wait_for_selector(".mistakes h2")
    assert "better:" in page.locator(".mistakes").inner_text()
    box = page.locator(".graph svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 10)
    page.wait_for_selector(".status:has-text('After 1… b1')")
    assert page.locator(".board .piece").count() == 2
    page.locator(".mistakes li button").first.click()
    page.wait_for_selector(".status:has-text('After 1. a1')")


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


def test_a_line_of_the_engine_is_previewed_and_played_as_a_variation(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 b2")
    page.click(".moves button:has-text('a2')")
    page.wait_for_selector(".status:has-text('After 2. a2')")
    page.click("text=Analyse")
    second = page.locator(".lines li").first.locator(".step").nth(1)
    second.hover()
    page.wait_for_selector(".preview .board")
    until(page, lambda: page.locator(".preview .piece").count() == 5)
    assert page.locator(".table .board .piece").count() == 3
    moves = page.locator(".lines li").first.locator(".step").all_inner_texts()[:2]
    second.click()
    wait_moves(page, 6)
    page.wait_for_selector(".preview", state="hidden")
    shown = page.locator(".variation button").all_inner_texts()
    assert shown == moves
    assert page.locator(".moves [aria-current]").inner_text() == moves[1]


def test_an_analysis_goes_on_until_it_is_paused_with_as_many_lines_as_wanted(page: Page) -> None:
    begin(page, "connect_four")
    page.click("text=Analyse")
    page.wait_for_selector(".lines li >> nth=2")
    page.select_option(".engine select", "5")
    page.wait_for_selector(".lines li >> nth=4")
    page.click(".engine button:has-text('Pause')")
    page.wait_for_selector(".analysis .counts:has-text('nodes, paused')")
    assert page.locator(".lines li").count() == 5
    page.keyboard.press("f")  # something else is shown anew, and the lines stay
    assert page.locator(".lines li").count() == 5
    page.click(".engine button:has-text('Go on')")
    page.wait_for_selector(".analysis .counts:has-text('nodes/s …')")
    page.select_option(".engine select", "1")
    until(page, lambda: page.locator(".lines li").count() == 1)
