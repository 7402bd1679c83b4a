"""Files of endgame tables: every form, damage, interruptions, and what does not fit."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.contract import PLACES
from counterplay.tablebase.catalogue import build_order, tables_below, tables_named
from counterplay.tablebase.store.endgame_table import open_table


def number_of(game: cp.Game, name: str) -> int:
    return tables_named(game, name)[0]


@pytest.mark.parametrize("packing", ["raw", "zstd"])
@pytest.mark.parametrize("content", ["distances", "outcomes"])
def test_every_form_on_disk_says_the_same(
    game: cp.Game, tables: cp.Tablebase, tmp_path: Path, packing: Any, content: Any
) -> None:
    cp.build_tablebase(game, "KRK", folder=tmp_path, packing=packing, content=content)
    held = open_table(game, tmp_path / "KRvK.end.table")
    whole = tables.open(number_of(game, "KRK"))
    assert whole is not None
    rng = random.Random(4)
    for place in [0, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(2000))]:
        code = whole.code(place)
        plain = code if content == "distances" or code in (1, -32_768) else 2 if code > 0 else -1
        assert held.code(place) == plain
    if content == "distances":
        assert (held.codes() == whole.codes()).all()
    else:
        with pytest.raises(cp.InputError, match="contains outcomes only"):
            held.codes()


def test_a_flipped_byte_is_found_and_named(game: cp.Game, folder: Path, tmp_path: Path) -> None:
    whole, rng = (folder / "KRvK.end.table").read_bytes(), random.Random(5)
    path = tmp_path / "KRvK.end.table"
    for _ in range(30):
        at = rng.randrange(4096, 4096 + 59_136)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :])
        with pytest.raises(cp.InputError, match=r"KRvK.end.table is damaged"):
            open_table(game, path)
    path.write_bytes(whole[:-4096])
    with pytest.raises(cp.InputError, match="is incomplete"):
        cp.Tablebase(game, tmp_path).value("8/8/8/8/8/2k5/8/KR6 w - - 0 1")


def test_a_killed_build_goes_on_to_the_same_bytes(
    game: cp.Game, folder: Path, tmp_path: Path
) -> None:
    """Killed soon after each table that it finishes: a table is whole or not there."""
    words = [sys.executable, "-m", "counterplay", "table", "build", "chess", "3"]
    words += ["--folder", str(tmp_path), "--threads", "1"]
    rng, kills = random.Random(6), 0
    while True:
        done = len(list(tmp_path.glob("*.table")))
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(list(tmp_path.glob("*.table"))) == done:
            time.sleep(0.002)
        time.sleep(rng.uniform(0, 0.05))
        if process.poll() is not None:
            assert process.returncode == 0
            break
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills += 1
        for path in tmp_path.glob("*.table"):
            assert path.read_bytes() == (folder / path.name).read_bytes()
    assert kills >= 2
    cp.build_tablebase(game, "3", folder=tmp_path, metrics=("end", "progress"), threads=1)
    assert {p.name for p in tmp_path.glob("*.table")} == {p.name for p in folder.glob("*.table")}
    for path in tmp_path.glob("*.table"):
        assert path.read_bytes() == (folder / path.name).read_bytes()


def test_a_full_disk_is_survived(game: cp.Game, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "KRvK.end.table.part").symlink_to("/dev/full")
    with pytest.raises(cp.InputError, match="No space left on device"):
        cp.build_tablebase(game, "KRK", folder=tmp_path)
    assert not list(tmp_path.iterdir())
    cp.build_tablebase(game, "KRK", folder=tmp_path)
    path = tmp_path / "KRvK.end.table"
    assert path.read_bytes() == (folder / path.name).read_bytes()


def test_two_builds_of_one_table_do_not_meet(game: cp.Game, tmp_path: Path) -> None:
    import fcntl

    with (tmp_path / "KRvK.end.table.part").open("wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(cp.InputError, match="being written by another process"):
            cp.build_tablebase(game, "KRK", folder=tmp_path)


def test_files_that_are_no_tables_are_passed_over(game: cp.Game, tmp_path: Path) -> None:
    (tmp_path / "notes.table").write_text("hello")
    tables = cp.build_tablebase(game, "KRK", folder=tmp_path)
    assert tables.value("8/8/8/8/8/2k5/8/KR6 w - - 0 1").outcome == "win"
    with pytest.raises(
        cp.InputError, match=r"KQvK, which .* does not have .*notes\.table is not a table"
    ):
        tables.value("8/8/8/8/8/2k5/8/KQ6 b - - 0 1")


def test_outcomes_alone_do_not_play(game: cp.Game, tmp_path: Path) -> None:
    """Who knows only who wins goes in circles: so a search has to find the way."""
    tables = cp.build_tablebase(game, "KRK", folder=tmp_path, content="outcomes")
    mate = game.position("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert tables.value(mate).outcome == "win" and tables.answer(mate) is None
    assert cp.search(game, mate, tables=tables, depth=3).distance == 1
    assert next(iter(tables.moves(mate))) == "Ra8#"
    with pytest.raises(cp.InputError, match=r"KRvK.end.table contains outcomes only"):
        cp.build_tablebase(game, "KPK", folder=tmp_path)


def test_what_does_not_fit_is_refused_before_it_begins(
    game: cp.Game, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(sys.modules["counterplay.tablebase.plan"], "available", lambda: 1 << 20)
    started = time.perf_counter()
    with pytest.raises(cp.InputError, match=r"MB of memory, and 1 MB are free"):
        cp.build_tablebase(game, "KRPKR", folder=tmp_path)
    assert time.perf_counter() - started < 10 and not list(tmp_path.iterdir())


def test_tables_come_after_those_that_they_lead_to(game: cp.Game) -> None:
    order = build_order(game, tables_named(game, "3-4"))
    assert len(order) == 35
    for place, t in enumerate(order):
        assert set(tables_below(game, t)) <= set(order[:place])
        assert t < PLACES
