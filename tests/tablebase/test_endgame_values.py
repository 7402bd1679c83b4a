"""Endgame tables: known distances, the verdicts of Syzygy, verification, and the engine."""

import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import chess.syzygy
import numpy as np
import pytest
from typer.testing import CliRunner

import counterplay as cp
from counterplay.cli.app import app
from counterplay.core.game.contract import PLACES
from counterplay.tablebase.catalogue import build_order, tables_below, tables_named
from counterplay.tablebase.retrograde.solve import Solver
from counterplay.tablebase.retrograde.threads import Threads

SYZYGY = Path(__file__).parents[1] / "data" / "syzygy"
LONGEST = {"KQvK": 10, "KRvK": 16, "KPvK": 28}
"""Moves to mate at most."""


def number_of(game: cp.Game, name: str) -> int:
    return tables_named(game, name)[0]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, " ".join(result.output.split())


# What they say ------------------------------------------------------------------------------------


def test_the_longest_mates_are_those_that_are_known(game: cp.Game, tables: cp.Tablebase) -> None:
    for name, moves in LONGEST.items():
        held = tables.open(number_of(game, name))
        assert held is not None
        stats = held.stats()
        assert (max(stats.won_in) + 1) // 2 == moves
        assert stats.longest is not None
        line = tables.line(stats.longest)
        assert len(line) == max(stats.won_in) and line[-1].endswith("#")


