"""Files of version 0.1.0 still open, and today's code writes the same bytes."""

import json
import sys
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.games import BUILT_IN, Source
from counterplay.tablebase.store.identity import rules_of
from counterplay.tablebase.store.open import open_solution
from counterplay.tablebase.store.solution_file import save

RELEASE = Path(__file__).parents[1] / "data" / "release_0_1_0"
IDENTITIES = json.loads((RELEASE / "identities.json").read_text(encoding="utf-8"))

same_python = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11),
    reason="the hash of rules depends on the bytecode: these files were made with Python 3.11",
)


@pytest.fixture(scope="module")
def checkers() -> cp.Game:
    return cp.load("checkers")


def test_the_games_of_0_1_0_are_still_built_in() -> None:
    assert set(IDENTITIES) <= set(BUILT_IN)


CHANGED = {"tree", "breakthrough", "othello"}
"""Games whose tables are made again since 0.3.0: trees have names, evaluations and shared nodes, a
piece of Breakthrough is a unit, and the players of Othello are named by their colours."""


@same_python
@pytest.mark.parametrize("name", [name for name in IDENTITIES if name not in CHANGED])
def test_the_hash_of_the_rules_is_that_of_0_1_0(name: str) -> None:
    """Otherwise every table that users have built is refused."""
    assert rules_of(Source(name, ()).load()) == IDENTITIES[name][0]


def test_a_solution_opens_and_answers() -> None:
    game = cp.load("nim", piles=(2, 3))
    solution = open_solution(game, RELEASE / "nim.table")
    assert isinstance(solution, cp.Solution) and len(solution) == 20
    entry = solution.value()
    assert (entry.outcome, entry.distance, solution.policy()) == ("win", 4, ["2-1"])


@same_python
def test_a_solution_has_the_same_bytes_today(tmp_path: Path) -> None:
    save(cp.solve(cp.load("nim", piles=(2, 3)), memory=64), tmp_path / "nim.table")
    assert (tmp_path / "nim.table").read_bytes() == (RELEASE / "nim.table").read_bytes()


@same_python
@pytest.mark.parametrize("form", ["raw", "zstd", "outcomes"])
def test_an_endgame_table_opens_and_answers(checkers: cp.Game, form: str) -> None:
    tables = open_solution(checkers, RELEASE / form)
    assert isinstance(tables, cp.Tablebase) and tables.unreadable == []
    about = tables.about(next(iter(tables.paths))[0], "end")
    assert (about["won"], about["drawn"], about["lost"]) == (230, 654, 108)
    table = tables.open(next(iter(tables.paths))[0])
    assert table is not None
    codes = [table.code(offset) for offset in range(len(table))]
    assert (sum(c > 1 for c in codes), codes.count(1)) == (230, 654)
    if form != "outcomes":
        assert tables.wrong_offset(table, threads=1) is None


@same_python
@pytest.mark.parametrize("form", ["raw", "outcomes"])
def test_an_endgame_table_has_the_same_bytes_today(
    checkers: cp.Game, tmp_path: Path, form: str
) -> None:
    cp.build_tablebase(
        checkers, "KvK", folder=tmp_path, threads=1,
        content="outcomes" if form == "outcomes" else "distances",
    )  # fmt: skip
    name = "KvK.end.table"
    assert (tmp_path / name).read_bytes() == (RELEASE / form / name).read_bytes()
