"""Tables on disk: the same again, never half a table, never one of other rules."""

import fcntl
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import counterplay as cp
from counterplay.cli.app import app
from counterplay.core.table_file import FORMAT
from counterplay.tablebase.store.solution_file import load, save, wrong_row


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "toe.table"
    save(cp.solve(cp.load("tic_tac_toe"), memory=64), path)
    return path


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, " ".join(result.output.split())


def test_a_table_is_the_same_after_a_while_on_disk(made: Path, tmp_path: Path) -> None:
    game = cp.load("tic_tac_toe")
    fresh, held = cp.solve(game, memory=64), load(game, made)
    assert (fresh.states == held.states).all() and (fresh.values == held.values).all()
    save(fresh, tmp_path / "again.table")
    assert (tmp_path / "again.table").read_bytes() == made.read_bytes()
    assert not list(tmp_path.glob("*.part"))


def test_any_flipped_byte_is_found(made: Path, tmp_path: Path) -> None:
    whole, rng, path = made.read_bytes(), random.Random(1), tmp_path / "damaged.table"
    head = whole.index(b"}}") + 2
    ends = [4096 + 5478 * 16, (4096 + 5478 * 16 + 4095) // 4096 * 4096]
    spans = [range(head), range(4096, ends[0]), range(ends[1], ends[1] + 5478 * 2)]
    for span in spans:
        for _ in range(30):
            at = rng.choice(span)
            path.write_bytes(
                whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :]
            )
            with pytest.raises(cp.InputError, match=r"damaged|is not a table|incomplete"):
                load(cp.load("tic_tac_toe"), path)


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        (b'"rules"', b'"ruler"'), (b'"parts"', b'"party"'), (b'"shape": [', b'"shape": ['.upper()),
        (b'"python": [', b'"python": {'), (b'"<i2"', b'"zz9"'),
        (b'"<i2"', b'",i8"'),
        (b'"game": "tic', b'"game": 7, "x": "tic'),
    ],
)  # fmt: skip
def test_a_header_that_says_nonsense_with_the_right_checksum_is_refused(
    made: Path, tmp_path: Path, written: bytes, instead: bytes
) -> None:
    whole, path = made.read_bytes(), tmp_path / "sealed.table"
    header = whole[whole.index(b"\n") + 1 : 4096].rstrip()
    assert written in header
    header = header.replace(written, instead)
    start = f"{FORMAT} {hashlib.sha256(header).hexdigest()}\n".encode() + header
    path.write_bytes(start.ljust(4095) + b"\n" + whole[4096:])
    with pytest.raises(cp.InputError, match="header cannot be read"):
        load(cp.load("tic_tac_toe"), path)


@pytest.mark.parametrize("size", [0, 10, 4000, 4096, 50_000, -1])
def test_a_table_that_is_cut_off_is_refused(made: Path, tmp_path: Path, size: int) -> None:
    path = tmp_path / "cut.table"
    path.write_bytes(made.read_bytes()[:size])
    with pytest.raises(cp.InputError, match=r"is not a table|damaged|incomplete"):
        load(cp.load("tic_tac_toe"), path)


def test_tables_of_other_games_and_rules_are_refused(made: Path, tmp_path: Path) -> None:
    with pytest.raises(cp.InputError, match=r"is a table of tic_tac_toe .* not of"):
        load(cp.load("nim"), made)
    with pytest.raises(cp.InputError, match=r"is a table of tic_tac_toe .* not of"):
        load(cp.load("tic_tac_toe", width=4), made)
    rules = Path(cp.load("tic_tac_toe").path).read_text(encoding="utf-8")
    changed = tmp_path / "tic_tac_toe.py"
    changed.write_text(
        rules.replace("1 if p == 0 else -1", "1 if p == 1 else -1"), encoding="utf-8"
    )
    assert changed.read_text(encoding="utf-8") != rules
    with pytest.raises(cp.InputError, match="was made by other rules"):
        load(cp.load(changed), made)
    with pytest.raises(cp.InputError, match="cannot be read"):
        load(cp.load("tic_tac_toe"), tmp_path / "none.table")


