"""What the explorer shows is what a plain count over the same games gives."""

import random
from collections import Counter, defaultdict

import numpy as np
import pytest

import counterplay as cp
from counterplay.database import Database, position_index
from counterplay.database.importing import import_file
from counterplay.database.move_counts import ENTRY, merge
from counterplay.database.walk import Walker

PAYOFFS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def plain_count(games, plies):
    """By position and move: games, wins, draws, losses of the mover, and the last day."""
    counts = defaultdict(lambda: defaultdict(lambda: [0, 0, 0, 0, ""]))
    for game in games:
        board, seen = game.board(), set()
        for move in list(game.mainline_moves())[:plies]:
            where = (board.board_fen(), board.turn, board.castling_rights, legal_passing(board))
            san = board.san(move)
            if (where, san) not in seen:
                seen.add((where, san))
                row = counts[where][san]
                row[0] += 1
                paid = PAYOFFS.get(game.headers["Result"])
                if paid is not None:
                    mine = paid if board.turn else -paid
                    row[{1: 1, 0: 2, -1: 3}[mine]] += 1
                row[4] = max(row[4], game.headers["Date"].replace(".", "-"))
            board.push(move)
    return counts


def legal_passing(board):
    return board.ep_square if board.has_legal_en_passant() else None


def boards_of(games, plies):
    """A way to each position."""
    found = {}
    for game in games:
        board = game.board()
        for move in [*list(game.mainline_moves())[:plies], None]:
            where = (board.board_fen(), board.turn, board.castling_rights, legal_passing(board))
            found.setdefault(where, board.fen())
            if move is not None:
                board.push(move)
    return found


@pytest.mark.parametrize("plies", [40, 7])
def test_the_explorer_shows_what_a_plain_count_over_the_games_gives(
    random_games, pgn, tmp_path, plies
):
    rules = cp.load("chess")
    with Database(tmp_path / "games.db") as db:
        assert import_file(db, pgn, plies=plies).added == len(random_games)
        wanted = plain_count(random_games, plies)
        boards = boards_of(random_games, 60)
        for where in random.Random(plies).sample(sorted(boards, key=str), 300):
            fen = boards[where]
            found = {
                one.text: [one.games, one.wins, one.draws, one.losses, one.last]
                for one in db.explore(rules, fen)
            }
            assert found == wanted.get(where, {}), fen


def test_shares_and_means_go_with_the_counts(random_games, pgn, tmp_path):
    rules = cp.load("chess")
    with Database(tmp_path / "games.db") as db:
        import_file(db, pgn)
        moves = db.explore(rules)
    assert sum(one.share for one in moves) == pytest.approx(1)
    assert [one.games for one in moves] == sorted((one.games for one in moves), reverse=True)
    for one in moves:
        assert one.mean == pytest.approx((one.wins - one.losses) / one.decided)


def test_a_position_is_found_on_another_way_to_it(database):
    rules = cp.load("chess")
    with database() as db:
        db.add(rules, "startpos moves d4 Nf6 c4 e6 Nc3", (1, -1))
        db.add(rules, "startpos moves c4 e6 d4 Nf6 Nf3", (0, 0))
        found = {one.text: one.games for one in db.explore(rules, "startpos moves c4 Nf6 d4 e6")}
    assert found == {"Nc3": 1, "Nf3": 1}


def test_a_move_that_a_game_repeats_in_the_same_position_counts_once(database):
    rules = cp.load("chess")
    with database() as db:
        db.add(rules, "startpos moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6")
        [move] = db.explore(rules)
    assert (move.text, move.games, move.mean) == ("Nf3", 1, None)


def test_games_of_other_parameters_are_apart(database):
    wide, narrow = cp.load("connect_four"), cp.load("connect_four", width=5)
    with database() as db:
        db.add(wide, "startpos moves 4 4")
        assert db.explore(narrow) == ()
        assert [one.text for one in db.explore(wide)] == ["4"]


def test_players_of_three_are_each_paid_their_own(database):
    rules = cp.load("dots_and_boxes", players=3, rows=1, columns=2)
    position = rules.position()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    with database() as db:
        db.add(rules, position)
        for ply in range(len(position.moves)):
            before = position.undo(len(position.moves) - ply)
            [move] = db.explore(rules, before)
            assert move.mean == position.payoffs[before.turn]
            best = max(p for i, p in enumerate(position.payoffs) if i != before.turn)
            mine = position.payoffs[before.turn]
            assert (move.wins, move.draws, move.losses) == (mine > best, mine == best, mine < best)


def random_line(rules, dice, most):
    position, moves = rules.position(), []
    while not position.is_over and len(moves) < most:
        moves.append(int(dice.choice(position.legal_moves)))
        position = position.play(moves[-1])
    return np.array(moves, np.int64)


@pytest.mark.parametrize("name", ["tic_tac_toe", "chess"])
@pytest.mark.parametrize("most", [100, 5, 0])
def test_the_kernel_and_plain_python_go_through_games_alike(name, most):
    rules, dice = cp.load(name), np.random.default_rng(1)
    games = [random_line(rules, dice, 30) for _ in range(20)]
    other = rules.result(rules.initial(), rules.actions(rules.initial())[0])
    lines = [*games, np.zeros(0, np.int64)]
    starts = [*[rules.initial()] * len(games), other]
    walker = Walker(rules)
    plain, native = (walk(starts, lines, most) for walk in (walker.plainly, walker.natively))
    for one, two in zip(plain, native, strict=True):
        assert np.array_equal(one, two)


def test_counts_that_come_in_many_parts_add_up(tmp_path):
    dice = np.random.default_rng(3)
    total = np.zeros(0, ENTRY)
    with Database(tmp_path / "games.db") as db:
        connection = db.connection()
        for size in dice.integers(0, 3000, 60).tolist():
            part = np.zeros(size, ENTRY)
            part["key"] = dice.integers(0, 2000, size).astype(np.uint64) << np.uint64(53)
            part["move"] = dice.integers(-5, 5, size)
            part["games"] = part["wins"] = 1
            part["total"] = dice.normal(size=size)
            part["date"] = dice.integers(0, 9999, size)
            position_index.add(connection, 1, merge(part))
            total = np.concatenate([total, part])
        assert len(connection.execute("SELECT id FROM runs").fetchall()) < 12
        for settled in (False, True):
            if settled:
                position_index.compact(connection, 1)
            check(connection, total, dice)


def check(connection, total, dice):
    for key in dice.choice(total["key"], 100).tolist():
        mine = total[total["key"] == np.uint64(key)]
        wanted = Counter(mine["move"].tolist())
        found = position_index.look_up(connection, 1, key)
        assert {row[1]: row[2] for row in found.tolist()} == wanted
        for row in found:
            same = mine[mine["move"] == row["move"]]
            assert row["total"] == pytest.approx(same["total"].sum())
            assert row["date"] == same["date"].max()
    assert len(position_index.look_up(connection, 1, 12345)) == 0


def test_castling_and_taking_in_passing_are_part_of_a_position(database):
    rules = cp.load("chess")
    with database() as db:
        db.add(rules, "startpos moves e4 a6 e5 d5 exd6")
        with_right = db.explore(rules, "startpos moves e4 a6 e5 d5")
        without = db.explore(rules, "startpos moves e4 d6 e5 d5 a3 a6 Nf3 Nf6 Ng1 Ng8")
    assert [one.text for one in with_right] == ["exd6"] and without == ()
