"""Kernels follow the rules they were made from, whatever happens to the files they are kept in."""

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.compile import bind, cache, digest
from counterplay.engine.perft.count import KERNEL

GAME = """
from typing import NamedTuple
import counterplay as cp
{imports}
facts = cp.Facts(title="Countdown", most_actions=9, longest_game=20)

class State(NamedTuple):
    left: int
    turn: int

def initial():
    return State(6, 0)

def player(s):
    return s.turn

{helper}
def actions(s, moves):
    n = 0
    for take in range(1, min(most(), s.left) + 1):
        moves[n] = take
        n += 1
    return n

def result(s, a):
    return State(s.left - a, 1 - s.turn)

def terminal(s):
    return s.left == 0

def utility(s, p):
    return -1 if p == s.turn else 1
"""
HELPER = "def most():\n    return 2\n"
ASK = "import sys, counterplay as cp; print(cp.perft(cp.load(sys.argv[1]), depth=3))"
TWO_AT_MOST, THREE_AT_MOST = "8", "17"


def write_game(folder: Path, helper: str = HELPER, imports: str = "") -> Path:
    path = folder / "countdown.py"
    path.write_text(GAME.format(helper=helper, imports=imports), encoding="utf-8")
    return path


def start(game: Path, kernels: Path) -> subprocess.Popen[str]:
    """A process of its own that prints perft 3 of the game."""
    environment = {**os.environ, "COUNTERPLAY_CACHE": str(kernels)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", ASK, str(game)],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ask(game: Path, kernels: Path) -> tuple[str, str]:
    """What the process printed, and what it said on the side."""
    process = start(game, kernels)
    output, said = process.communicate(timeout=600)
    assert process.returncode == 0, said
    return output.strip(), said


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game's kernel, compiled."""
    folder = tmp_path_factory.mktemp("compiled")
    assert ask(write_game(folder), folder / "kernels")[0] == TWO_AT_MOST
    return folder


def test_an_edit_of_a_helper_changes_the_next_answer(compiled: Path) -> None:
    path = write_game(compiled, HELPER.replace("2", "3"))
    assert ask(path, compiled / "kernels")[0] == THREE_AT_MOST
    path = write_game(compiled)
    assert ask(path, compiled / "kernels")[0] == TWO_AT_MOST


def test_an_edit_of_a_helper_in_another_file_changes_the_next_answer(tmp_path: Path) -> None:
    path = write_game(tmp_path, "", "from helper import most")
    (tmp_path / "helper.py").write_text(HELPER, encoding="utf-8")
    assert ask(path, tmp_path / "kernels")[0] == TWO_AT_MOST
    (tmp_path / "helper.py").write_text("MOST = 3\ndef most():\n    return MOST\n")
    assert ask(path, tmp_path / "kernels")[0] == THREE_AT_MOST
    (tmp_path / "helper.py").write_text("MOST = 2\ndef most():\n    return MOST\n")
    assert ask(path, tmp_path / "kernels")[0] == TWO_AT_MOST


def test_an_edit_of_a_comment_compiles_nothing(tmp_path: Path) -> None:
    game = cp.load(write_game(tmp_path))
    edited = cp.load(write_game(tmp_path, "# two at the most\n" + HELPER))
    assert digest.digest_of(edited, KERNEL) == digest.digest_of(game, KERNEL)


def test_parameters_are_part_of_the_name() -> None:
    small, large = cp.load("connect_four", width=5), cp.load("connect_four")
    assert digest.digest_of(small, KERNEL) != digest.digest_of(large, KERNEL)


def test_new_data_is_not_part_of_the_name() -> None:
    one, other = cp.load("tree", tree=[1, 2]), cp.load("tree", tree=[[3, 4], 5, [6]])
    assert digest.digest_of(one, KERNEL) == digest.digest_of(other, KERNEL)


def test_two_processes_can_compile_at_once(tmp_path: Path) -> None:
    path = write_game(tmp_path)
    both = [start(path, tmp_path / "kernels") for _ in range(2)]
    for process in both:
        output, said = process.communicate(timeout=600)
        assert (output.strip(), process.returncode) == (TWO_AT_MOST, 0), said
    before = sorted(p.stat().st_mtime_ns for p in cache_files(tmp_path / "kernels", "*.kernel"))
    assert ask(path, tmp_path / "kernels")[0] == TWO_AT_MOST
    after = sorted(p.stat().st_mtime_ns for p in cache_files(tmp_path / "kernels", "*.kernel"))
    assert before == after  # nothing was compiled again


def cache_files(kernels: Path, pattern: str) -> list[Path]:
    found = list(kernels.rglob(pattern))
    assert found
    return found


@pytest.mark.parametrize("pattern", ["*.kernel", "kernels.json"])
@pytest.mark.parametrize("damage", [b"", b"\x80\x04not what was there", None])
def test_damaged_files_are_made_anew(compiled: Path, pattern: str, damage: bytes | None) -> None:
    path = write_game(compiled)
    for file in cache_files(compiled / "kernels", pattern):
        content = bytearray(file.read_bytes() or b"empty since the last damage")
        content[len(content) // 2] ^= 0xFF
        file.write_bytes(bytes(content) if damage is None else damage)
    assert ask(path, compiled / "kernels")[0] == TWO_AT_MOST


def test_where_nothing_can_be_written_the_answer_comes_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    answer, said = ask(write_game(tmp_path), blocked / "kernels")
    assert answer == TWO_AT_MOST
    assert said.count("cannot write to") == 1
    assert "the next start compiles again" in said


def test_a_disk_that_is_full_is_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(cache, "put", full)
    cache.say_unwritable.cache_clear()
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "kernels"))
    assert cp.perft(cp.load(write_game(tmp_path)), depth=3) == int(TWO_AT_MOST)
    assert "No space left on device" in capsys.readouterr().err


def test_old_kernels_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    for name in ("old.kernel", "new.kernel", ".old.tmp", ".new.tmp"):
        (tmp_path / name).write_text("")
    for name in ("old.kernel", ".old.tmp"):
        os.utime(tmp_path / name, (0, 0))
    cache.prune()
    assert sorted(p.name for p in tmp_path.iterdir()) == [".new.tmp", "new.kernel"]


def test_a_slow_compilation_says_what_it_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with bind.announced("compiling"):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(bind, "QUIET_SECONDS", 0.01)
    with bind.announced("compiling"):
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.join()
    assert capsys.readouterr().err == "compiling\n"
