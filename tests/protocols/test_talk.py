"""What UCI and UGI share: one search at a time, answered in order."""

import io
import threading

from counterplay.protocols.lines import Speaker
from counterplay.protocols.talk import Talk
from counterplay.protocols.thinking import Thinking


class Delayed(Speaker):
    """Keeps what is said. Whoever says "first" loses the processor until "second" is said."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())
        self.said: list[str] = []
        self._second = threading.Event()

    def __call__(self, *lines: str) -> None:
        if lines == ("first",):
            self._second.wait(0.5)
        self.said.extend(lines)
        if lines == ("second",):
            self._second.set()


def test_answers_come_in_the_order_of_their_commands() -> None:
    """The answer of a search is on its way when the next `go` comes."""
    say = Delayed()
    talk = Talk("uci", say, "test", (), lambda: None)
    first = Thinking(lambda: "first", say, waits=False)
    second = Thinking(lambda: "second", say, waits=False)
    talk.begin(first)
    while first.running:
        pass
    talk.came()
    talk.begin(second)
    second.join()
    first.join()
    assert say.said == ["first", "second"]
