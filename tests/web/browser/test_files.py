"""Games as files and links in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from actions import begin, until, wait_moves

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_game_is_saved_and_opened_again(page: Page, tmp_path: Path) -> None:
    begin(page, "chess", position="startpos moves e4 d5 exd5")
    assert page.locator(".taken").get_attribute("aria-label") == "captured: 1 black pawn"
    page.click("text=Save and share")
    with page.expect_download() as saved:
        page.click("text=Save game")
    assert saved.value.suggested_filename.endswith(".pgn")
    file = tmp_path / "game.pgn"
    saved.value.save_as(file)
    assert "1. e4 d5 2. exd5 *" in file.read_text()
    page.goto("/#/play/chess")
    page.click("summary")
    page.set_input_files("#file", file)
    until(page, lambda: "exd5" in page.input_value("#position"))
    page.click("form.setup button.main")
    wait_moves(page, 3)


def test_a_file_that_is_too_large_is_refused(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "all.pgn"
    file.write_text("1. e4 e5 *\n" * 10_000)
    page.goto("/#/play/chess")
    page.click("summary")
    page.set_input_files("#file", file)
    page.wait_for_selector("#toast:has-text('all.pgn is too large')")
    assert page.input_value("#position") == ""


def test_a_link_leads_to_a_position(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin(page, "tic_tac_toe", position="startpos moves b2 a1")
    page.click("text=Save and share")
    page.click("text=Copy link")
    page.wait_for_selector("#toast:has-text('Link to this position copied')")
    link = page.evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    other.goto(link)
    other.click("form.setup button.main")
    other.wait_for_selector(".status:has-text('X to move')")
    assert other.locator(".board .piece").count() == 2
