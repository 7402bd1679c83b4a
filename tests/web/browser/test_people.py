"""A game of two people in two browsers, with clocks, a watcher, a reload and a killed server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from actions import cell, link_for, until, wait_moves, written
from playwright.sync_api import expect

from counterplay.web import sealed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def others(browser: Browser, server: Any) -> Iterator[list[Page]]:
    """Two more browsers, which remember nothing of the first."""
    contexts = [browser.new_context(base_url=server.address) for _ in range(2)]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def begin_with_clocks(page: Page) -> None:
    page.goto("/#/play/tic_tac_toe")
    page.click("summary:has-text('Clocks')")
    page.fill("#minutes", "5")
    page.fill("#increment", "3")
    begin_here(page)


def begin_here(page: Page) -> None:
    page.wait_for_selector("form.setup")
    for select in page.locator("form.setup select").all():
        select.select_option(index=0)
    page.click("form.setup button.main")
    page.wait_for_selector(".status:has-text('to move')")


def test_a_game_over_a_link_with_clocks_a_watcher_a_reload_and_a_killed_server(
    page: Page, others: list[Page], server: Any
) -> None:
    begin_with_clocks(page)
    guest, watcher = others
    guest.goto(link_for(page, 1))
    guest.wait_for_selector(".status:has-text('X to move')")
    assert "/room/" in guest.url and guest.url == page.url  # the key is not in the address
    watcher.goto(page.url)
    watcher.wait_for_selector("text=You are watching this game.")
    assert page.locator(".seats").inner_text().count("5:00") == 2
    cell(page, "b2").click()
    wait_moves(guest, 1)
    for one in (page, watcher):
        expect(one.locator(".cell.start")).to_have_count(0)
    cell(guest, "a1").click()
    guest.reload()
    for one in (page, guest, watcher):
        wait_moves(one, 2)
    server.kill()
    page.wait_for_selector("#line:has-text('No connection to the server')")
    server.start()
    for one in (page, guest, watcher):
        one.wait_for_selector("#line", state="hidden")
    cell(page, "c3").click()
    for one in (page, guest, watcher):
        until(one, lambda one=one: written(one) == ["b2", "a1", "c3"])  # type: ignore[misc]
    guest.on("dialog", lambda dialog: dialog.accept())
    guest.click("text=Resign")
    page.wait_for_selector(".status:has-text('O resigns, X wins')")
    page.click("text=Rematch")
    guest.wait_for_selector(".status:has-text('X to move')")
    cell(guest, "b2").click()  # the guest has changed sides
    wait_moves(page, 1)


def test_on_a_network_links_carry_the_token(network_server: Any, browser: Browser) -> None:
    """A person with the link can play. A person without the token sees only a sentence."""
    host, guest = (browser.new_context(base_url=network_server.address) for _ in range(2))
    page, other = host.new_page(), guest.new_page()
    other.goto("/")
    assert other.inner_text("body").startswith("Open the link that the server printed")
    page.goto(f"/?token={sealed.token()}")
    page.goto("/#/play/nim")  # the cookie brings the token back
    begin_here(page)
    link = link_for(page, 1)
    assert f"/?token={sealed.token()}#/room/" in link
    other.goto(link)
    other.wait_for_selector(".status:has-text('to move')")
    for context in (host, guest):
        context.close()
