"""Playing in a browser: with the mouse, with the keyboard, and a game of your own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import (
    FULL,
    PERSON,
    WEAKEST,
    begin,
    box_of,
    cell,
    is_over,
    middle,
    until,
    wait_moves,
    written,
)
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_game_is_played_against_the_engine_by_clicking(page: Page) -> None:
    page.goto("/")
    page.click(".gallery >> text='Tic-tac-toe'")  # not Tic-tac-toe of records
    page.select_option("#seat-X", index=PERSON)
    page.select_option("#seat-O", index=WEAKEST)
    page.click("button:has-text('Play')")
    for turn in range(5):
        page.wait_for_selector(".status:has-text('X to move')")
        page.locator(".cell.start").first.click()
        until(page, lambda ply=2 * turn + 2: is_over(page) or len(written(page)) >= ply)
        if is_over(page):
            break
    assert is_over(page)
    expect(page.locator(".cell.start")).to_have_count(0)
    expect(page.locator("button:has-text('Resign')")).to_be_hidden()


def test_a_move_is_taken_back(page: Page) -> None:
    begin(page, "tic_tac_toe", PERSON, WEAKEST)
    cell(page, "b2").click()
    wait_moves(page, 2)
    page.click("text=Take back")
    wait_moves(page, 0)
    expect(page.locator(".status")).to_have_text("X to move")
    expect(page.locator(".cell.start")).to_have_count(9)


def test_a_game_is_played_by_keyboard_alone(page: Page) -> None:
    page.goto("/#/play/tic_tac_toe")
    page.wait_for_selector("form.setup")
    page.keyboard.press("Tab")
    page.keyboard.type("person")
    page.keyboard.press("Tab")
    page.keyboard.type("person")
    page.focus("button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cell.start")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.cell !== undefined"):
            break
    for keys in (["Enter"], ["ArrowRight", "Enter"], ["ArrowDown", " "]):
        before = len(written(page))
        for key in keys:
            page.keyboard.press(key)
        wait_moves(page, before + 1)
    assert written(page) == ["a3", "b3", "b2"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".status:has-text('After 1… b3')")
    page.keyboard.press("End")
    page.wait_for_selector(".status:has-text('O to move')")
    page.keyboard.press("u")
    wait_moves(page, 2)


def test_a_move_is_typed(page: Page) -> None:
    begin(page, "tic_tac_toe")
    page.click("text=Legal moves")
    expect(page.locator(".choices button")).to_have_count(9)
    page.fill("[aria-label='Type a move']", "B2")
    page.keyboard.press("Enter")
    wait_moves(page, 1)
    page.fill("[aria-label='Type a move']", "b2")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast:has-text('is not a legal move here')")
    assert written(page) == ["b2"]


def test_a_piece_is_dragged_or_clicked(page: Page) -> None:
    begin(page, "breakthrough")
    start = middle(page, "b2")
    page.mouse.move(*start)
    page.mouse.down()
    goal = box_of(page.locator(".cell.goal").first.locator(".hit"))
    page.mouse.move(start[0] + 5, start[1] - 5, steps=3)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=3)
    page.mouse.up()
    wait_moves(page, 1)
    assert written(page)[0].startswith("b2-")
    cell(page, "c7").click()
    page.wait_for_selector(".cell.touched")
    page.keyboard.press("Escape")
    page.wait_for_selector(".cell.touched", state="detached")
    cell(page, "d7").click()
    page.locator(".cell.goal").first.click()
    wait_moves(page, 2)
    assert written(page)[1].startswith("d7-")


def test_a_game_without_a_board_is_played_from_the_list(page: Page) -> None:
    begin(page, "chomp_text")
    expect(page.locator(".text-board")).to_have_text("left 63 turn 0", use_inner_text=True)
    page.click(".choices button:has-text('b2')")
    wait_moves(page, 1)
    expect(page.locator(".text-board")).to_have_text("left 15 turn 1", use_inner_text=True)


def test_a_game_whose_text_is_a_grid_is_drawn(page: Page) -> None:
    begin(page, "chomp_grid")
    expect(page.locator(".board .cell")).to_have_count(6)
    cell(page, "b2").click()
    wait_moves(page, 1)
    assert written(page) == ["b2"]
    expect(page.locator(".board .piece")).to_have_count(4)


def test_moves_are_listed_by_rounds_and_arrows_step_through_them_after_a_click(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2")
    expect(page.locator(".moves li")).to_have_text(["1. a1 b1", "2. a2"], use_inner_text=True)
    cell(page, "c3").click()
    wait_moves(page, 4)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".status:has-text('After 2. a2')")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".status:has-text('to move')")


def test_a_move_slides_to_its_goal_unless_that_is_switched_off(page: Page) -> None:
    begin(page, "breakthrough")
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        window.slides = 0;
        Element.prototype.animate = function (...given) {
            window.slides += 1;
            return animate.apply(this, given);
        };
    }""")
    for count, (start, goal) in enumerate((("d2", "d3"), ("e7", "e6")), 1):
        cell(page, start).click()
        cell(page, goal).click()
        wait_moves(page, count)
        if count == 1:
            assert page.evaluate("window.slides") == 1
            page.click("summary:has-text('Settings')")
            page.uncheck("#feedback-motion")
            page.check("#feedback-sound")
    assert page.evaluate("window.slides") == 1


def test_a_king_in_check_and_a_line_that_wins_are_marked(page: Page) -> None:
    begin(page, "chess", position="startpos moves e4 f6 d4 g5")
    expect(page.locator(".cell.marked")).to_have_count(0)
    cell(page, "d1").click()
    cell(page, "h5").click()
    page.wait_for_selector(".status:has-text('White wins')")
    expect(page.locator(".cell.marked")).to_have_count(1)
    assert "e8" in str(page.locator(".cell.marked").get_attribute("aria-label"))
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 b2")
    cell(page, "a3").click()
    page.wait_for_selector(".cell.marked")
    expect(page.locator(".cell.marked")).to_have_count(3)
    expect(page.locator(".status .token .cross"), "the piece of the winner").to_have_count(1)
    expect(page.locator("summary:has-text('Legal moves')")).to_be_hidden()


def test_engines_that_play_each_other_can_be_paused(page: Page) -> None:
    begin(page, "othello", FULL, FULL)  # who think: weak ones end the game at once
    page.click(".tools button:has-text('Pause'):visible")
    page.wait_for_selector(".status:has-text('Paused')")
    before = len(written(page))
    assert before < 60
    page.click(".tools button:has-text('Go on'):visible")
    until(page, lambda: len(written(page)) > before)
