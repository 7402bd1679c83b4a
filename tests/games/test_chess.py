"""Chess: its rules and its notation against python-chess, its counts against published ones."""

import os
import random
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit

try:
    import chess
except ImportError as error:
    if "CI" in os.environ:
        raise
    pytest.skip(f"python-chess is not installed ({error})", allow_module_level=True)

PERFT = (
    # chessprogramming.org/Perft_Results: positions 2 to 6
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
    # Where captures leave a dead position: moves are counted there too.
    ("8/Pk6/8/8/8/8/6Kp/8 w - - 0 1", 6, 1_030_499),
    ("n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1", 5, 2_193_768),
    # Martin Sedlak's cases: in passing, castling, promotion, stalemate.
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
    ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
    # Chess960, rights by file.
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273_318),
)


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("chess")


@pytest.mark.parametrize(("fen", "depth", "count"), PERFT)
def test_perft_is_as_published(game: cp.Game, fen: str, depth: int, count: int) -> None:
    assert cp.perft(game, game.position(fen), depth=depth) == count


def test_positions_that_differ_in_one_piece_have_different_keys(game: cp.Game) -> None:
    for pieces in ("N", "B", "R", "Q", "P", "NR", "RR", "BQ"):
        seen: dict[int, str] = {}
        for square in range(64):
            for turn in "wb":
                board = chess.Board(None)
                board.set_piece_at(chess.B3, chess.Piece.from_symbol("K"))
                board.set_piece_at(chess.F6, chess.Piece.from_symbol("k"))
                for offset, letter in enumerate(pieces):
                    where = (square + 27 * offset) % 64
                    if board.piece_at(where) is None:
                        board.set_piece_at(where, chess.Piece.from_symbol(letter))
                fen = f"{board.board_fen()} {turn} - - 0 1"
                try:
                    key = game.key(game.position(fen).state)
                except cp.InputError:  # a pawn on the last row, a king to be taken
                    continue
                assert seen.setdefault(key, fen) == fen
        assert len(seen) > 60
    # A rook that stood on the highest bit once left no trace in the key.
    one, other = (f"6Bk/6b1/8/nK1p1p2/P5p1/6N1/8/{row} b - - 0 1" for row in ("3R4", "7R"))
    assert game.key(game.position(one).state) != game.key(game.position(other).state)


def compare(game: cp.Game, state: Any, board: chess.Board, with_text: bool) -> None:
    """All that both say of one position."""
    legal = list(board.legal_moves)
    moves = game.buffered("actions", state)
    assert game.show_position(state) == board.fen()
    assert len(moves) == len(set(moves)) == len(legal) == game.ask("width", state)
    is_dead = board.is_insufficient_material()
    assert game.drawn(state) == (is_dead or board.halfmove_clock >= 100)
    assert game.ask("terminal", state) == (not legal)
    if not legal:
        assert game.utility(state, game.player(state)) == (-1 if board.is_check() else 0)
    if with_text:
        ours = {game.show_move(state, move): move for move in moves}
        assert ours.keys() == {board.san(move) for move in legal}
        assert all(game.parse_move(state, text) == move for text, move in ours.items())
        assert {game.parse_move(state, move.uci()) for move in legal} == set(moves)
        assert game.position(board.fen()).state == state
        assert game.position(board.shredder_fen()).state == state


@pytest.mark.parametrize("seed", range(8))
def test_random_games_agree_with_python_chess(seed: int) -> None:
    """Every other game begins from a row of Chess960."""
    rng = random.Random(seed)
    number = rng.randrange(960) if seed % 2 else 518
    game, board = cp.load("chess", start=number), chess.Board.from_chess960_pos(number)
    board.chess960 = True
    state = game.initial()
    for ply in range(250):
        compare(game, state, board, ply % 8 == 0)
        legal = list(board.legal_moves)
        if not legal or game.drawn(state):
            break
        # Captures seldom, so that games last.
        quiet = [move for move in legal if not board.is_capture(move)]
        move = rng.choice(quiet if quiet and rng.random() < 0.7 else legal)
        state = game.result(state, game.parse_move(state, move.uci()))
        board.push(move)


def wandering(rng: random.Random, plies: int) -> chess.Board:
    board = chess.Board()
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(rng.choice(legal))
    return board


