"""The page in a browser: what people do with it, from the gallery to the tree."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
GAMES = Path(__file__).parents[1] / "data" / "games"
ROOT = Path(__file__).parents[2]
WAIT = 30_000
PERSON, WEAKEST, FULL = 0, 1, -1
"""What is chosen for a seat."""

CHOMP = '''"""Chomp: eat a square and all above and right of it; the first square is poisoned."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="{title}", names=("Ann", "Ben"), most_actions=6, longest_game=6)


class State(NamedTuple):
    left: int
    turn: int


def initial():
    return State(63, 0)


def player(s):
    return s.turn


def actions(s, moves):
    n = 0
    for a in range(6):
        if s.left >> a & 1:
            moves[n] = a
            n += 1
    return n


def result(s, a):
    left = s.left
    for b in range(6):
        if b % 3 >= a % 3 and b // 3 >= a // 3:
            left &= ~(1 << b)
    return State(left, 1 - s.turn)


def terminal(s):
    return s.left == 0


def utility(s, p):
    return 1 if p == s.turn else -1


def show_move(s, a):
    return "abc"[a % 3] + "12"[a // 3]
'''
BOARD = """

def board(s):
    rows = [" ".join("#" if s.left >> 3 * r + c & 1 else "." for c in range(3)) for r in (1, 0)]
    return f"2 {rows[0]}\\n1 {rows[1]}\\n  a b c"
"""


def need(is_there: bool, what: str) -> None:
    """Skip where something is not installed; the guard of main installs it, and may not skip."""
    if not is_there:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{what} is not installed")


class Server:
    """`counterplay serve` in a process of its own, which can be killed and started again."""

    def __init__(self, files: list[Path]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.files = files
        self.address = f"http://localhost:{self.port}/"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "counterplay", "serve", *map(str, self.files), "--no-keep"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}api/health", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("games")
    text, grid = folder / "chomp_text.py", folder / "chomp_grid.py"
    text.write_text(CHOMP.replace("{title}", "Chomp as text"))
    grid.write_text(CHOMP.replace("{title}", "Chomp as a grid") + BOARD)
    made = Server([text, grid])
    yield made
    made.process.send_signal(signal.SIGINT)
    assert made.process.wait(20) in (0, 130, -signal.SIGINT), "Ctrl-C does not end the server"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    need(find_spec("playwright") is not None, "playwright")
    need(CHROMIUM.exists(), "chromium")
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-background-networking", "--disable-gpu"]
    with sync_playwright() as started:
        made = started.chromium.launch(executable_path=str(CHROMIUM), args=arguments)
        yield made
        made.close()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A fresh window; whatever a script of the page throws fails the test."""
    context = browser.new_context(base_url=server.address, viewport={"width": 1200, "height": 900})
    context.set_default_timeout(WAIT)
    made = context.new_page()
    thrown: list[Any] = []
    made.on("pageerror", lambda error: thrown.append(error))
    yield made
    context.close()
    assert not thrown


def begin(page: Page, game: str, *seats: int, position: str = "") -> None:
    """Begin a game, a person in every seat that is not given."""
    page.goto(f"/#/play/{game}")
    page.wait_for_selector("form.setup")
    for n, select in enumerate(page.locator("form.setup select").all()):
        seat = seats[n] if n < len(seats) else PERSON
        options = select.locator("option").count()
        select.select_option(index=seat if seat >= 0 else options + seat)
    if position:
        page.click("summary")
        page.fill("#position", position)
    page.click("form.setup button.main")
    page.wait_for_selector(".status:has-text('to move')")


def written(page: Page) -> list[str]:
    return page.locator(".moves button").all_inner_texts()


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for something; the page's own policy forbids Playwright's way to do so."""
    end = time.monotonic() + WAIT / 1000
    while not is_so():
        assert time.monotonic() < end, page.locator("main").inner_text()
        page.wait_for_timeout(20)


def wait_moves(page: Page, count: int) -> None:
    until(page, lambda: page.locator(".moves button").count() == count)


def is_over(page: Page) -> bool:
    return any(word in page.locator(".status").inner_text() for word in ("wins", "draw"))


def cell(page: Page, name: str) -> Any:
    """A cell that can be touched, by what it is called."""
    return page.locator(f".board [aria-label='{name}'], .board [aria-label^='{name},']").first


def middle(page: Page, name: str) -> tuple[float, float]:
    box = cell(page, name).locator(".hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Playing ------------------------------------------------------------------------------------------


def test_a_game_is_played_against_the_engine_by_clicking(page: Page) -> None:
    page.goto("/")
    page.click(".gallery >> text=Tic-tac-toe")
    page.select_option("#seat-X", index=PERSON)
    page.select_option("#seat-O", index=WEAKEST)
    page.click("button:has-text('Play')")
    for turn in range(5):
        page.wait_for_selector(".status:has-text('X to move')")
        page.locator(".cell.start").first.click()
        until(page, lambda ply=2 * turn + 2: is_over(page) or len(written(page)) >= ply)
        if is_over(page):
            break
    assert is_over(page)
    assert page.locator(".cell.start").count() == 0
    assert page.locator("button:has-text('Resign')").is_disabled()


def test_a_move_is_taken_back(page: Page) -> None:
    begin(page, "tic_tac_toe", PERSON, WEAKEST)
    cell(page, "b2").click()
    wait_moves(page, 2)
    page.click("text=Take back")
    wait_moves(page, 0)
    assert page.locator(".status").inner_text() == "X to move"
    assert page.locator(".cell.start").count() == 9


def test_a_game_is_played_by_keyboard_alone(page: Page) -> None:
    page.goto("/#/play/tic_tac_toe")
    page.wait_for_selector("form.setup")
    page.keyboard.press("Tab")
    page.keyboard.type("a person")
    page.keyboard.press("Tab")
    page.keyboard.type("a person")
    page.focus("button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cell.start")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.cell !== undefined"):
            break
    for keys in (["Enter"], ["ArrowRight", "Enter"], ["ArrowDown", " "]):
        before = len(written(page))
        for key in keys:
            page.keyboard.press(key)
        wait_moves(page, before + 1)
    assert written(page) == ["a3", "b3", "b2"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".status:has-text('After move 2 of 3')")
    page.keyboard.press("End")
    page.wait_for_selector(".status:has-text('O to move')")
    page.keyboard.press("u")
    wait_moves(page, 2)


def test_a_move_is_typed(page: Page) -> None:
    begin(page, "tic_tac_toe")
    page.click("text=All moves as a list")
    assert page.locator(".choices button").count() == 9
    page.fill("[aria-label='Type a move']", "B2")
    page.keyboard.press("Enter")
    wait_moves(page, 1)
    page.fill("[aria-label='Type a move']", "b2")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast:has-text('is not a legal move here')")
    assert written(page) == ["b2"]


def test_a_piece_is_dragged_or_touched(page: Page) -> None:
    begin(page, "breakthrough")
    start = middle(page, "b2")
    page.mouse.move(*start)
    page.mouse.down()
    goal = page.locator(".cell.goal").first.locator(".hit").bounding_box()
    assert goal is not None
    page.mouse.move(start[0] + 5, start[1] - 5, steps=3)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=3)
    page.mouse.up()
    wait_moves(page, 1)
    assert written(page)[0].startswith("b2-")
    cell(page, "c7").click()
    page.wait_for_selector(".cell.touched")
    page.keyboard.press("Escape")
    page.wait_for_selector(".cell.touched", state="detached")
    cell(page, "d7").click()
    page.locator(".cell.goal").first.click()
    wait_moves(page, 2)
    assert written(page)[1].startswith("d7-")


# Looking ------------------------------------------------------------------------------------------


def test_an_analysis_shows_lines_and_moves_the_bar(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 b2")
    height = "document.querySelector('.bar div').style.height"
    assert page.evaluate(height) == "50%"
    page.click("text=Analyse")
    page.wait_for_selector(".lines li")
    until(page, lambda: page.evaluate(height) == "100%")
    assert page.locator(".lines li").count() == 3
    assert "a3" in page.locator(".lines li").first.inner_text()
    assert "search, proven" in page.locator(".counts").inner_text()
    assert page.locator(".cell.hint").count() == 1
    page.click("text=Analyse")
    assert page.locator(".lines").is_hidden()


def test_a_click_into_the_graph_shows_an_earlier_ply(page: Page) -> None:
    begin(page, "tic_tac_toe", position="startpos moves a1 b1 a2 c3")
    page.click("text=Look through the game")
    page.wait_for_selector(".worst h2")
    assert "better was" in page.locator(".worst").inner_text()
    box = page.locator(".graph svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 10)
    page.wait_for_selector(".status:has-text('After move 2 of 4')")
    assert page.locator(".board .piece").count() == 2
    page.locator(".worst button").first.click()
    page.wait_for_selector(".status:has-text('After move 1 of 4')")


def test_the_tree_of_two_plies_is_stepped_through(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    count, words = page.locator(".count"), page.locator(".words")
    assert count.inner_text() == "step 1 of 16"
    first = words.inner_text()
    for _ in range(15):
        page.click("button.next")
    assert count.inner_text() == "step 16 of 16"
    assert page.locator("button.next").is_disabled()
    assert words.inner_text() != first
    assert page.locator(".picture [id^=n].pruned").count() == 2
    assert "3" in words.inner_text()
    page.keyboard.press("Home")
    assert (count.inner_text(), words.inner_text()) == ("step 1 of 16", first)
    assert page.locator(".picture [id^=n].pruned").count() == 0
    page.click("button.play")
    until(page, lambda: not count.inner_text().startswith("step 1 "))


def test_a_tree_that_is_none_is_refused_in_a_sentence(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.fill("#written", "/etc/passwd")
    page.click("button:has-text('Search')")
    page.wait_for_selector("#toast:has-text('this is no tree')")


# Several windows, another server ------------------------------------------------------------------


def test_the_game_goes_on_when_the_server_was_killed(page: Page, server: Server) -> None:
    begin(page, "tic_tac_toe", PERSON, WEAKEST)
    cell(page, "b2").click()
    wait_moves(page, 2)
    before = written(page)
    server.kill()
    page.wait_for_selector("#line:has-text('The server does not answer')")
    server.start()
    page.wait_for_selector("#line", state="hidden")
    assert written(page) == before
    page.locator(".cell.start").first.click()
    until(page, lambda: len(written(page)) >= 3)
    assert written(page)[:2] == before


def test_two_tabs_stay_alike_and_a_stale_move_is_refused(page: Page) -> None:
    begin(page, "tic_tac_toe")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".status:has-text('X to move')")
    cell(page, "b2").click()
    wait_moves(other, 1)
    assert written(other) == ["b2"]
    # This tab has not heard of what the other does next.
    other.evaluate("""() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            send.call(this, text.replace(/"ply":1/, '"ply":0'));
        };
    }""")
    cell(other, "a1").click()
    other.wait_for_selector("#toast:has-text('the game has gone on in another window')")
    assert written(other) == written(page) == ["b2"]


def test_leaving_a_game_for_a_new_one_does_not_lead_back(page: Page) -> None:
    begin(page, "connect_four", PERSON, FULL)
    page.locator(".cell.start").first.click()
    page.click("text=New game")
    page.wait_for_selector("form.setup")
    page.wait_for_timeout(500)
    assert page.url.endswith("#/play/connect_four")


# Games of one's own -------------------------------------------------------------------------------


def test_a_game_that_draws_nothing_is_played_from_the_list(page: Page) -> None:
    begin(page, "chomp_text")
    assert "state 63 0" in page.locator(".text-board").inner_text()
    page.click(".choices button:has-text('b2')")
    wait_moves(page, 1)
    assert "state 15 1" in page.locator(".text-board").inner_text()


def test_a_game_whose_text_is_a_grid_is_drawn(page: Page) -> None:
    begin(page, "chomp_grid")
    assert page.locator(".board .cell").count() == 6
    cell(page, "b2").click()
    wait_moves(page, 1)
    assert written(page) == ["b2"]
    assert page.locator(".board .piece").count() == 4


# For everybody ------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_keeps_anybody_from_using_the_page(page: Page, theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    for where in ("gallery", "setup", "room", "tree"):
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
        else:
            page.goto("/#/tree")
            page.wait_for_selector(".picture svg")
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        found = Axe().run(page).response["violations"]
        serious = [
            (v["id"], v["help"], [node["target"] for node in v["nodes"][:4]])
            for v in found
            if v["impact"] in ("serious", "critical")
        ]
        assert not serious, where
