"""A game with hidden cards in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin, written
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_hand_is_shown_to_the_player_to_move(page: Page) -> None:
    begin(page, "kuhn_poker")
    hands = page.locator(".board .card:not(.hidden)")
    for player, move in enumerate(("bet", "bet")):
        page.wait_for_selector(f".curtain:has-text('player {player + 1}, it is your turn')")
        assert not page.locator(".board").is_visible()
        expect(page.locator(".choices button, .actions button")).to_have_count(0)
        page.click("text=Show my hand")
        page.wait_for_selector(".board")
        assert hands.count() == 1
        page.click(f".actions button:has-text('{move}')")
    page.wait_for_selector(".status:has-text('wins')")
    assert hands.count() == 2
    assert all(text in ("J", "Q", "K") for text in written(page)[:2])


def test_cards_that_are_dealt_face_down_are_one_entry_of_the_list(page: Page) -> None:
    begin(page, "bridge")
    dealt = page.locator(".moves .secret")
    assert dealt.count() > 20
    assert [one.is_visible() for one in dealt.all()].count(True) < 10
    page.click("text=Show my hand")
    page.wait_for_selector(".board")
    known = [text for text in written(page) if "…" not in text]
    assert len(known) == 13 and all(text[0] in "♠♥♦♣" for text in known)