def test_compiled_rules_count_as_python_chess_does(game: cp.Game) -> None:
    """Two plies on from many positions: every kind of move is made, and all replies are counted."""
    rng = random.Random(5)
    for _ in range(150):
        board = wandering(rng, rng.randrange(200))
        count = 0
        for move in list(board.legal_moves):
            board.push(move)
            count += board.legal_moves.count()
            board.pop()
        position = game.position(board.fen())
        if not position.is_over:
            assert cp.perft(game, position, depth=2) == count, board.fen()


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
        ("k7/8/8/8/8/8/8/K6K w - - 0 1", "White has 2 kings"),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", "a pawn on h1"),
        ("k7/8/8/8/8/8/7/K7 w - - 0 1", "row 2, '7', has 7 squares"),
        ("k7/8/8/8/8/8/8/K7/8 w - - 0 1", "eight rows"),
        ("k7/8/8/8/8/3X4/8/K7 w - - 0 1", "'X' in row 3 is not a piece"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "w or b"),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", "no rook"),
        ("k7/8/8/8/8/K7/8/7R w K - 0 1", "not on its first row"),
        ("k7/8/8/8/8/8/8/K7 w - e9 0 1", "a square such as e3"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn has just passed e6"),
        (
            "k7/8/8/8/4P3/8/8/K7 w - e3 0 1",
            "e3 is not a square on which White can capture en passant",
        ),
        ("k7/8/8/8/8/8/8/K7 w - - x 1", "fifth field"),
        ("k7/8/8/8/8/8/8/KR6 w - - 0 1 1", "six fields"),
        ("kR6/8/8/8/8/8/8/K7 w - - 0 1", "White is to move and could capture the king"),
        ("k7/8/8/8/8/8/QQQQQQQQ/KQQQ4 w - - 0 1", "at most 8 in all"),
    ],
)
def test_a_bad_fen_gets_a_sentence(game: cp.Game, fen: str, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        game.position(fen)


def test_moves_are_read_as_people_write_them(game: cp.Game) -> None:
    position = game.position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    castle = position.game.parse_move(position.state, "O-O")
    for text in ("0-0", "o-o", "e1g1", "e1h1", "O-O!?"):
        assert position.game.parse_move(position.state, text) == castle
    for text, meant in (("dxe6", "d5e6"), ("de6", "d5e6"), ("Nxg6", "e5g6"), ("Qf3xf6", "f3f6")):
        read = position.game.parse_move(position.state, text)
        assert read == position.game.parse_move(position.state, meant)
    for text, sentence in (
        ("Nb6", "not a legal move"),
        ("Nd9", "written as"),
        ("Nb5x", "written as"),
    ):
        with pytest.raises(cp.InputError, match=sentence):
            position.game.parse_move(position.state, text)


def test_a_move_that_can_be_made_from_two_squares_is_not_guessed(game: cp.Game) -> None:
    position = game.position("4k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    twice = game.position("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    with pytest.raises(cp.InputError, match="it can start on b1 or f3"):
        game.parse_move(twice.state, "Nd2")
    assert {"Rb1", "Rg1"} <= {position.show_move(move) for move in position.legal_moves}


def test_draws_are_those_of_the_laws() -> None:
    back_and_forth = "g1f3 g8f6 f3g1 f6g8 " * 4
    threefold, fivefold = cp.load("chess"), cp.load("chess", claims=False)
    moves = back_and_forth.split()
    assert threefold.position(f"startpos moves {' '.join(moves[:8])}").is_over
    assert not threefold.position(f"startpos moves {' '.join(moves[:7])}").is_over
    assert not fivefold.position(f"startpos moves {' '.join(moves[:15])}").is_over
    assert fivefold.position(f"startpos moves {' '.join(moves)}").is_over
    assert threefold.position("7k/8/8/8/8/8/R7/K7 w - - 100 80").payoffs == (0, 0)
    assert not fivefold.position("7k/8/8/8/8/8/R7/K7 w - - 100 80").is_over
    mated = "R6k/6pp/8/8/8/8/8/K7 b - - 100 80"  # the last move mates: that comes first
    assert threefold.position(mated).payoffs == (1, -1)


def exchanged(board: chess.Board, square: int, worth: dict[int, int]) -> int:
    """What the side to move gains at most by taking on a square, pins apart: every order is tried.

    python-chess finds who attacks it; the king takes only where nobody can take back.
    """
    victim, best = board.piece_at(square), 0
    assert victim is not None
    mover = board.turn
    attackers = board.attackers(mover, square)
    for start in attackers:
        piece = board.piece_at(start)
        assert piece is not None
        after = board.copy(stack=False)
        after.remove_piece_at(start)
        after.set_piece_at(square, piece)
        after.turn = not mover
        if piece.piece_type == chess.KING and after.attackers(not mover, square):
            continue
        gain = worth[victim.piece_type] - exchanged(after, square, worth)
        best = max(best, gain)
    return best


def test_exchanges_are_what_trying_them_out_gives(game: cp.Game) -> None:
    """Taking with the least piece first is best, so both have to agree on every move."""
    worth = dict(zip(chess.PIECE_TYPES, (100, 320, 330, 500, 950, 0), strict=True))
    rng, seen = random.Random(3), {-1: 0, 0: 0, 1: 0}
    for _ in range(120):
        board = wandering(rng, rng.randrange(10, 60))
        position = game.position(board.fen())
        for move in list(board.legal_moves):
            is_plain = not (board.is_en_passant(move) or board.is_castling(move) or move.promotion)
            if not is_plain or len(board.attackers(True, move.to_square)) > 4:
                continue
            victim = board.piece_type_at(move.to_square)
            piece = board.piece_at(move.from_square)
            assert piece is not None
            after = board.copy(stack=False)
            after.remove_piece_at(move.from_square)
            after.set_piece_at(move.to_square, piece)
            after.turn = not board.turn
            gain = (worth[victim] if victim else 0) - exchanged(after, move.to_square, worth)
            a = game.parse_move(position.state, move.uci())
            with np.errstate(over="ignore"):
                assert game.ask("exchange", position.state, a, gain), (board.fen(), move)
                assert not game.ask("exchange", position.state, a, gain + 1), (board.fen(), move)
            seen[(gain > 0) - (gain < 0)] += 1
    assert min(seen.values()) > 20


def test_the_evaluator_and_check_do_not_depend_on_the_colour(game: cp.Game) -> None:
    rng = random.Random(8)
    for _ in range(60):
        board = wandering(rng, rng.randrange(120))
        if not any(board.legal_moves):
            continue
        state, mirrored = (game.position(b.fen()).state for b in (board, board.mirror()))
        assert game.evaluate(state) == game.evaluate(mirrored)
        assert game.ask("in_check", state) == board.is_check()
        passed = game.ask("null", state)
        assert (game.player(passed) == game.player(state)) >= board.is_check()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7k/8/8/4K3/8/8/8/R7 w - - 0 1", "8/8/8/4k3/8/8/4K3/R7 w - - 0 1"),  # at the edge
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/3K4/8/R7 w - - 0 1"),  # king by king
        # A bishop and a knight: into a corner of its colour.
        ("7k/8/5K2/3N4/8/8/8/4B3 w - - 0 1", "7k/8/5K2/3N4/8/8/8/5B2 w - - 0 1"),
        ("4k3/8/8/4K3/8/8/8/R7 w - - 0 1", "4k3/8/8/4K3/8/8/8/1NN5 w - - 0 1"),  # who cannot win
        # A rook's pawn ahead: with more pawns there is more to win with.
        ("8/5pk1/6p1/7p/7P/6P1/PR3P1K/4r3 w - - 0 1", "8/6k1/8/7p/7P/8/PR5K/4r3 w - - 0 1"),
        # The last pawn is not given away for nothing.
        ("7k/5ppp/8/8/8/8/P7/KR2Q3 w - - 0 1", "7k/5ppp/8/8/8/8/8/KR2Q3 w - - 0 1"),
        ("7k/8/8/8/8/8/P7/K3Q3 w - - 0 1", "7k/8/8/8/8/8/8/K3Q3 w - - 0 1"),
        # A rook stands behind a passed pawn, not before it.
        ("8/P5k1/8/8/8/8/6K1/R6r w - - 0 1", "R7/P5k1/8/8/8/8/6K1/7r w - - 0 1"),
    ],
)
def test_the_evaluator_prefers(game: cp.Game, better: str, worse: str) -> None:
    points = [game.evaluate(game.position(fen).state) for fen in (better, worse)]
    assert points[0] > points[1]


@pytest.mark.parametrize("pieces", ["KQ6", "KR6", "KBB5", "KBN5"])
def test_a_king_alone_is_mated(game: cp.Game, pieces: str) -> None:
    engine, position = (
        cp.make_engine(game, memory=4),
        game.position(f"8/8/8/3k4/8/8/8/{pieces} w - - 0 1"),
    )
    while not position.is_over:
        position = position.play(engine.search(position, Limit(nodes=10_000)).move)
    assert position.payoffs == (1, -1)


@pytest.mark.parametrize(
    ("fen", "best", "plies"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8#", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6", 3),  # Paul Morphy
        ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0", "Qd8+", 3),
    ],
)
def test_mates_are_found_and_counted(game: cp.Game, fen: str, best: str, plies: int) -> None:
    """Every state looked at whole: Morphy's is zugzwang, which a null move does not see."""
    found = cp.search(game, fen, depth=4, selective=False)
    assert (found.move_text, found.outcome, found.distance) == (best, "win", plies)
