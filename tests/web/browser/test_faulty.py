"""Games whose rules fail, in a browser: each says so in a sentence, and harms no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from actions import begin, wait_moves
from conftest import Server
from playwright.sync_api import expect

from tests.web.test_faulty import COUNTDOWN, SENTENCE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


@pytest.fixture
def window(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A window on a server with two faulty games: one fails at once, one after a move."""
    at_once, later = tmp_path / "at_once.py", tmp_path / "later.py"
    at_once.write_text(COUNTDOWN.replace("6 // (s.left - 5)", "6 // 0"))
    later.write_text(COUNTDOWN.replace("Countdown", "Fails later"))
    server = Server([at_once, later], "--no-keep")
    context = browser.new_context(base_url=server.address)
    yield context.new_page()
    context.close()
    server.kill()


def test_a_faulty_game_says_what_is_wrong_and_the_others_go_on(window: Any) -> None:
    window.goto("/")
    window.wait_for_selector(f".gallery :text('{SENTENCE}')")
    expect(window.locator("a[aria-label='Rules of Nim']")).to_have_count(1)
    begin(window, "later")
    window.click(".choices button:has-text('1')")
    window.wait_for_selector(f".status:has-text('{SENTENCE}')")
    window.click("text=Take back")
    wait_moves(window, 0)
    window.wait_for_selector(".status:has-text('Ann to move')")
    begin(window, "nim")
    assert not window.locator("#line").is_visible()
