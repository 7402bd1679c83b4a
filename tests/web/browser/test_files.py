"""Games as files and links in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from actions import begin, until, wait_moves
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_game_is_saved_and_opened_again(page: Page, tmp_path: Path) -> None:
    begin(page, "chess", position="startpos moves e4 d5 exd5")
    expect(page.locator(".taken")).to_have_attribute("aria-label", "captured: 1 black pawn")
    page.click("text=Save and share")
    with page.expect_download() as saved:
        page.click("text=Save game")
    assert saved.value.suggested_filename.endswith(".pgn")
    file = tmp_path / "game.pgn"
    saved.value.save_as(file)
    assert "1. e4 d5 2. exd5 *" in file.read_text()
    page.goto("/#/play/chess")
    page.click("summary:has-text('Start from')")
    page.set_input_files("#file", file)
    until(page, lambda: "exd5" in page.input_value("#position"))
    page.click("form.setup button.main")
    wait_moves(page, 3)


def test_one_of_several_games_in_a_file_is_chosen(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "all.pgn"
    file.write_text(
        '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n'
        '[White "Cid"]\n[Black "Dot"]\n[Date "1999.05.31"]\n\n1. d4 d5 2. c4 *\n'
    )
    page.goto("/#/play/chess")
    page.click("summary:has-text('Start from')")
    page.set_input_files("#file", file)
    until(page, lambda: page.input_value("#position") == "startpos moves e4 e5")
    titles = page.locator("#which option").all_inner_texts()
    assert titles == ["1. Ann – Ben, White won, 2 plies", "2. Cid – Dot, 1999, 3 plies"]
    page.select_option("#which", index=1)
    until(page, lambda: page.input_value("#position") == "startpos moves d4 d5 c4")
    page.click("form.setup button.main")
    wait_moves(page, 3)


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
    expect(other.locator(".board .piece")).to_have_count(2)
