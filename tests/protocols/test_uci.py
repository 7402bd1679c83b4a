"""The engine as a UCI program: every command, and what is said to a wrong one."""

import random
import re
import runpy
import struct
import subprocess
import sys
import time
from pathlib import Path

import chess
import chess.engine
import chess.polyglot
import pytest

import counterplay as cp

BENCH = Path(__file__).parents[2] / "bench"
MATE_IN_TWO = "fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"
SCORE = re.compile(
    r"info depth \d+ seldepth \d+ multipv \d+ score (cp -?\d+|mate -?\d+) nodes \d+ nps \d+ "
    r"hashfull \d+ tbhits \d+ time \d+ pv( [a-h][1-8][a-h][1-8][nbrq]?)+"
)


def legal(line: str, board: chess.Board | None = None) -> bool:
    """Whether `bestmove` names a legal move, and the reply to it is legal, too."""
    board = (board or chess.Board()).copy()
    words = line.split()
    for word in words[1::2]:
        if chess.Move.from_uci(word) not in board.legal_moves:
            return False
        board.push_uci(word)
    return words[0] == "bestmove" and len(words) in (2, 4)


def test_uci_is_answered_with_name_options_and_uciok(talk) -> None:
    talk.tell("uci")
    lines = talk.until("uciok")
    assert lines[0].startswith("id name Counterplay") and lines[1].startswith("id author ")
    names = {line.split(" type ")[0].removeprefix("option name ") for line in lines[2:-1]}
    assert names == {
        "Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "OwnBook", "BookFile",
        "Best Book Move", "TablePath", "Move Overhead", "UCI_Chess960", "UCI_LimitStrength",
        "UCI_Elo",
    }  # fmt: skip


@pytest.mark.parametrize(
    "go",
    [
        "depth 4",
        "nodes 2000",
        "movetime 30",
        "wtime 500 btime 400 winc 10 binc 10",
        "wtime 500 btime 400 movestogo 1",
        "wtime -20 btime 400",
        "wtime 0 btime 0",
        "movetime 0",
        "depth 0",
        "depth 999999999999999999 nodes 3000",
        "nodes 1",
        "depth 3 nodes 100 movetime 1000 wtime 1000",
    ],
)
def test_every_limit_ends_in_a_legal_move(ask, go: str) -> None:
    lines = ask(go)
    assert legal(lines[-1])
    assert all(SCORE.fullmatch(line) for line in lines[:-1]), lines


def test_a_search_without_a_limit_goes_on_until_stop(talk) -> None:
    for go in ("go infinite", "go", "go infinite depth 2"):
        talk.tell(go)
        time.sleep(0.05)
        talk.tell("isready")
        lines = talk.until("readyok")
        assert not any(line.startswith("bestmove") for line in lines)
        started = time.process_time()
        talk.tell("stop")
        assert legal(talk.until("bestmove")[-1])
        assert time.process_time() - started < 0.5


def test_pondering_waits_for_the_hit(talk) -> None:
    talk.tell("position startpos moves e2e4 e7e5")
    board = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    for go in ("go ponder wtime 300 btime 300", "go ponder depth 1", "go ponder movetime 20"):
        talk.tell(go, "isready")
        assert not any(line.startswith("bestmove") for line in talk.until("readyok"))
        talk.tell("ponderhit")
        assert legal(talk.until("bestmove", 5)[-1], board)
    talk.tell("go ponder wtime 300", "stop")
    assert legal(talk.until("bestmove", 5)[-1], board)


def test_a_mate_is_counted_in_moves_of_the_winner(ask) -> None:
    assert "score mate 2 " in ask("mate 2", MATE_IN_TWO)[-2]
    assert "score mate -1 " in ask("depth 6", "fen 7k/8/8/8/8/1r6/r7/6K1 w - - 0 1")[-2]


def test_a_mate_that_is_asked_for_is_proven_or_said_not_to_be_there(ask) -> None:
    quiet = ask("mate 4", "fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1")
    assert SCORE.match(quiet[0]) and "score mate " in quiet[0] and len(quiet) == 2
    assert "pv f6f7 h8h7 g1h1" in ask("mate 2", "fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1")[0]
    lines = ask("mate 1")
    assert lines[0] == "info string there is no mate in 1" and legal(lines[-1])
    assert legal(ask("mate 300 nodes 2000")[-1])


def test_a_search_can_be_restricted_to_moves(ask) -> None:
    for moves in ("a2a3", "a2a4 h2h4"):
        for go in (f"searchmoves {moves} depth 5", f"depth 5 searchmoves {moves}"):
            assert ask(go)[-1].split()[1] in moves.split()
    assert ask("searchmoves h2h3 nodes 1")[-1].split()[1] == "h2h3"
    lines = ask("searchmoves e2e5 h2h3 depth 2")
    assert lines[0] == "info string searchmoves: 'e2e5' is not a legal move here"
    assert lines[-1].split()[1] == "h2h3"


