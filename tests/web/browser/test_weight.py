"""What a browser loads for the gallery and a game."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

from actions import begin

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

MOST_SENT = 150_000
"""Bytes that travel; they are compressed."""
MOST_LOADED = 300_000
"""Bytes of all files, as the browser reads them."""


def test_the_gallery_and_a_game_are_light(page: Page) -> None:
    loaded: dict[str, Response] = {}
    page.on("response", lambda response: loaded.setdefault(response.url, response))
    page.goto("/")
    page.wait_for_selector(".gallery li")
    begin(page, "chess")
    bodies = {url: response.body() for url, response in loaded.items()}
    scripts = {url.rpartition("/")[2] for url in bodies}
    assert "room.js" in scripts and "tree.js" not in scripts
    sent = sum(one.request.sizes()["responseBodySize"] for one in loaded.values())
    compressed = sum(len(gzip.compress(body)) for body in bodies.values())
    assert sum(map(len, bodies.values())) < MOST_LOADED
    assert sent < MOST_SENT and sent < 1.1 * compressed
