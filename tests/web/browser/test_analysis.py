"""Analysis, review and past games in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin, box_of, cell, middle, until, wait_moves, written
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_an_analysis_shows_lines_and_moves_the_bar(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 b2")
    height = "document.querySelector('.bar div').style.height"
    assert page.evaluate(height) == ""  # nothing is known yet
    page.click("text=Analyse")
    page.wait_for_selector(".lines li")
    until(page, lambda: page.evaluate(height) == "100%")
    expect(page.locator(".lines li")).to_have_count(3)
    expect(page.locator(".lines li").first).to_contain_text("a3")
    expect(page.locator(".counts")).to_contain_text("Search (proven)")
    expect(page.locator(".cell.hint")).to_have_count(1)
    page.click("text=Analyse")
    expect(page.locator(".lines")).to_be_hidden()


def test_a_selection_and_a_drag_last_while_an_analysis_goes_on(page: Page) -> None:
    begin(page, "breakthrough", position="startpos")
    page.click("text=Analyse")
    page.wait_for_selector(".arrows *")
    cell(page, "d2").click()
    shown = page.locator(".counts").first.inner_text()
    until(page, lambda: page.locator(".counts").first.inner_text() != shown)  # a later report
    expect(page.locator(".cell.touched")).to_have_count(1)
    x, y = middle(page, "d3")
    page.mouse.move(*middle(page, "d2"))
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    shown = page.locator(".counts").first.inner_text()
    until(page, lambda: page.locator(".counts").first.inner_text() != shown)
    expect(page.locator(".piece.dragged")).to_have_count(1)
    page.mouse.up()
    wait_moves(page, 1)
    assert written(page) == ["d2-d3"]


def test_a_review_lists_mistakes_and_a_click_on_its_graph_shows_a_position(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 c3")
    page.click("text=Review")
    page.wait_for_selector(".mistakes h2")
    expect(page.locator(".mistakes")).to_contain_text("better:")
    box = box_of(page.locator(".graph svg"))
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 10)
    page.wait_for_selector(".status:has-text('After 1… b1')")
    expect(page.locator(".board .piece")).to_have_count(2)
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
    expect(page.locator(".explorer td")).to_have_text(["1", "100 %", "0 %", "0 %"])
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
    expect(page.locator(".table .board .piece")).to_have_count(3)
    moves = page.locator(".lines li").first.locator(".step").all_inner_texts()[:2]
    second.click()
    wait_moves(page, 6)
    page.wait_for_selector(".preview", state="hidden")
    shown = page.locator(".variation button").all_inner_texts()
    assert shown == moves
    expect(page.locator(".moves [aria-current]")).to_have_text(moves[1])


def test_an_analysis_goes_on_until_it_is_paused_with_as_many_lines_as_wanted(page: Page) -> None:
    begin(page, "connect_four")
    page.click("text=Analyse")
    page.wait_for_selector(".lines li >> nth=2")
    page.select_option(".engine select", "5")
    page.wait_for_selector(".lines li >> nth=4")
    page.click(".engine button:has-text('Pause')")
    page.wait_for_selector(".analysis .counts:has-text('nodes, paused')")
    expect(page.locator(".lines li")).to_have_count(5)
    page.keyboard.press("f")  # something else is shown anew, and the lines stay
    expect(page.locator(".lines li")).to_have_count(5)
    page.click(".engine button:has-text('Go on')")
    page.wait_for_selector(".analysis .counts:has-text('nodes/s …')")
    page.select_option(".engine select", "1")
    until(page, lambda: page.locator(".lines li").count() == 1)
