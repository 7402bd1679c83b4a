"""Study in a browser: variations, glyphs, comments, and walking through them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from actions import begin, cell, until, wait_moves, written
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "startpos moves a1 b1 a2 b2"


def current(page: Page) -> str:
    """The move on the board."""
    return next(iter(page.locator(".moves [aria-current]").all_inner_texts()), "")


def press(page: Page, key: str, move: str) -> None:
    page.keyboard.press(key)
    until(page, lambda: current(page) == move)


def try_move(page: Page, name: str) -> None:
    count = page.locator(".moves button").count()
    cell(page, name).click()
    wait_moves(page, count + 1)


def test_a_move_at_an_earlier_ply_is_a_variation_and_keys_walk_the_tree(page: Page) -> None:
    begin(page, "tic_tac_toe", position=GAME)
    page.keyboard.press("Home")
    page.wait_for_selector(".status:has-text('At the start')")
    press(page, "ArrowRight", "a1")
    try_move(page, "b2")
    try_move(page, "c3")
    assert written(page) == ["a1", "b1", "b2", "c3", "a2", "b2"]
    expect(page.locator(".variation")).to_have_text("1… b2 2. c3", use_inner_text=True)
    page.wait_for_selector(".status:has-text('Variation: O to move')")
    press(page, "ArrowLeft", "b2")
    press(page, "ArrowUp", "b1")
    press(page, "ArrowDown", "b2")
    press(page, "End", "c3")
    press(page, "Home", "")
    expect(page.locator(".board .piece")).to_have_count(0)


def test_a_click_counts_if_the_list_is_drawn_anew_while_the_mouse_is_down(page: Page) -> None:
    begin(page, "tic_tac_toe", position=GAME)
    page.locator(".moves button:has-text('b1')").hover()
    page.mouse.down()
    page.locator(".moves").evaluate(
        "list => list.replaceChildren(...list.cloneNode(true).children)"
    )
    page.mouse.up()
    page.wait_for_selector(".status:has-text('After 1… b1')")


def test_a_variation_is_promoted_and_deleted(page: Page) -> None:
    begin(page, "tic_tac_toe", position=GAME)
    page.click("summary:has-text('Study')")
    page.click(".moves button:has-text('a2')")
    page.wait_for_selector(".status:has-text('After 2. a2')")
    try_move(page, "c1")
    page.click("text=Make main line")
    until(page, lambda: page.locator(".variation").inner_text().split() == ["2…", "b2"])
    assert written(page) == ["a1", "b1", "a2", "c1", "b2"]
    page.wait_for_selector(".status:has-text('X to move')")  # the game goes on from there
    page.click(".variation button")
    until(page, lambda: current(page) == "b2")
    page.click("text=Delete from here")
    wait_moves(page, 4)
    expect(page.locator(".variation")).to_have_count(0)


def test_glyphs_and_comments_are_shown_and_outlast_a_reload(page: Page) -> None:
    begin(page, "tic_tac_toe", position=GAME)
    page.click("summary:has-text('Study')")
    page.click(".moves button:has-text('b1')")
    page.click(".glyphs button[title='mistake']")  # at once: it is for b1 all the same
    page.wait_for_selector(".moves .glyph:has-text('?')")
    page.fill(".study textarea", "The centre was free.")
    page.locator(".study textarea").blur()
    page.wait_for_selector(".moves .comment:has-text('The centre was free.')")
    page.reload()
    page.wait_for_selector(".moves .comment:has-text('The centre was free.')")
    page.click(".moves button:has-text('b1')")
    until(page, lambda: page.input_value(".study textarea") == "The centre was free.")
    page.click(".glyphs button[title='mistake']")
    until(page, lambda: page.locator(".moves .glyph").count() == 0)


def test_a_glyph_clicked_at_once_is_for_the_variation_that_was_just_tried(page: Page) -> None:
    begin(page, "chomp_text", position="startpos moves b2 b1")
    page.click("summary:has-text('Study')")
    page.click(".moves button:has-text('b2')")
    page.wait_for_selector(".status:has-text('After 1. b2')")
    page.locator(".choices button:has-text('a2')").evaluate("""one => {
        one.click();
        document.querySelector(".glyphs button[title='mistake']").click();
    }""")
    page.wait_for_selector(".variation .glyph:has-text('?')")
    assert page.locator(".moves .glyph").count() == 1


def test_a_move_clicked_before_the_chosen_position_has_come_is_not_played(page: Page) -> None:
    begin(page, "chomp_text", position="startpos moves b2 b1")
    page.click("summary:has-text('Study')")
    page.evaluate("""() => {
        const button = (place, text) =>
            [...document.querySelectorAll(place)].find((one) => one.textContent.includes(text));
        button(".moves button", "b2").click();
        button(".choices button", "a2").click();  // of the position that is still on the board
    }""")
    page.wait_for_selector(".status:has-text('After 1. b2')")
    assert written(page) == ["b2", "b1"]


def test_a_comment_is_kept_when_a_move_is_made_before_it_is_left(page: Page) -> None:
    begin(page, "chomp_text", position="startpos moves b2 b1")
    page.click("summary:has-text('Study')")
    page.click(".moves button:has-text('b2')")
    page.wait_for_selector(".status:has-text('After 1. b2')")
    page.fill(".study textarea", "half of it")
    page.keyboard.press("Escape")
    page.locator(".choices button:has-text('a2')").evaluate("one => one.click()")  # no blur
    wait_moves(page, 3)
    page.wait_for_selector(".moves .comment:has-text('half of it')")
    expect(page.locator(".study textarea")).to_have_value("")  # that of the new move


def test_a_study_is_the_same_in_another_window_and_after_a_restart(page: Page, server: Any) -> None:
    begin(page, "chomp_grid", position="startpos moves b2 b1")
    other = page.context.new_page()
    other.goto(page.url)
    wait_moves(other, 2)
    page.click(".moves button:has-text('b2')")
    page.wait_for_selector(".status:has-text('After 1. b2')")
    try_move(page, "a2")
    wait_moves(other, 3)
    assert current(other) == "b1"  # it stays where it was
    server.kill()
    server.start()
    other.reload()
    wait_moves(other, 3)
    expect(other.locator(".variation")).to_have_text("1… a2", use_inner_text=True)
    page.wait_for_selector("#line", state="hidden")  # connected again
    until(page, lambda: current(page) == "a2")  # and at the same move
    page.wait_for_selector(".status:has-text('Variation')")
    try_move(page, "b1")
    wait_moves(other, 4)


def test_a_finished_game_is_studied_but_not_changed(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 b2")
    cell(page, "a3").click()
    page.wait_for_selector(".status:has-text('wins')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".status:has-text('After 2… b2')")
    try_move(page, "c3")
    expect(page.locator(".variation")).to_have_text("3. c3", use_inner_text=True)
    cell(page, "c3").focus()  # as a redrawn board gives it to the clicked cell
    press(page, "ArrowUp", "a3")
    expect(page.locator(".status")).to_contain_text("wins")


def test_a_study_is_saved_and_opened_again(page: Page, tmp_path: Path) -> None:
    begin(page, "tic_tac_toe", position=GAME)
    page.click("summary:has-text('Study')")
    page.click(".moves button:has-text('a2')")
    page.wait_for_selector(".status:has-text('After 2. a2')")
    try_move(page, "c1")
    page.click(".glyphs button[title='good move']")
    page.wait_for_selector(".variation .glyph:has-text('!')")
    page.fill(".study textarea", "blocks")
    page.locator(".study textarea").blur()
    page.wait_for_selector(".variation .comment")
    page.click("text=Save and share")
    with page.expect_download() as saved:
        page.click("text=Save game")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.goto("/#/play/tic_tac_toe")
    page.click("summary:has-text('Start from')")
    page.set_input_files("#file", file)
    until(page, lambda: page.input_value("#position") == GAME)
    page.click("form.setup button:has-text('Study')")
    wait_moves(page, 5)
    expect(page.locator(".variation")).to_have_text("2… c1! blocks", use_inner_text=True)
    assert page.locator(".study").get_attribute("open") is not None


def test_a_game_against_an_engine_is_studied_as_a_copy(page: Page) -> None:
    begin(page, "tic_tac_toe", 0, 1)
    expect(page.locator(".study")).to_be_hidden()
    cell(page, "b2").click()
    wait_moves(page, 2)
    moves = written(page)
    page.click("text=Study a copy")
    page.click("form.setup button:has-text('Study')")
    wait_moves(page, 2)
    assert written(page) == moves
    expect(page.locator(".study")).to_be_visible()
