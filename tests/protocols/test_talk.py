"""What UCI and UGI share: one search at a time, answered in order."""

import threading

from counterplay.protocols.talk import Talk
from counterplay.protocols.thinking import Thinking


def test_answers_come_in_the_order_of_their_commands() -> None:
    """The answer of a search is on its way when the next `go` comes."""
    said, second_said = list[str](), threading.Event()

    def say(*lines: str) -> None:
        if lines == ("first",):
            second_said.wait(0.5)  # the thread of the first search loses the processor
        said.extend(lines)
        if lines == ("second",):
            second_said.set()

    talk = Talk("uci", say, "test", (), lambda: None)  # type: ignore[arg-type]
    first, second = (Thinking(lambda a=a: a, say, waits=False) for a in ("first", "second"))
    talk.begin(first)
    while first.running:
        pass
    talk.came()
    talk.begin(second)
    second.join()
    first.join()
    assert said == ["first", "second"]
