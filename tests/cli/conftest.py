"""Commands run in this process or in a terminal; saved games go to a folder of the test's own."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest
from typer.testing import CliRunner, Result

from counterplay.cli.app import app

Run = Callable[..., Result]

GAME = '''"""Say 1 or 2; whoever reaches five wins."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="To five", most_actions=2, longest_game=5)


class State(NamedTuple):
    total: int
    turn: int


def initial():
    return State(0, 0)


def player(s):
    return s.turn


def actions(s, moves):
    moves[0], moves[1] = 1, 2
    return min(2, 5 - s.total)


def result(s, a):
    return State(s.total + a, 1 - s.turn)


def terminal(s):
    return s.total == 5


def utility(s, p):
    return -1 if p == s.turn else 1
'''


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def run() -> Run:
    """Run a command line and see that it ends with the expected exit code."""

    def run_command(*arguments: object, code: int = 0, typed: str = "") -> Result:
        result = CliRunner().invoke(app, [str(a) for a in arguments], input=typed)
        assert result.exit_code == code, result.output
        return result

    return run_command


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command line that cannot be used; the one sentence it is answered with."""

    def run_refused(*arguments: object) -> str:
        result = run(*arguments, code=2)
        assert result.stdout == ""
        assert result.stderr.startswith("counterplay: ") and result.stderr.count("\n") == 1
        return result.stderr.removeprefix("counterplay: ").strip()

    return run_refused


@pytest.fixture
def terminal() -> Iterator[Callable[[str], Any]]:
    """Start a command line in a terminal of its own."""
    started = []

    def start(arguments: str) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "counterplay", *arguments.split()],
            env={**os.environ, "TERM": "xterm-256color", "NO_COLOR": ""},
            dimensions=(50, 200),
            encoding="utf-8",
            timeout=300,
            # A shell's background jobs ignore Ctrl-C, and what they start inherits that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.fixture
def own_game(tmp_path: Path) -> Path:
    """A game of the user's own."""
    path = tmp_path / "to_five.py"
    path.write_text(GAME)
    return path
