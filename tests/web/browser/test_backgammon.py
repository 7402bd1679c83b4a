"""Backgammon with the cube in a browser: a roll is played checker by checker."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from actions import begin, box_of, until, wait_moves, written
from playwright.sync_api import expect

import counterplay as cp
from counterplay.games.backgammon.board import CHOICE, MOVE, State, packed
from counterplay.games.backgammon.match import CENTRED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OPENING = "startpos moves 31"


@pytest.fixture(scope="module")
def with_cube(server: Any) -> Iterator[Any]:
    """A server of backgammon with the cube."""
    made = type(server)([Path("backgammon")], "--set", "cube=true", "--no-keep")
    yield made
    made.process.send_signal(signal.SIGINT)
    made.process.wait(20)


@pytest.fixture
def page(browser: Browser, with_cube: Any) -> Iterator[Page]:
    yield from window(browser, with_cube)


@pytest.fixture
def page_without_cube(browser: Browser, server: Any) -> Iterator[Page]:
    yield from window(browser, server)


def window(browser: Browser, server: Any) -> Iterator[Page]:
    """A new window of a server. An error in a script fails the test."""
    context = browser.new_context(
        base_url=server.address, viewport={"width": 1200, "height": 900}, reduced_motion="reduce"
    )
    context.set_default_timeout(60_000)
    made = context.new_page()
    thrown: list[Any] = []
    made.on("pageerror", lambda error: thrown.append(error))
    yield made
    context.close()
    assert not thrown


def where(white: dict[int, int], black: dict[int, int], stage: int, dice: int = 0) -> str:
    """A position with White to move, from the checkers on the points of each player."""
    s = State(*packed(white), *packed(black), dice, 0, stage, CENTRED, 0)
    return cp.load("backgammon", cube=True).show_position(s)


def point(page: Page, name: str) -> Any:
    return page.locator(f'.board [aria-label^="{name}:"]').first


def label(page: Page, name: str) -> str:
    return str(point(page, name).get_attribute("aria-label"))


def step(page: Page, start: str, end: str) -> None:
    point(page, start).click()
    point(page, end).click()


def buttons(page: Page) -> list[str]:
    return page.locator(".actions button").all_text_contents()


def test_a_roll_is_played_in_steps_and_each_can_be_undone(page: Page) -> None:
    begin(page, "backgammon", position=OPENING)
    expect(page.locator(".status")).to_have_text("White rolled 3 and 1. White to move")
    point(page, "point 8").click()
    goals = page.locator(".board .goal")
    assert sorted(goal.get_attribute("aria-label") or "" for goal in goals.all()) == [
        "point 4: empty", "point 5: empty", "point 7: empty",
    ]  # fmt: skip
    point(page, "point 5").click()
    until(page, lambda: buttons(page) == ["undo"])
    assert label(page, "point 8") == "point 8: 2 white checkers"
    assert label(page, "point 5") == "point 5: 1 white checker"
    expect(page.locator(".die.faint"), "the die that was played is faint").to_have_count(1)
    page.click(".actions button")
    assert label(page, "point 8") == "point 8: 3 white checkers"
    expect(page.locator(".die.faint")).to_have_count(0)
    step(page, "point 6", "point 5")  # the same play in the other order
    until(page, lambda: buttons(page) == ["undo"])
    step(page, "point 8", "point 5")
    until(page, lambda: buttons(page) == ["roll", "double"])
    assert written(page)[1:] == ["8/5,6/5"]


def test_one_checker_can_move_by_both_dice_and_by_dragging(page: Page) -> None:
    begin(page, "backgammon", position=OPENING)
    page.locator(".board [aria-label^='point 24:'] .piece").last.hover(force=True)
    page.mouse.down()
    box = box_of(point(page, "point 20").locator(".hit"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    wait_moves(page, 2)
    assert written(page)[1:] == ["24/20"]
    turns = page.locator(".moves.paired .turn")
    assert turns.count() == 1 and turns.locator("button").count() == 2, "a roll and its play"
    expect(turns.locator(".rolled")).to_have_text(["3", "1"])


def test_checkers_are_borne_off_by_clicking_the_tray(page: Page) -> None:
    begin(page, "backgammon", position=where({6: 1, 1: 1}, {1: 1}, MOVE, 6 << 3 | 1))
    step(page, "point 6", "off")
    until(page, lambda: label(page, "off") == "off: 14 white checkers")
    step(page, "point 1", "off")
    page.wait_for_selector(".status:has-text('White wins')")
    assert written(page) == ["6/off,1/off"]


def test_a_checker_enters_from_the_bar_and_hits(page: Page) -> None:
    begin(page, "backgammon", position=where({25: 1, 6: 1}, {5: 1, 6: 2}, MOVE, 5 << 3 | 2))
    point(page, "bar").click()
    expect(
        page.locator(".board .goal .take"), "a ring marks the checker that is hit"
    ).to_have_count(1)
    point(page, "point 20").click()
    until(page, lambda: label(page, "Black's bar") == "Black's bar: 1 black checker")


def test_the_page_says_that_a_roll_has_no_legal_play(page: Page) -> None:
    closed = dict.fromkeys(range(1, 7), 2)
    begin(page, "backgammon", position=where({25: 1, 6: 1}, closed, MOVE, 5 << 3 | 2))
    expect(page.locator(".status")).to_have_text("White to move: no legal play")
    assert buttons(page) == ["pass"]
    page.click(".actions button")
    until(page, lambda: "roll" in buttons(page))


def test_a_double_is_dropped(page: Page) -> None:
    begin(page, "backgammon", position=where({6: 5}, {6: 5}, CHOICE))
    cube = page.locator(".board .cube")
    assert cube.get_attribute("aria-label") == "doubling cube: 1, in the middle"
    page.click(".actions button:has-text('double')")
    until(page, lambda: buttons(page) == ["take", "drop"])
    assert cube.get_attribute("aria-label") == "doubling cube: 2, offered"
    page.click(".actions button:has-text('drop')")
    page.wait_for_selector(".status:has-text('White wins: +1')")


def test_the_board_is_flipped_for_black_and_the_home_stays_on_the_right(page: Page) -> None:
    begin(page, "backgammon", position=OPENING)
    before = box_of(point(page, "point 1"))
    page.click("text=Flip board")
    after = box_of(point(page, "point 1"))
    assert abs(before["x"] - after["x"]) < 3 and before["y"] > after["y"] + 100


def test_the_five_best_plays_are_listed_with_their_equities(page_without_cube: Page) -> None:
    page = page_without_cube
    begin(page, "backgammon", position=OPENING)
    page.click("text=Analyse")
    page.wait_for_selector(".lines li:nth-child(5)")
    best, second = page.locator(".lines li").all_inner_texts()[:2]
    assert best.split()[0][0] in "+-" and best.endswith("8/5,6/5"), "the play of every book"
    assert page.locator(".lines small").nth(1).inner_text().startswith("-0."), second
    until(page, lambda: page.locator(".board .arrow").count() == 2)
