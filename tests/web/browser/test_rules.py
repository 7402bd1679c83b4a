"""The rules page in a browser, and a file that is saved while its game is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin, until, wait_moves
from playwright.sync_api import expect

if TYPE_CHECKING:
    from conftest import Server
    from playwright.sync_api import Page


def test_a_game_is_played_with_other_parameters(page: Page) -> None:
    page.goto("/#/?q=connect")
    page.click("a[aria-label='Rules of Connect Four']")
    page.wait_for_selector(".rules h1:has-text('Connect Four')")
    expect(page.locator(".rules")).to_contain_text("The first player wins")
    assert page.locator(".ladder tr").count() > 3
    page.fill("#parameter-width", "16")
    page.click("text=Play with these")
    page.wait_for_selector(".parameters .problem:has-text('and 64 fit')")
    page.fill("#parameter-width", "5")
    page.fill("#parameter-height", "4")
    page.click("text=Show their rules")
    page.wait_for_selector(".rules h1:has-text('Connect Four (width 5, height 4)')")
    expect(page.locator(".rules")).to_contain_text("A draw.")
    page.reload()
    page.wait_for_selector(".rules h1:has-text('(width 5, height 4)')")
    page.click("text=Analyse")
    until(page, lambda: page.locator(".room .well").count() == 20)
    page.reload()
    until(page, lambda: page.locator(".room .well").count() == 20)
    page.click("text=New game")
    page.wait_for_selector("form.setup h1:has-text('(width 5, height 4)')")


def test_a_variant_that_cannot_be_is_refused_with_a_sentence(page: Page) -> None:
    page.goto("/#/play/nim%3Fpiles%3Dmany")
    page.wait_for_selector(".empty:has-text('piles=')")


def test_a_saved_file_is_shown_at_once_and_its_game_can_start_again(
    page: Page, server: Server
) -> None:
    file = server.files[0]
    before = file.read_text()
    try:
        begin(page, "chomp_text")
        page.click(".choices button:has-text('c1')")
        wait_moves(page, 1)
        file.write_text(before.replace('names=("Ann", "Ben")', 'names=("Anna", "Benno")'))
        page.wait_for_selector(".file-notice:has-text('chomp_text.py was saved')")
        expect(page.locator(".status")).to_contain_text("Ben to move")
        page.click("text=Start again with the new rules")
        page.wait_for_selector(".status:has-text('Anna to move')")
        until(page, lambda: page.locator(".file-notice").is_hidden())
        page.goto("/#/rules/chomp_text")
        page.wait_for_selector("dd:has-text('Anna, Benno')")
        file.write_text(before.replace("def initial():", "def initial(:"))
        page.wait_for_selector(".rules .problem:has-text('line 15')")
        expect(page.locator(".rules .problem pre")).to_contain_text("def initial(:")
        page.goto("/#/?own=1")
        page.wait_for_selector(".gallery .problem:has-text('line 15')")
    finally:
        file.write_text(before)
    page.goto("/#/rules/chomp_text")
    page.wait_for_selector("dd:has-text('Ann, Ben')")
    until(page, lambda: page.locator(".problem").count() == 0)


LATE = """
const fetchNow = window.fetch;
const delays = {"/api/games": 600};
window.fetch = async (address, ...more) => {
    const delay = String(address).includes("%3F") ? 1200 : (delays[address] ?? 0);
    delete delays[address];
    await new Promise((done) => setTimeout(done, delay));
    return fetchNow(address, ...more);
};
"""


def test_a_variant_is_found_if_it_is_asked_for_before_the_games_have_come(page: Page) -> None:
    page.add_init_script(LATE)
    page.goto("/")
    page.goto("/#/play/dots_and_boxes%3Fplayers%3D4")
    page.wait_for_selector("form.setup h1:has-text('(4 players)')")
