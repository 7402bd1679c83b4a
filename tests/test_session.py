"""A session: book, then tables, then engine, the same for everyone who asks."""

from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.tablebase.store.solution_file import save


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("tic_tac_toe")


@pytest.fixture(scope="module")
def solved(game: cp.Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("solved") / "tic_tac_toe.table"
    save(cp.solve(game, memory=64, threads=1), path)
    return path


DEPTH = cp.Limit(depth=4)


def test_the_book_answers_first_then_the_tables_then_the_engine(
    game: cp.Game, solved: Path
) -> None:
    book = cp.OpeningBook(game, {"startpos": "a1"})
    with cp.Session(game, book=book, tables=solved, memory=1) as session:
        assert session.move().source == "book"
        assert session.analyse().source == "table"
        assert session.move("x../.../...").source == "table"
        assert session.search(limit=DEPTH).source == "search"
        session.use_tables(None)
        assert session.analyse(limit=DEPTH).source == "search"


def test_everyone_who_asks_gets_the_same_answer(game: cp.Game, solved: Path) -> None:
    text = "xo./.../..."
    with cp.Session(game, tables=solved) as session:
        answers = [
            session.move(text),
            session.another().analyse(text),
            cp.search(game, text, tables=solved),
            cp.search(game, text, tables=cp.solve(game, memory=64, threads=1)),
        ]
    assert len({(found.move, found.value, found.line, found.source) for found in answers}) == 1


def test_a_part_that_stays_the_same_is_kept(game: cp.Game, solved: Path) -> None:
    session = cp.Session(game, tables=solved, memory=1)
    engine, tables = session.engine, session.tables
    session.use_engine(memory=1)
    session.use_tables(solved)
    assert session.engine is engine and session.tables is tables
    session.use_engine(memory=2)
    assert session.engine is not engine and session.tables is tables


def test_tables_tell_every_move_and_as_many_as_are_asked_for(game: cp.Game, solved: Path) -> None:
    """After b1 for X, which O can use by b2, some replies of X lose."""
    position = game.position("startpos moves b1 b2")
    with cp.Session(game, tables=solved, memory=1) as session:
        known = session.known(position)
        assert known is not None
        every = (known, *known.alternatives)
        assert sorted(one.move for one in every) == sorted(position.legal_moves)
        for one in every:
            assert one.value == -cp.search(game, position.play(one.move), tables=solved).value
        assert [one.value for one in every] == sorted((one.value for one in every), reverse=True)
        assert len(session.analyse(position, lines=3).alternatives) == 2
        assert session.analyse(position).alternatives == ()
        session.use_tables(None)
        assert session.known(position) is None


def test_a_copy_shares_book_and_tables_and_has_its_own_engine(game: cp.Game, solved: Path) -> None:
    session = cp.Session(game, tables=solved, memory=1)
    other = session.another()
    assert other.tables is session.tables and other.settings == session.settings
    assert other.engine is not session.engine


def test_several_lines_are_found_without_touching_the_settings(game: cp.Game) -> None:
    session = cp.Session(game, memory=1)
    found = session.analyse("x../.../...", DEPTH, lines=3)
    assert 1 + len(found.alternatives) == 3
    assert session.analyse("x../.../...", DEPTH).alternatives == ()
    session.use_engine("uct")
    found = session.analyse("x../.../...", cp.Limit(nodes=200), lines=3)
    assert 1 + len(found.alternatives) == 3


def test_only_some_moves_are_searched_where_the_method_can(game: cp.Game) -> None:
    session = cp.Session(game, memory=1)
    moves = game.position().legal_moves[:2]
    assert session.search(limit=DEPTH, among=moves).move in moves
    session.use_engine("uct")
    with pytest.raises(cp.InputError, match="only alphabeta and expectiminimax can leave out some"):
        session.search(limit=cp.Limit(nodes=10), among=moves)


def test_progress_and_halt_are_for_other_threads(game: cp.Game) -> None:
    session = cp.Session(game, memory=1)
    assert session.progress().nodes == 0
    found = session.search(limit=DEPTH)
    assert session.progress().nodes == found.nodes and session.progress().deepest >= 4
    session.halt()
    assert isinstance(session.engine, AlphaBeta)


def test_a_win_is_proven(game: cp.Game) -> None:
    with cp.Session(game) as session:
        assert session.prove("xx./oo./...", cp.Limit(depth=1)).outcome == "win"


def test_a_closed_session_says_so(game: cp.Game) -> None:
    session = cp.Session(game)
    session.close()
    with pytest.raises(cp.InputError, match="this session is closed"):
        session.move()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"book": "nowhere.bin"}, "nowhere.bin cannot be read"),
        ({"tables": "nowhere.table"}, "nowhere.table cannot be read"),
        ({"tables": "."}, "has no endgame tables of tic_tac_toe: build some with"),
        ({"method": "minimax"}, "is not one of: alphabeta"),
    ],
)
def test_what_cannot_be_opened_is_refused_at_once(
    game: cp.Game, given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(cp.CounterplayError, match=sentence):
        cp.Session(game, **given)


def test_a_position_without_a_move_is_refused(game: cp.Game) -> None:
    with pytest.raises(cp.InputError, match="the game is over here"):
        cp.Session(game).move("xxx/oo./...")


@pytest.mark.parametrize("old", ["solution", "endgames"])
def test_tables_had_other_names_before(game: cp.Game, solved: Path, old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"search\\({old}=…\\) is now tables=…"):
        assert cp.search(game, **{old: solved}).source == "table"