def test_rook_endings_have_the_published_counts(game: cp.Game, tables: cp.Tablebase) -> None:
    """28,056 positions with Black to move by symmetry, of which 2,796 are drawn (Clarke 1977; the
    king-rook-king data of the UCI repository)."""
    held = tables.open(number_of(game, "KRK"))
    assert held is not None
    codes = held.codes()
    weaker = codes[len(codes) // 2 :]
    real = weaker[weaker != -32_768]
    assert (len(real), int((real == 1).sum())) == (28_056, 2_796)
    assert int((real == -1).sum()) == 27  # mates


def test_every_table_is_right_by_its_own_moves(tables: cp.Tablebase) -> None:
    for key in tables.paths:
        held = tables.open(*key)
        assert held is not None and tables.wrong_offset(held) is None


def test_a_wrong_code_is_found(game: cp.Game, tables: cp.Tablebase) -> None:
    t = number_of(game, "KPK")
    held = tables.open(t)
    assert held is not None
    codes, rng = held.codes(), random.Random(1)
    known = {}
    for other in tables_below(game, t):
        table = tables.open(other)
        assert table is not None
        known[other] = table.codes()
    solver = Solver(game, "end", Threads(game, 1))
    for _ in range(20):
        place = rng.choice(np.flatnonzero(codes != -32_768).tolist())
        wrong = codes.copy()
        wrong[place] = {1: 12}.get(int(codes[place]), 1)
        assert solver.wrong_offset(t, wrong, known) is not None


def test_outcomes_are_those_of_an_exhaustive_search(game: cp.Game, tables: cp.Tablebase) -> None:
    rng = random.Random(2)
    t = number_of(game, "KQK")
    held = tables.open(t)
    assert held is not None
    codes = held.codes()
    short = np.flatnonzero((codes > 1) & (codes < 8))
    for place in rng.sample(short.tolist(), 40):
        position = held.position(int(place))
        found = cp.search(game, position, depth=8, selective=False)
        assert (found.outcome, found.distance) == ("win", int(codes[place]) - 2)


def test_outcomes_are_those_of_syzygy(tables: cp.Tablebase) -> None:
    rng = random.Random(7)
    with chess.syzygy.open_tablebase(str(SYZYGY)) as oracle:
        for t, metric in tables.paths:
            held = tables.open(t, metric)
            assert held is not None
            codes = held.codes()
            for place in rng.sample(np.flatnonzero(codes != -32_768).tolist(), 300):
                position = held.position(place)
                verdict = oracle.probe_wdl(chess.Board(position.text))
                assert np.sign(verdict) == np.sign(0 if codes[place] == 1 else codes[place])


@pytest.mark.slow
def test_taking_in_passing_and_promotion_are_seen(game: cp.Game, tmp_path: Path) -> None:
    """Pawn against pawn, positions with a pawn to take in passing among them. $SYZYGY is a folder
    with Syzygy's tables of three and four pieces."""
    source = os.environ.get("SYZYGY")
    if source is None:
        pytest.skip("SYZYGY names no folder with tables of four pieces")
    tables = cp.build_tablebase(game, "KPKP", folder=tmp_path)
    rng, seen = random.Random(3), 0
    with chess.syzygy.open_tablebase(source) as oracle:
        for _ in range(3000):
            board = chess.Board(None)
            squares = rng.sample(range(64), 4)
            for square, piece in zip(squares, "KkPp", strict=True):
                board.set_piece_at(square, chess.Piece.from_symbol(piece))
            board.turn = rng.random() < 0.5
            if not board.is_valid():
                continue
            for move in board.legal_moves:
                board.push(move)
                if not board.is_game_over():
                    seen += board.has_legal_en_passant()
                    wanted = {2: "win", 0: "draw", -2: "loss"}[oracle.probe_wdl(board)]
                    assert tables.value(board.fen()).outcome == wanted, board.fen()
                board.pop()
    assert seen > 20


@pytest.mark.parametrize("name", ["KRK", "KQK"])
def test_tables_are_the_same_bytes_for_any_number_of_threads(
    game: cp.Game, folder: Path, tmp_path: Path, name: str
) -> None:
    for threads in (1, 3):
        made = tmp_path / str(threads)
        cp.build_tablebase(game, name, folder=made, threads=threads)
        for path in made.iterdir():
            assert path.read_bytes() == (folder / path.name).read_bytes()


def test_a_table_without_predecessors_is_the_same() -> None:
    """Going through all open states finds what moves taken back find."""
    chase = cp.load(Path(__file__).with_name("chase.py"))
    kept = {n: f for n, f in chase.functions.items() if n not in ("predecessors", "leaving")}
    found: list[dict[int, Any]] = []
    for game in (chase, replace(chase, functions=kept)):
        solver, codes = Solver(game, "end", Threads(game, 2)), dict[int, Any]()
        for t in build_order(game, [0, 1]):
            codes[t] = solver.solve(t, {other: codes[other] for other in tables_below(game, t)})
        found.append(codes)
    for t, codes_of_t in found[0].items():
        assert (codes_of_t == found[1][t]).all()


# Checkers -----------------------------------------------------------------------------------------


def test_two_pieces_of_checkers_are_those_of_plain_analysis(tmp_path: Path) -> None:
    """Against outcomes worked out in plain Python, by the rules alone, ply by ply."""
    game = cp.load("checkers")
    tables = cp.build_tablebase(game, "2", folder=tmp_path, threads=1)
    numbers = [t * PLACES + i for t, _ in tables.paths for i in range(game.ask("size", t))]
    states = {i: game.ask("state", i) for i in numbers}
    over = -1  # whoever has nothing to move with has lost; in other tables they have no piece

    def after(s: Any) -> list[int]:
        following = (game.result(s, a) for a in game.actions(s))
        return [over if game.terminal(t) else game.ask("index", t) for t in following]

    follows = {i: after(s) for i, s in states.items()}
    outcome: dict[int, tuple[str, int | None]] = {i: ("loss", 0) for i in numbers if not follows[i]}
    outcome[over] = "loss", None
    for plies in range(1, 40):
        fresh: dict[int, tuple[str, int | None]] = {}
        for i in numbers:
            if i in outcome:
                continue
            found = [outcome[j][0] if j in outcome else None for j in follows[i]]
            if "loss" in found:
                fresh[i] = "win", plies
            elif all(worth == "win" for worth in found):
                fresh[i] = "loss", plies
        outcome |= fresh
    for i in numbers:
        entry = tables.entry(states[i])
        assert (entry.outcome, entry.distance) == outcome.get(i, ("draw", None))


def test_distances_to_progress_need_slices_that_progress_leaves(tmp_path: Path) -> None:
    with pytest.raises(cp.GameError, match="keeps an irreversible move in its slice"):
        cp.build_tablebase(cp.load("checkers"), "2", folder=tmp_path, metrics=("progress",))


# Chess under the fifty-move rule ------------------------------------------------------------------


def test_a_win_by_progress_is_in_time(tables: cp.Tablebase, game: cp.Game) -> None:
    """With the clock well on, a pawn has to move in time: the shortest mate would be drawn."""
    found = tables.progress(game.position("8/8/8/8/8/2k5/8/KR6 w - - 0 1"))
    assert (found.outcome, found.distance) == ("win", 27)
    late = cp.search(game, "8/8/8/8/8/2k5/8/KR6 w - - 80 90", tables=tables, depth=3)
    assert late.source == "search and table"  # 27 plies are more than remain: a search is needed
    assert late.outcome is None
    late = cp.search(game, "8/8/8/8/8/2k5/8/KR6 w - - 80 90", depth=3, tables=tables.probe_tables())
    assert late.outcome is None  # nor does a search take the table's word inside
    early = cp.search(game, "8/8/8/8/8/2k5/8/KR6 w - - 70 90", tables=tables)
    assert (early.source, early.outcome, early.distance) == ("table", "win", 27)


# The engine ---------------------------------------------------------------------------------------


def test_the_engine_looks_into_tables_as_it_searches(game: cp.Game, tables: cp.Tablebase) -> None:
    """A rook that can be taken: what is left then is won, as the table of king and rook knows."""
    fen = "8/8/8/7k/8/8/1K1Rr3/8 w - - 0 1"
    plain = cp.search(game, fen, depth=4)
    found = cp.search(game, fen, depth=4, tables=tables.probe_tables())
    assert plain.outcome is None
    assert (found.source, found.outcome) == ("search and table", "win")


def test_analyse_and_play_use_a_folder_of_tables(
    folder: Path, tmp_path: Path, monkeypatch: Any
) -> None:
    fen = "8/8/8/8/8/2k5/8/KR6 w - - 0 1"
    code, text = run("analyse", "chess", fen, "--table", str(folder), "--json")
    told = json.loads(text)
    assert code == 0
    assert (told["source"], told["outcome"], told["distance"]) == ("table", "win", 27)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    words = ["play", "chess", fen, "--you", "none", "--table", str(folder)]
    code, text = run(*words)
    assert code == 0 and text.count("(from the table)") == 27
