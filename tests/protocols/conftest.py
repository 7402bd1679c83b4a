"""Conversations with the engine, in this process."""

import queue
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.protocols.engine_options import EngineOptions
from counterplay.protocols.gtp.server import Gtp
from counterplay.protocols.lines import Speaker
from counterplay.protocols.uci.server import Uci
from counterplay.protocols.ugi.server import Ugi


class Talk:
    """What was said to the engine and by it; `tell` gives it lines, `until` waits for one."""

    def __init__(self, begin: Callable[[Speaker], Any]) -> None:
        self.heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.program = begin(self._hear)  # type: ignore[arg-type]

    def _hear(self, *lines: str) -> None:
        for line in lines:
            assert "\n" not in line
            self.heard.put(line)

    def tell(self, *lines: str) -> None:
        self.program.listen(iter(lines))

    def until(self, word: str, seconds: float = 120.0) -> list[str]:
        """The lines up to the first that begins with a word, or is empty where that is."""
        lines, deadline = list[str](), time.monotonic() + seconds
        while not lines or not (lines[-1].startswith(word) if word else lines[-1] == ""):
            lines.append(self.heard.get(timeout=max(deadline - time.monotonic(), 0.01)))
        return lines

    def asked(self, *lines: str) -> list[str]:
        """All that is said while lines are carried out."""
        self.tell(*lines)
        said = list[str]()
        while not self.heard.empty():
            said.append(self.heard.get())
        return said

    def silent(self, seconds: float) -> bool:
        try:
            line = self.heard.get(timeout=seconds)
        except queue.Empty:
            return True
        raise AssertionError(f"{line!r} was said")


@pytest.fixture(scope="session")
def talk_of_session() -> Iterator[Talk]:
    talk = Talk(lambda say: Uci(say, "test"))
    talk.tell("setoption name Hash value 4", "isready")
    talk.until("readyok", 300)
    yield talk
    talk.program.close()


@pytest.fixture
def talk(talk_of_session: Talk) -> Iterator[Talk]:
    """The engine, compiled and at the start of a game, with its options as they come."""
    talk = talk_of_session
    talk.tell("stop", "ucinewgame", "position startpos", "isready")
    talk.until("readyok")
    yield talk
    talk.tell("stop")
    for option in ("MultiPV value 1", "UCI_Chess960 value false", "UCI_LimitStrength value false"):
        talk.tell(f"setoption name {option}")
    thinking = talk.program.talk.thinking
    if thinking is not None:
        thinking.join()
    while not talk.heard.empty():
        talk.heard.get()


@pytest.fixture
def ask(talk: Talk) -> Callable[..., list[str]]:
    """Set a position, and let the engine think about it to its answer."""

    def ask_for(go: str, position: str = "startpos") -> list[str]:
        talk.tell(f"position {position}", f"go {go}")
        return talk.until("bestmove")

    return ask_for


@pytest.fixture(scope="session")
def ugi_of_session() -> Iterator[Talk]:
    game = cp.load("tic_tac_toe")
    talk = Talk(lambda say: Ugi(say, "test", game))
    talk.tell("setoption name Hash value 4", "isready")
    talk.until("readyok", 300)
    yield talk
    talk.program.close()


@pytest.fixture
def ugi(ugi_of_session: Talk) -> Iterator[Talk]:
    """The engine for tic-tac-toe over UGI, compiled and at the start of a game."""
    talk = ugi_of_session
    talk.tell("stop", "setoption name MultiPV value 1", "uginewgame", "position startpos")
    yield talk
    talk.program.close()
    while not talk.heard.empty():
        talk.heard.get()


@pytest.fixture
def begin_ugi() -> Iterator[Callable[[cp.Game], Talk]]:
    """A conversation about another game; nothing is compiled before a search."""
    begun = []

    def begin(game: cp.Game) -> Talk:
        begun.append(Talk(lambda say: Ugi(say, "test", game)))
        return begun[-1]

    yield begin
    for talk in begun:
        talk.program.close()


@pytest.fixture
def gtp() -> Iterator[Callable[..., Talk]]:
    """A conversation over GTP; the engine looks three plies ahead."""
    begun = []

    def begin(game: str = "tic_tac_toe", limit: cp.Limit | None = None, **parameters: int) -> Talk:
        loaded, given = cp.load(game, **parameters), limit or cp.Limit(depth=3)
        options = EngineOptions.of("auto", {"memory": "1"})
        begun.append(Talk(lambda say: Gtp(say, "test", loaded, options, given)))
        return begun[-1]

    yield begin
    for talk in begun:
        talk.program.close()


STONES = '''"""Take one to three stones; whoever takes the last of nine wins."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Stones", most_actions=3, longest_game=9, names=("Ann", "Bob"))


class State(NamedTuple):
    left: int
    turn: int


def initial():
    return State(9, 0)


def player(s):
    return s.turn


def actions(s, moves):
    for i in range(3):
        moves[i] = i + 1
    return min(3, s.left)


def result(s, a):
    return State(s.left - a, 1 - s.turn)


def terminal(s):
    return s.left == 0


def utility(s, p):
    return -1 if p == s.turn else 1


def show_move(s, a):
    return ("take 1", "take 2", "TAKE 2")[a - 1]
'''


@pytest.fixture
def stones(tmp_path: Path) -> Path:
    """A game of the user's own, whose moves have spaces, and two of them the same letters."""
    path = tmp_path / "stones.py"
    path.write_text(STONES)
    return path


@pytest.fixture
def run_module() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command in a process of its own, with lines to say to it."""

    def run(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "counterplay", *arguments]
        return subprocess.run(command, input=lines, capture_output=True, text=True, timeout=600)

    return run