def test_several_lines_differ_in_their_first_move(talk, ask) -> None:
    talk.tell("setoption name MultiPV value 3")
    lines = [line for line in ask("depth 4")[:-1] if line.startswith("info depth 4 ")]
    assert [re.search(r"multipv (\d)", line)[1] for line in lines] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in lines}) == 3
    one = ask("depth 3", "fen 7k/8/8/8/8/8/1r4q1/7K w - - 0 1")
    assert not any("multipv 2" in line for line in one)


def test_a_game_that_is_over_has_no_move(ask) -> None:
    mated, stalemate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    assert ask("depth 3", f"fen {mated}") == ["info depth 0 score mate 0", "bestmove (none)"]
    assert ask("depth 3", f"fen {stalemate}") == ["info depth 0 score cp 0", "bestmove (none)"]


def test_a_game_that_could_be_claimed_drawn_is_played_on(ask) -> None:
    knights = "g1f3 g8f6 f3g1 f6g8 " * 2
    assert legal(ask("depth 3", f"startpos moves {knights}")[-1])
    assert ask("depth 3", f"startpos moves {knights} e2e4")[-1].split()[1][1] in "78"
    assert legal(
        ask("depth 3", "fen 7k/8/8/8/8/8/R7/K7 w - - 120 90")[-1],
        chess.Board("7k/8/8/8/8/8/R7/K7 w - - 0 1"),
    )
    bare = ask("depth 3", "fen 7k/8/8/8/8/8/8/K7 w - - 0 1")
    assert bare[0] == "info depth 0 score cp 0" and bare[1].split()[1] in ("a1a2", "a1b1", "a1b2")


def test_a_long_game_is_followed_move_by_move(talk) -> None:
    dice, board = random.Random(4), chess.Board()
    while len(board.move_stack) < 120:
        board.push(dice.choice(list(board.legal_moves)))
        listed = " ".join(move.uci() for move in board.move_stack)
        talk.tell(f"position startpos moves {listed}")
        if board.is_game_over():
            board = chess.Board()
    talk.tell("d")
    assert talk.until("Fen")[-1] == f"Fen: {board.fen(en_passant='legal')}"
    shorter = " ".join(move.uci() for move in board.move_stack[:-3])
    talk.tell(f"position startpos moves {shorter}", "d")
    for _ in range(3):
        board.pop()
    assert talk.until("Fen")[-1] == f"Fen: {board.fen(en_passant='legal')}"


def test_castling_is_written_as_the_option_says(talk, ask) -> None:
    fen = "fen 1k5r/8/8/8/8/8/8/1K4R1 w G - 0 1"
    talk.tell("setoption name UCI_Chess960 value true")
    assert ask("depth 1 searchmoves b1g1", fen)[-1].split()[1] == "b1g1"
    talk.tell(f"position {fen} moves b1g1", "d")
    assert "/5RK1 b - " in talk.until("Fen")[-1]
    talk.tell("setoption name UCI_Chess960 value false")
    ordinary = "fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1"
    assert ask("depth 1 searchmoves e1g1", ordinary)[-1].split()[1] == "e1g1"


def test_limited_strength_looks_at_few_nodes_and_varies(talk, ask) -> None:
    talk.tell("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800")
    answers = [ask("movetime 500") for _ in range(12)]
    assert all(legal(lines[-1]) for lines in answers)
    assert len({lines[-1].split()[1] for lines in answers}) > 1
    assert all(int(re.search(r"nodes (\d+)", lines[-2])[1]) < 1000 for lines in answers)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", "'hello' is not a command here, and is ignored"),
        ("setoption", "setoption: 'name', a name, 'value' and a value are needed"),
        ("setoption name Hush value 3", "there is no option 'Hush': there are Hash, Clear Hash,"),
        ("setoption name Hash value 0", "option Hash is a number from 1 to 1048576, not 0"),
        ("setoption name Hash value ten", "option Hash is a whole number, not 'ten'"),
        ("setoption name Ponder value 3", "option Ponder is true or false, not '3'"),
        ("setoption name Hash", "option Hash is a whole number, not ''"),
        ("position", "position '': 'startpos' or 'fen' and a FEN is needed, then 'moves …'"),
        ("position fen 8/8 w", "the board of a FEN has eight rows with / between them, not 2"),
        ("position startpos moves e2e5", "position: move 1, 'e2e5', is not legal in rnbq"),
        ("debug maybe", "debug is on or off, not 'maybe'"),
    ],
)
def test_a_wrong_line_is_answered_in_a_sentence(talk, line: str, sentence: str) -> None:
    talk.tell(line)
    said = talk.until("info string")
    assert len(said) == 1 and sentence in said[0]


def test_a_wrong_part_of_go_is_left_out(ask) -> None:
    lines = ask("depth two nodes 50 blindfold")
    assert lines[0] == "info string go depth: a whole number is needed after it"
    assert "'two' means nothing" in lines[1] and "'blindfold' means nothing" in lines[2]
    assert legal(lines[-1])


