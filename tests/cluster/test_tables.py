"""Tables by Ray: the same bytes as here, whatever happens to its processes."""

import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.cluster import connect
from counterplay.cluster.tables import build_on_cluster
from counterplay.core.game.checked import remember_checked
from counterplay.tablebase.build import build_tablebase

TABLES = "2-3"
DYING = """\
import os, signal
from pathlib import Path
from counterplay.games.checkers.rules import *
from counterplay.games.checkers.rules import show_table as shown

def show_table(t):
    '''A process that has begun to write {table} dies, {often} times.'''
    begun = Path(r"{folder}", "{table}.end.table.part").exists()
    deaths = Path(__file__).with_suffix(".deaths")
    if begun and shown(t) == "{table}" and os.getpid() != {builder}:
        count = len(deaths.read_text()) if deaths.exists() else 0
        if count < {often}:
            deaths.write_text("x" * (count + 1))
            os.kill(os.getpid(), signal.SIGKILL)
    return shown(t)
"""


def files(folder: Path) -> dict[str, bytes]:
    """All that a folder holds."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("checkers")


@pytest.fixture(scope="module")
def expected(game: cp.Game, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("here")
    build_tablebase(game, TABLES, folder=folder, threads=1)
    return files(folder)


def dying(folder: Path, table: str, often: int) -> cp.Game:
    """Checkers, at which processes die while they write one table."""
    file = folder.with_name("checkers.py")
    text = DYING.format(table=table, folder=folder, often=often, builder=os.getpid())
    file.write_text(text, encoding="utf-8")
    game = cp.load(file)
    remember_checked(game)  # its rules are those of checkers, so its kernel is there already
    return game


def test_two_workers_build_the_same_bytes_as_one_thread_and_two(
    game: cp.Game, expected: dict[str, bytes], ray: Any, tmp_path: Path
) -> None:
    for threads in (1, 2):
        here = tmp_path / f"{threads}"
        build_tablebase(game, TABLES, folder=here, threads=threads)
        assert files(here) == expected
    there, told = tmp_path / "there", []
    made = build_on_cluster(
        game, TABLES, folder=there, workers=2, report=lambda *words: told.append(words)
    )
    assert files(there) == expected and len(made) == 9
    assert told[0] == ("KvK", 0, 9) and told[-1] == ("MMvM", 9, 9)
    assert not ray.is_initialized()


def test_what_is_there_already_is_not_built_again(
    game: cp.Game, expected: dict[str, bytes], ray: Any, tmp_path: Path
) -> None:
    for name, held in expected.items():
        (tmp_path / name).write_bytes(held)
    told: list[Any] = []
    build_on_cluster(game, TABLES, folder=tmp_path, report=lambda *words: told.append(words))
    assert not told and not ray.is_initialized()


def test_a_process_that_is_killed_does_no_harm(
    expected: dict[str, bytes], cluster: Any, tmp_path: Path, capfd: Any
) -> None:
    folder = tmp_path / "tables"
    build_on_cluster(dying(folder, "KMvK", 1), TABLES, folder=folder, workers=2)
    assert (tmp_path / "checkers.deaths").read_text() == "x"
    assert files(folder) == expected
    assert cluster.is_initialized() and capfd.readouterr() == ("", "")


def test_what_is_finished_stays_when_processes_keep_dying(
    expected: dict[str, bytes], cluster: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "tables"
    with pytest.raises(cp.CounterplayError, match=r"KvM was not built: its process died 4 times"):
        build_on_cluster(dying(folder, "KvM", 9), "KvM", folder=folder)
    assert files(folder) == {"KvK.end.table": expected["KvK.end.table"]}


def test_an_interrupted_build_leaves_whole_tables_alone(
    game: cp.Game, expected: dict[str, bytes], cluster: Any, tmp_path: Path
) -> None:
    def interrupt(name: str, done: int, of: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_on_cluster(game, TABLES, folder=tmp_path, report=interrupt)
    assert files(tmp_path).items() <= expected.items()


def test_errors_of_a_process_are_told_as_they_are(
    game: cp.Game, cluster: Any, tmp_path: Path
) -> None:
    build_tablebase(game, "KvK", folder=tmp_path)
    path = tmp_path / "KvK.end.table"
    whole = path.read_bytes()
    path.write_bytes(whole[:4100] + bytes([whole[4100] ^ 1]) + whole[4101:])
    with pytest.raises(cp.InputError, match=r"KvK\.end\.table is damaged"):
        build_on_cluster(game, "KvM", folder=tmp_path)
    with pytest.raises(cp.InputError, match="needs 250 CPUs"):
        build_on_cluster(game, "KvM", folder=tmp_path, threads=250)
    with pytest.raises(cp.InputError, match="Ray is connected already"):
        build_on_cluster(game, "KvM", folder=tmp_path, address="127.0.0.1:1")


def test_a_game_that_cannot_be_loaded_elsewhere_is_refused(ray: Any, tmp_path: Path) -> None:
    game = dying(tmp_path / "tables", "KvK", 0)
    file = Path(game.path)
    file.write_text(file.read_text() + "def utility(s, p):\n    return 0\n", encoding="utf-8")
    with pytest.raises(cp.InputError, match="has changed since"):
        build_on_cluster(game, "KvK", folder=tmp_path)
    file.unlink()
    with pytest.raises(cp.InputError, match="checkers has no file"):
        build_on_cluster(game, "KvK", folder=tmp_path)


def test_a_cluster_that_does_not_answer_is_refused(ray: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(connect, "SECONDS_TO_JOIN", 3.0)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        with pytest.raises(cp.InputError, match=f"no Ray cluster answers at 127.0.0.1:{port}"):
            connect.require_reachable(f"127.0.0.1:{port}")
    for address, sentence in (
        (f"127.0.0.1:{port}", "no cluster answers at .*: Connection refused"),
        ("127.0.0.1:99999", "no cluster answers at"),
        ("cluster", "is not the address of a cluster"),
    ):
        with pytest.raises(cp.InputError, match=sentence):
            connect.require_reachable(address)


def test_without_ray_there_is_a_sentence(game: cp.Game, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(cp.InputError, match=r"'counterplay\[cluster\]'"):
        build_on_cluster(game, TABLES, folder=tmp_path)
