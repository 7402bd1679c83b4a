"""Several windows of one game, and a server that is killed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from actions import FULL, PERSON, WEAKEST, begin, cell, until, wait_moves, written

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_game_goes_on_when_the_server_was_killed(page: Page, server: Any) -> None:
    begin(page, "tic_tac_toe", PERSON, WEAKEST)
    cell(page, "b2").click()
    wait_moves(page, 2)
    before = written(page)
    server.kill()
    page.wait_for_selector("#line:has-text('No connection to the server')")
    server.start()
    page.wait_for_selector("#line", state="hidden")
    assert written(page) == before
    page.locator(".cell.start").first.click()
    until(page, lambda: len(written(page)) >= 3)
    assert written(page)[:2] == before


def test_two_tabs_show_the_same_and_an_outdated_move_is_refused(page: Page) -> None:
    begin(page, "tic_tac_toe")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".status:has-text('X to move')")
    cell(page, "b2").click()
    wait_moves(other, 1)
    assert written(other) == ["b2"]
    # This tab has not heard of what the other does next.
    other.evaluate("""() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            send.call(this, text.replace(/"ply":1/, '"ply":0'));
        };
    }""")
    cell(other, "a1").click()
    other.wait_for_selector("#toast:has-text('the game changed in another window')")
    assert written(other) == written(page) == ["b2"]


def test_a_new_game_does_not_lead_back_to_the_old_one(page: Page) -> None:
    begin(page, "connect_four", PERSON, FULL)
    page.locator(".cell.start").first.click()
    page.click("text=New game")
    page.wait_for_selector("form.setup")
    page.wait_for_timeout(500)
    assert page.url.endswith("#/play/connect_four")
