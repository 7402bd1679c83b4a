"""A server in its own process, and browser windows."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))  # for actions.py

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = Path("/usr/bin/chromium")
GAMES = Path(__file__).parents[2] / "data" / "games"
ROOT = Path(__file__).parents[3]
WAIT = 180_000
expect.set_options(timeout=WAIT)

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
    """Skip the test if something is not installed. In CI this is a failure."""
    if not is_there:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{what} is not installed")


class Server:
    """`counterplay serve` in its own process. It can be killed and started again."""

    def __init__(self, files: list[Path], *arguments: str, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.files, self.arguments, self.environment = files, arguments, environment
        self.address = f"http://localhost:{self.port}/"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "counterplay", "serve", *map(str, self.files)]
        self.process = subprocess.Popen(
            [*command, *self.arguments, "--port", str(self.port)],
            env=os.environ | {"PYTHONPATH": str(ROOT)} | self.environment,
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}api/health", timeout=5):
                    return
            except urllib.error.HTTPError:  # it runs, and wants a token
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("games")
    text, grid = folder / "chomp_text.py", folder / "chomp_grid.py"
    text.write_text(CHOMP.replace("{title}", "Chomp as text"))
    grid.write_text(CHOMP.replace("{title}", "Chomp as a grid") + BOARD)
    names = ("kuhn_poker.py", "crosses_and_rings.py", "record_tic_tac_toe.py")
    own = [text, grid, *(GAMES / name for name in names)]
    made = Server(own, "--db", str(folder / "games.db"))
    yield made
    made.process.send_signal(signal.SIGINT)
    assert made.process.wait(20) in (0, 130, -signal.SIGINT), "Ctrl-C does not end the server"


@pytest.fixture
def network_server() -> Iterator[Server]:
    """A server that other machines can reach."""
    made = Server([], "nim", "--no-keep", "--host", "0.0.0.0")
    yield made
    made.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    need(CHROMIUM.exists(), "chromium")
    arguments = ["--no-sandbox", "--disable-background-networking", "--disable-gpu"]
    with sync_playwright() as started:
        made = started.chromium.launch(executable_path=str(CHROMIUM), args=arguments)
        yield made
        made.close()


@pytest.fixture(scope="session")
def window(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """One window for all tests. It keeps the scripts that it has compiled."""
    made = browser.new_context(base_url=server.address, viewport={"width": 1200, "height": 900})
    made.set_default_timeout(WAIT)
    yield made
    made.close()


@pytest.fixture
def page(window: BrowserContext, server: Server) -> Iterator[Page]:
    """A new tab, in which no other test has left anything. An error in a script fails the test."""
    made = window.new_page()
    thrown: list[Any] = []
    made.on("pageerror", lambda error: thrown.append(error))
    yield made
    for other in window.pages:
        if other != made:
            other.close()
    made.goto("about:blank")
    everything = {"origin": server.address.rstrip("/"), "storageTypes": "local_storage,cookies"}
    window.new_cdp_session(made).send("Storage.clearDataForOrigin", everything)
    window.clear_permissions()
    made.close()
    assert not thrown