def test_two_processes_do_not_write_one_table(made: Path, tmp_path: Path) -> None:
    table, path = load(cp.load("tic_tac_toe"), made), tmp_path / "busy.table"
    with (tmp_path / "busy.table.part").open("wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(cp.InputError, match="being written by another process"):
            save(table, path)
    (tmp_path / "busy.table.part").write_bytes(b"what a killed process left behind")
    save(table, path)
    assert [held.name for held in tmp_path.iterdir()] == ["busy.table"]
    with pytest.raises(cp.InputError, match="cannot be written"):
        save(table, tmp_path / "no" / "folder.table")


def test_a_full_disk_leaves_no_table(made: Path, tmp_path: Path) -> None:
    table = load(cp.load("tic_tac_toe"), made)
    (tmp_path / "full.table.part").symlink_to("/dev/full")
    with pytest.raises(cp.InputError, match="cannot be written: No space left on device"):
        save(table, tmp_path / "full.table")
    assert not list(tmp_path.iterdir())


def test_verify_finds_one_wrong_value(made: Path) -> None:
    table = load(cp.load("tic_tac_toe"), made)
    assert wrong_row(table) is None
    rng = random.Random(3)
    for _ in range(20):
        place = rng.randrange(len(table))
        values = np.array(table.values)
        values[place] = {1: 4, 2: 1}.get(int(values[place, 0]), 1)
        assert wrong_row(cp.Solution(table.game, table.states, values)) is not None
    with pytest.raises(cp.InputError, match="do not fit into the memory"):
        wrong_row(cp.Solution(table.game, np.repeat(table.states, 20), table.values), memory=1)
    kept = np.arange(len(table)) != 1000
    assert wrong_row(cp.Solution(table.game, table.states[kept], table.values[kept])) is not None


def test_commands_make_and_read_tables(tmp_path: Path) -> None:
    path = str(tmp_path / "four.table")
    board = ["--set", "width=4", "--set", "height=4"]
    code, text = run("solve", "connect_four", *board, "--out", path, "--memory", "64")
    assert code == 0 and "connect_four: draw" in text and "80,541 positions" in text
    code, text = run("table", "stats", "connect_four", "--from", path, *board)
    assert code == 0 and "longest win: 13 plies" in text
    code, text = run("table", "verify", "connect_four", "--from", path, *board)
    assert code == 0 and "80,541 positions, all correct" in text
    code, text = run("table", "probe", "connect_four", "112", "--from", path, *board, "--json")
    told = json.loads(text)
    assert told["outcome"] == "draw" and set(told["moves"]) == {"1", "2", "3", "4"}
    code, text = run("table", "probe", "connect_four", "112", "--from", path, *board)
    assert code == 0 and "value" in text and "line:" in text
    code, text = run("solve", "tic_tac_toe", "--json", "--memory", "64")
    assert code == 0 and json.loads(text)["won_in"]["1"] == 2358


def test_the_engine_plays_by_a_table(made: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, text = run("play", "tic_tac_toe", "--you", "none", "--table", str(made))
    assert code == 0 and text.count("(from the table)") == 9
    code, text = run("play", "nim", "--you", "none", "--table", str(made))
    assert code == 2 and "is a table of tic_tac_toe" in text


def test_an_interrupted_table_leaves_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    def interrupt(*arguments: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("counterplay.cli.commands.solve.solve_game", interrupt)
    code, text = run("solve", "tic_tac_toe", "--out", str(tmp_path / "toe.table"))
    assert code == 130 and "stopped" in text
    assert not list(tmp_path.iterdir())


def test_mistakes_get_a_sentence(tmp_path: Path) -> None:
    for words, sentence in (
        (["solve", "tic_tac_toe", "--out", str(tmp_path)], "must be a file in an existing folder"),
        (["table", "stats", "tic_tac_toe", "--from", str(tmp_path / "x.table")], "cannot be read"),
        (["table", "stats", "tic_tac_toe", "--from", str(tmp_path)], "there are no tables"),
        (["solve", "connect_four", "--memory", "1"], "do not fit into the memory"),
    ):
        code, text = run(*words)
        assert code == 2 and sentence in text


def test_the_engine_asks_a_table_first(made: Path) -> None:
    game = cp.load("tic_tac_toe")
    table = load(game, made)
    longest = table.stats.longest
    assert longest is not None
    found = cp.search(game, longest, tables=table)
    assert (found.source, found.outcome, found.distance) == ("table", "win", 5)
    assert len(found.line) == 5 and longest.play(found.move).play(found.line[1]).legal_moves
    code, text = run("analyse", "tic_tac_toe", longest.text, "--table", str(made), "--json")
    assert code == 0 and json.loads(text)["source"] == "table"
