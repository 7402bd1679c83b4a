"""Games with dice in a browser: they roll, and the roll can be read and heard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from actions import PERSON, WEAKEST, begin, until, wait_moves, written
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

FACES = "⚀⚁⚂⚃⚄⚅"


def roll(page: Page) -> int:
    """Click *roll*, and return the number that the die shows."""
    before = page.locator(".moves button").count()
    page.click(".actions button:has-text('roll')")
    wait_moves(page, before + 2)
    label = page.locator(".board .dice").get_attribute("aria-label")
    found = re.fullmatch(r"rolled ([1-6])", label or "")
    assert found is not None, label
    return int(found[1])


def test_a_roll_is_on_the_die_in_the_list_and_in_the_status(page: Page) -> None:
    begin(page, "pig")
    expect(page.locator(".actions button")).to_have_text(["roll"])
    number = roll(page)
    expect(page.locator(".die .pip")).to_have_count(number)
    expect(page.locator(".die.rolling")).to_have_count(1)
    assert written(page) == ["roll", f"{FACES[number - 1]} {number}"]
    assert page.locator(".status").inner_text().startswith(f"Rolled {number}. ")


def test_a_turn_can_be_played_with_the_enter_key(page: Page) -> None:
    begin(page, "pig")
    roll(page)
    page.keyboard.press("Enter")
    wait_moves(page, 4)


def test_dice_do_not_roll_if_the_user_prefers_reduced_motion(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    begin(page, "pig")
    expect(page.locator(".die .pip")).to_have_count(0)
    number = roll(page)
    expect(page.locator(".die .pip")).to_have_count(number)
    expect(page.locator(".die.rolling")).to_have_count(0)


def test_the_die_has_the_colour_of_the_player(page: Page) -> None:
    begin(page, "einstein")
    page.wait_for_selector(".die.white .pip")
    page.locator(".board .start").first.click()
    page.locator(".board .goal").first.click()
    page.wait_for_selector(".die.black .pip")
    expect(page.locator(".cell.last"), "the move before the roll is still marked").to_have_count(2)


def test_the_engine_plays_its_turn_and_every_roll_is_shown(page: Page) -> None:
    begin(page, "pig", PERSON, WEAKEST, position="0-0+8 first")
    page.click(".actions button:has-text('hold')")
    seen = set()

    def is_turn_over() -> bool:
        count = page.locator(".moves button").count()
        seen.add(count)
        return count > 1 and page.locator(".actions button").count() > 0

    until(page, is_turn_over)
    moves = written(page)
    assert moves[:2] == ["hold", "roll"]
    seen.add(len(moves))
    rolls = [ply for ply, text in enumerate(moves, 1) if text[0] in FACES]
    assert rolls and set(rolls) <= seen, "each roll is on the screen while the die rolls"