def test_no_move_is_given_for_a_position_that_could_not_be_read(talk) -> None:
    talk.tell("position startpos moves e2e4 e2e4", "go depth 2")
    lines = talk.until("bestmove")
    assert "move 2, 'e2e4', is not legal" in lines[0] and lines[-1] == "bestmove (none)"
    talk.tell("position startpos moves e2e4", "go depth 2")
    assert legal(
        talk.until("bestmove")[-1],
        chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
    )


def test_a_book_is_asked_first_where_it_is_to_be(talk, ask, tmp_path: Path) -> None:
    key, move = chess.polyglot.zobrist_hash(chess.Board()), chess.Move.from_uci("a2a4")
    code = move.to_square | move.from_square << 6
    (tmp_path / "book.bin").write_bytes(struct.pack(">QHHI", key, code, 7, 0))
    talk.tell("setoption name OwnBook value true")
    talk.tell(f"setoption name BookFile value {tmp_path / 'book.bin'}")
    talk.tell("isready")
    talk.until("readyok")
    lines = ask("depth 2")
    assert lines[0].startswith("info string a move of the book ") and lines[1] == "bestmove a2a4"
    assert "book" not in ask("depth 2 searchmoves e2e4")[0]
    talk.tell("setoption name BookFile value nowhere.bin", "isready")
    assert talk.until("readyok")[0].startswith("info string nowhere.bin")
    lines = ask("depth 2")
    assert lines[0].startswith("info string nowhere.bin") and legal(lines[-1])
    talk.tell("setoption name OwnBook value false", "setoption name BookFile value <empty>")


def test_a_second_go_is_refused_while_one_is_under_way(talk) -> None:
    talk.tell("go infinite", "go depth 1", "stop")
    lines = talk.until("bestmove")
    assert any("go: a search is under way already; send stop first" in line for line in lines)
    assert talk.silent(0.05)


def test_a_go_after_a_stop_waits_for_the_answer_to_the_first(talk) -> None:
    for _ in range(20):
        talk.tell("position startpos", "go infinite", "stop", "go depth 1 searchmoves a2a3")
        assert legal(talk.until("bestmove")[-1])
        assert talk.until("bestmove")[-1].startswith("bestmove a2a3")


def test_options_may_change_during_a_search(talk) -> None:
    talk.tell("go infinite", "setoption name Hash value 2", "setoption name Clear Hash", "stop")
    talk.until("bestmove")
    talk.tell("go depth 3")
    assert legal(talk.until("bestmove")[-1])
    talk.tell("setoption name Hash value 4")


def test_mutated_lines_never_stop_the_engine(talk) -> None:
    """A few thousand here; `bench/uci_fuzz.py` sends more."""
    fuzz = runpy.run_path(str(BENCH / "uci_fuzz.py"))
    told = fuzz["converse"](3000, seed=1)
    assert told.lines == 3000 and told.answers == told.searches > 100 and not told.faults


def test_a_program_of_its_own_answers_uci_at_once_and_plays_through_python_chess() -> None:
    command = [sys.executable, "-m", "counterplay", "uci"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=600) as engine:
        engine.configure({"Hash": 4})
        board = chess.Board("8/8/8/8/8/4k3/R7/1R2K3 w - - 0 1")
        while not board.is_game_over() and board.ply() < 40:
            board.push(engine.play(board, chess.engine.Limit(nodes=3000)).move)
        assert board.is_checkmate() and board.turn == chess.BLACK
        found = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=2)
        assert len(found) == 2 and found[0]["depth"] == 5 and found[0]["nodes"] > 0


def test_the_end_of_the_input_ends_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "counterplay", "uci"],
        input="uci\nposition startpos\n",
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "uciok"


def test_a_game_without_uci_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "counterplay", "uci", "nim"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr == "counterplay: 'nim' has no UCI moves (only chess has): use ugi or gtp\n"


def test_tables_answer_at_once_and_say_so(talk, tmp_path: Path) -> None:
    cp.build_tablebase(cp.load("chess"), "KRK", folder=tmp_path)
    fen = "8/8/8/8/8/2k5/8/KR6 w - - 0 1"
    talk.tell(f"setoption name TablePath value {tmp_path}", f"position fen {fen}", "go depth 30")
    lines = talk.until("bestmove")
    assert "score mate 14" in lines[-2] and "tbhits 1" in lines[-2]
    assert legal(lines[-1], chess.Board(fen))
    talk.tell("setoption name TablePath value /nowhere", f"position fen {fen}", "go depth 2")
    lines = talk.until("bestmove")
    assert any("/nowhere has no endgame tables of chess" in line for line in lines)
    assert legal(lines[-1], chess.Board(fen))
    talk.tell("setoption name TablePath value", "isready")
    talk.until("readyok")
