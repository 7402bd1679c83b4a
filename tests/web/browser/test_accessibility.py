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
    pages = ("gallery", "setup", "room", "study", "dice", "edit", "rules", "help", "tree", "quiz")
    for where in pages:
        if where == "gallery":
            page.goto("/")
            page.wait_for_selector(".gallery li")
        elif where == "setup":
            page.goto("/#/play/chess")
            page.wait_for_selector("form.setup")
        elif where == "rules":
            page.goto("/#/rules/backgammon")
            page.wait_for_selector(".rules h1")
        elif where == "room":
            begin(page, "othello")
            page.locator(".cell.start").first.click()
            wait_moves(page, 1)
        elif where == "study":
            begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 b2")
            page.click("summary:has-text('Study')")
            page.click(".moves button:has-text('a2')")
            page.wait_for_selector(".status:has-text('After 2. a2')")
            page.locator(".cell.start").first.click()
            page.click(".glyphs button[title='mistake']")
            page.wait_for_selector(".variation .glyph")
            page.click("text=Review")
            page.wait_for_selector(".accuracy")
            page.click("text=Analyse")
            page.wait_for_selector(".lines li")
        elif where == "dice":
            begin(page, "pig")
            page.click(".actions button")
            page.wait_for_selector(".dice[aria-label^='rolled']")
        elif where == "edit":
            page.goto("/#/edit/chess")
            page.wait_for_selector(".palette button")
        elif where == "help":
            page.click("#help")
            page.wait_for_selector("dialog.help")
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
        page.keyboard.press("Escape")
