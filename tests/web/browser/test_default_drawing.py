"""A file whose board is a text without names is played by clicking on its squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actions import begin, until, wait_moves

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_squares_without_names_are_clicked(page: Page) -> None:
    begin(page, "record_tic_tac_toe")
    squares = page.locator(".board .cell")
    until(page, lambda: squares.count() == 9)
    for number, square in enumerate((4, 0, 1, 8, 7)):
        page.locator(
            f".board [aria-label^='row {square // 3 + 1}, column {square % 3 + 1}']"
        ).click()
        wait_moves(page, number + 1)
    page.wait_for_selector(".status:has-text('X wins')")
