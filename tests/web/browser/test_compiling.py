"""A cold machine: a line stays as long as something is compiled for the game that is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from actions import FULL, PERSON, WAIT, begin, cell, until, wait_moves
from conftest import Server
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


@pytest.fixture
def cold(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A window on a server that has compiled nothing."""
    kernels = str(tmp_path / "kernels")
    server = Server([], "--no-keep", COUNTERPLAY_CACHE=kernels, COUNTERPLAY_STAND_IN="on")
    context = browser.new_context(base_url=server.address)
    yield context.new_page()
    context.close()
    server.kill()


def test_a_game_goes_on_while_a_line_says_what_is_compiled(cold: Any) -> None:
    begin(cold, "chess", PERSON, FULL)  # the one that takes longest to compile
    cell(cold, "e2").click()
    cell(cold, "e4").click()
    wait_moves(cold, 2)
    expect(cold.locator(".moves")).to_contain_text("plain Python")
    cold.wait_for_selector(".compiling:has-text('The engine is being compiled.')")
    cold.goto("/#/play/nim")
    cold.wait_for_selector("form.setup")
    cold.wait_for_selector(".compiling", state="hidden")  # nothing is compiled for that game
    cold.go_back()
    cold.wait_for_selector(".compiling", state="hidden", timeout=1000 * WAIT)


def test_a_file_is_opened_while_a_line_says_what_is_compiled(cold: Any, tmp_path: Path) -> None:
    file = tmp_path / "mate.pgn"
    file.write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    cold.goto("/#/play/chess")
    cold.click("summary:has-text('Start from')")
    cold.set_input_files("#file", str(file))
    cold.wait_for_selector(".compiling:has-text('What reads and writes files is being compiled.')")
    cold.goto("/#/play/nim")  # the server answers others meanwhile
    begin(cold, "nim")
    cold.goto("/#/play/chess")
    cold.wait_for_selector("form.setup")
    cold.wait_for_selector(".compiling", state="hidden", timeout=1000 * WAIT)
    cold.click("summary:has-text('Start from')")
    cold.set_input_files("#file", str(file))
    until(cold, lambda: "f3" in cold.locator("#position").input_value())
