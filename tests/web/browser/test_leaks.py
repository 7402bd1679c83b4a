"""Nothing that reaches a player's browser depends on what is hidden from this player.

The same game is played twice, with deals that the guest cannot tell apart. All frames of the
WebSocket, all answers of HTTP, the elements of the page and what the browser stores must be equal,
and are searched for the others' cards.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from actions import begin, wait_moves
from test_people import link_for

from tests.web.leaks import DEALS, Deal, as_text, masked, words

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOARD_TEXTS = """() => [...document.querySelectorAll("main *")].flatMap((element) =>
    [...["aria-label", "title", "value"].map((name) => element.getAttribute(name)),
     ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)]
).filter(Boolean)"""


@dataclass
class Received:
    """What has reached a browser."""

    frames: list[Any] = field(default_factory=list)
    bodies: dict[str, str] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)
    stored: str = ""


def record(page: Page, received: Received) -> None:
    """Keep every frame and every answer from now on."""

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda frame: received.frames.append(json.loads(frame)))

    page.on("websocket", listen)
    page.on("requestfinished", lambda request: keep_body(request, received))


def keep_body(request: Any, received: Received) -> None:
    response = request.response()
    if response is not None and "/api/" in request.url:
        received.bodies[request.url] = response.text()


def look(page: Page, received: Received, room: str) -> None:
    """Keep what the page shows now."""
    received.pages.append(page.content().replace(room, "ROOM"))
    received.texts |= {word for text in page.evaluate(BOARD_TEXTS) for word in text.split()}
    stored = json.loads(page.evaluate("JSON.stringify({...localStorage})"))
    del stored["keys"]  # random texts: the names of rooms, and the guest's own keys
    received.stored = as_text({name: masked(json.loads(text)) for name, text in stored.items()})


def type_move(page: Page, move: str) -> None:
    page.evaluate(
        "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
    )
    page.fill("[aria-label='Type a move']", move)
    page.press("[aria-label='Type a move']", "Enter")


def play(page: Page, browser: Browser, address: str, deal: Deal, text: str) -> Received:
    """Play a deal: the window `page` for all but one player, and a new one for the guest."""
    begin(page, deal.game, position=text)
    page.evaluate("window.copied = ''")
    context = browser.new_context(base_url=address)
    guest, received = context.new_page(), Received()
    record(guest, received)
    guest.goto(link_for(page, deal.viewer))
    guest.wait_for_selector(".room .status")
    [room] = re.findall(r"/room/([\w-]+)", guest.url)
    rooms = [frame for frame in received.frames if frame["type"] == "room"]
    plies = rooms[-1]["plies"]
    for number, move in enumerate(deal.moves):
        newest = [frame for frame in received.frames if frame["type"] == "room"][-1]
        mover = guest if newest["player"] == deal.viewer else page
        if mover is page and page.locator("text=Show my hand").is_visible():
            page.click("text=Show my hand")
        wait_moves(mover, plies + number)
        type_move(mover, move)
        wait_moves(guest, plies + number + 1)
        look(guest, received, room)
    context.close()
    return received


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal.game}-{deal.viewer}")
def test_two_deals_that_look_the_same_reach_the_browser_alike(
    page: Page, browser: Browser, server: Any, deal: Deal
) -> None:
    first, second = (play(page, browser, server.address, deal, text) for text in deal.deals)
    assert {*map(as_text, first.frames)} == {*map(as_text, second.frames)}
    assert first.bodies == second.bodies and first.bodies
    assert [unnumbered(one) for one in first.pages] == [unnumbered(one) for one in second.pages]
    assert first.stored == second.stored
    for received, secrets in zip((first, second), deal.secrets, strict=True):
        told = {word for frame in received.frames for word in words(frame)}
        assert not set(secrets) & (told | received.texts)


def unnumbered(text: str) -> str:
    """The text of a page without random names."""
    return re.sub(r"sealed:[^\"<&]*", "sealed", text)
