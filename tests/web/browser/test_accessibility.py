"""Every page passes the checks of axe, in both themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from actions import begin, wait_moves

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_has_a_serious_problem(page: Page, theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    for where in ("gallery", "setup", "room", "dice", "tree", "quiz"):
        if where == "gallery":
            page.goto("/")
            page.wait_for_selector(".gallery li")
        elif where == "setup":
            page.goto("/#/play/chess")
            page.wait_for_selector("form.setup")
        elif where == "room":
            begin(page, "othello")
            page.locator(".cell.start").first.click()
            wait_moves(page, 1)
        elif where == "dice":
            begin(page, "pig")
            page.click(".actions button")
            page.wait_for_selector(".dice[aria-label^='rolled']")
        else:
            page.goto(f"/#/{where}")
            page.wait_for_selector(".picture svg")
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        found = Axe().run(page).response["violations"]
        serious = [
            (v["id"], v["help"], [node["target"] for node in v["nodes"][:4]])
            for v in found
            if v["impact"] in ("serious", "critical")
        ]
        assert not serious, where
