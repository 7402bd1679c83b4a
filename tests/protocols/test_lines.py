"""The line server: whatever comes in, it goes on."""

import io
from threading import Thread

from counterplay.core.game.errors import InputError
from counterplay.protocols.lines import LONGEST_LINE, Closing, Speaker, read_lines, serve


def test_lines_are_read_to_the_end_and_long_ones_are_cut() -> None:
    long = b"x" * (LONGEST_LINE * 2)
    stream = io.BytesIO(b"one\r\n\n  two \n" + long + b"\n\xff\nlast")
    one, empty, two, cut, odd, last = read_lines(stream)
    assert (one, empty, two, odd, last) == ("one", "", "two", "\ufffd", "last")
    assert cut == "x" * LONGEST_LINE


def test_commands_are_carried_out_until_one_closes() -> None:
    done, said = list[str](), list[str]()

    def refuse(rest: str) -> None:
        raise InputError("that is wrong")

    def fail(rest: str) -> None:
        raise ZeroDivisionError("by zero")

    def close(rest: str) -> None:
        raise Closing

    commands = {"do": done.append, "refuse": refuse, "fail": fail, "close": close}
    lines = ["do a  b", "", "undo", "refuse", "fail x", "do c", "close", "do d"]
    serve(iter(lines), commands, said.append)
    assert done == ["a  b", "c"]
    assert said == [
        "'undo' is not a command here, and is ignored",
        "that is wrong",
        "'fail x' failed: ZeroDivisionError: by zero",
    ]


class Gone(io.BytesIO):
    def flush(self) -> None:
        raise BrokenPipeError


def test_a_search_that_answers_after_the_listener_has_gone_is_no_fault() -> None:
    thread = Thread(target=Speaker(Gone()), args=("bestmove e2e4",))
    thread.start()
    thread.join()


def test_a_listener_that_has_gone_ends_the_conversation() -> None:
    say = Speaker(Gone())
    serve(iter(["do x", "do y"]), {"do": lambda rest: say(rest)}, say)
