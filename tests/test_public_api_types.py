"""`mypy --strict` accepts a user's program with the public names, and finds its mistakes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PROGRAM = """\
import counterplay as cp

game: cp.Game = cp.load("connect_four", width=5)
position: cp.Position = game.position("startpos").play("3")
with cp.Session(game) as session:
    answer: cp.Result | None = session.move(position, cp.Limit(depth=4))
result: cp.Result = cp.search(game, position, depth=4)
leaves: int = cp.perft(game, depth=3)
sound: bool = cp.check(game, games=2).ok
moves: list[int] = position.legal_moves
ended = position.outcome
winner: int | None = None if ended is None else ended.winner
print(result.move_text, leaves, sound, moves, winner, position.turn, position.is_over)
"""

MISTAKES = """\
move: str = result.move
game.positoin()
cp.search(game, depth="four")
cp.serach(game)
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says about a program whose last lines are wrong."""
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.py").write_text(PROGRAM + MISTAKES, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder), "program.py"],
        cwd=folder,
        env=os.environ | {"MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def line_of(text: str) -> int:
    return int(text.split(":")[1])


def test_a_right_program_has_no_errors(checked: list[str]) -> None:
    program = PROGRAM.count("\n")
    assert [line for line in checked if "program.py" not in line or line_of(line) <= program] == []


def test_mistakes_are_found(checked: list[str]) -> None:
    first = PROGRAM.count("\n") + 1
    assert {line_of(line) for line in checked} == set(range(first, first + MISTAKES.count("\n")))
