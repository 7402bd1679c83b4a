"""A UCI conversation, in this process."""

import queue
import time
from collections.abc import Callable, Iterator

import pytest

from counterplay.protocols.lines import serve
from counterplay.protocols.uci.server import Uci


class Talk:
    """What was said to the engine and by it; `tell` gives it lines, `until` waits for one."""

    def __init__(self) -> None:
        self.heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.program = Uci(self._hear, "test")  # type: ignore[arg-type]

    def _hear(self, *lines: str) -> None:
        for line in lines:
            assert "\n" not in line
            self.heard.put(line)

    def tell(self, *lines: str) -> None:
        serve(iter(lines), self.program.commands, self.program.complain)

    def until(self, word: str, seconds: float = 120.0) -> list[str]:
        """The lines up to the first that begins with a word."""
        lines, deadline = list[str](), time.monotonic() + seconds
        while not lines or not lines[-1].startswith(word):
            lines.append(self.heard.get(timeout=max(deadline - time.monotonic(), 0.01)))
        return lines

    def silent(self, seconds: float) -> bool:
        try:
            line = self.heard.get(timeout=seconds)
        except queue.Empty:
            return True
        raise AssertionError(f"{line!r} was said")


@pytest.fixture(scope="session")
def talk_of_session() -> Iterator[Talk]:
    talk = Talk()
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
    thinking = talk.program._thinking
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
