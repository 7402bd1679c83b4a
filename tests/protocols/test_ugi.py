"""The engine as a UGI program: every command, in any game, and what is said to a wrong one."""

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.errors import UnfitError
from counterplay.protocols.engine_options import EngineOptions, for_method, unused
from counterplay.protocols.moves import legal_moves
from counterplay.protocols.ugi.server import Ugi
from counterplay.tablebase.store.solution_file import save

INFO = re.compile(
    r"info depth \d+ multipv \d+ score (cp -?\d+|mate -?\d+) nodes \d+ nps \d+ time \d+ "
    r"pv( [abc][123])+"
)
BEST = re.compile(r"bestmove [abc][123]")


def test_ugi_is_answered_with_name_options_and_ugiok(ugi) -> None:
    lines = ugi.asked("ugi")
    assert lines[0].startswith("id name Counterplay") and lines[1].startswith("id author ")
    names = [line.split(" type ")[0].removeprefix("option name ") for line in lines[2:-1]]
    assert lines[-1] == "ugiok" and names == [
        "Hash", "Clear Hash", "Threads", "MultiPV", "Method", "TablePath", "Move Overhead",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "go",
    [
        "depth 4",
        "depth 0",
        "nodes 20",
        "movetime 20",
        "p1time 500 p2time 400 p1inc 10 p2inc 10",
        "p1time 0 p2time 0 p1inc 0 p2inc 0",
    ],
)
def test_every_limit_ends_in_one_move(ugi, go: str) -> None:
    ugi.tell(f"go {go}")
    *infos, best = ugi.until("bestmove")
    assert BEST.fullmatch(best) and infos
    assert all(INFO.fullmatch(line) for line in infos), infos


def test_a_search_without_a_limit_goes_on_until_stop(ugi) -> None:
    for go in ("go infinite", "go", "go infinite depth 2"):
        ugi.tell(go, "go depth 1", "isready")
        lines = ugi.until("readyok")
        assert not any(line.startswith("bestmove") for line in lines)
        assert any("a search is under way already; send stop first" in line for line in lines)
        ugi.tell("stop")
        assert BEST.fullmatch(ugi.until("bestmove", 5)[-1])


def test_stop_ends_a_long_search_at_once(begin_ugi) -> None:
    talk = begin_ugi(cp.load("connect_four"))
    talk.tell("setoption name Hash value 4", "isready")
    talk.until("readyok", 300)
    for go in ("infinite", "depth 42", "p1time 600000 p2time 600000 p1inc 0 p2inc 0"):
        talk.tell("position startpos", f"go {go}")
        time.sleep(0.1)
        started = time.process_time()
        talk.tell("stop")
        assert talk.until("bestmove", 10)[-1].split()[1] in "1234567"
        assert time.process_time() - started < 1


def test_a_mate_is_counted_in_plies(ugi) -> None:
    ugi.tell("position fen xx./oo./...", "go depth 5")
    assert "score mate 1 " in ugi.until("bestmove")[-2]
    ugi.tell("position fen x.x/.o./..o", "go depth 5")
    assert "score mate 1 " in ugi.until("bestmove")[-2]
    ugi.tell("position fen x.x/.o./x.o", "go depth 5")
    assert "score mate -2 " in ugi.until("bestmove")[-2]


def test_several_lines_differ_in_their_first_move(ugi) -> None:
    ugi.tell("setoption name MultiPV value 3", "go depth 2")
    lines = [line for line in ugi.until("bestmove")[:-1] if line.startswith("info depth 2 ")]
    assert len({line.split(" pv ")[1].split()[0] for line in lines}) == 3


def test_the_method_is_an_option(ugi) -> None:
    ugi.tell("setoption name Method value uct", "position startpos moves b2", "go depth 3 nodes 50")
    lines = ugi.until("bestmove", 300)
    assert lines[0] == "info string uct has no depth to be limited" and BEST.fullmatch(lines[-1])
    ugi.tell("setoption name Method value auto")


def test_more_than_a_method_can_use_is_mentioned() -> None:
    game = cp.load("tic_tac_toe")
    options = EngineOptions.of("maxn", {"threads": "2"}, lines=2)
    assert unused(game, options) == ["maxn uses one thread", "maxn finds one line"]
    assert unused(game, EngineOptions.of("auto", {"threads": "2"}, lines=2)) == []
    assert unused(game, EngineOptions.of("uct", {"threads": "2"})) == []
    assert for_method(cp.Limit(depth=3), "flat")[0] == cp.Limit()
    assert for_method(cp.Limit(depth=3), "flat")[1].endswith(": it thinks for 1 s")


def test_tables_answer_at_once_and_wrong_ones_stop_nothing(ugi, tmp_path: Path) -> None:
    path = tmp_path / "whole.table"
    save(cp.solve(cp.load("tic_tac_toe")), path)
    ugi.tell(f"setoption name TablePath value {path}", "position fen x.x/.o./x.o", "go infinite")
    ugi.tell("stop")
    line, best = ugi.until("bestmove")
    assert "score mate -2 nodes 0 " in line and BEST.fullmatch(best)
    ugi.tell("setoption name TablePath value /nowhere", "position startpos", "go depth 2")
    lines = ugi.until("bestmove")
    assert "/nowhere has no endgame tables of tic_tac_toe: build some with" in lines[0]
    assert lines[0].endswith(": without tables")
    assert BEST.fullmatch(lines[-1]) and len(lines) > 2
    ugi.tell("setoption name TablePath value <empty>")


def test_questions_are_answered_from_the_rules(begin_ugi) -> None:
    """Held against the game itself, over random games."""
    dice = random.Random(5)
    for name in ("tic_tac_toe", "nim", "othello", "dots_and_boxes"):
        game = cp.load(name)
        talk, position = begin_ugi(game), game.position()
        while True:
            named = legal_moves(position)
            asked = ("gameover", "p1turn", "turn", "legalmoves", "fen", "players")
            over, first, turn, moves, fen, players = (
                line.removeprefix("response ")
                for line in talk.asked(*(f"query {question}" for question in asked))
            )
            assert over == str(position.is_over).lower()
            assert first == str(position.turn == 0).lower()
            assert players == str(game.facts.players)
            assert game.position(fen).state == position.state
            assert moves == (" ".join(named) or "none")
            result, payoffs = talk.asked("query result", "query payoffs")
            if position.is_over:
                break
            assert turn == str(position.turn + 1)
            assert (result, payoffs) == ("response none", "response none")
            position = position.play(dice.choice(position.legal_moves))
            path = zip(position.past, position.moves, strict=True)
            shown = " ".join(game.show_move(s, a) for s, a in path)
            assert talk.asked(f"position startpos moves {shown}") == []
        assert turn == "none"
        assert payoffs.split()[1:] == [f"{value:g}" for value in position.payoffs]
        best = [p for p, value in enumerate(position.payoffs, 1) if value == max(position.payoffs)]
        wanted = f"p{best[0]}win" if len(best) == 1 else "draw"
        assert result == f"response {wanted}"


def test_chance_has_outcomes_to_play_and_no_move_to_find(begin_ugi) -> None:
    tree = [{"chance": [[0.9, 2], [0.1, 3]]}, {"chance": [[0.9, 1], [0.1, 4]]}]
    talk = begin_ugi(cp.load("tree", tree=tree))
    assert talk.asked("position startpos moves 2", "query turn", "query legalmoves") == [
        "response chance", "response 1 2",
    ]  # fmt: skip
    talk.tell("go depth 2")
    lines = talk.until("bestmove", 300)
    assert "chance is to move here" in lines[-2] and lines[-1] == "bestmove (none)"
    said = talk.asked("position startpos moves 2 2", "query gameover", "query payoffs")
    assert said == ["response true", "response 4 -4"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", "'hello' is not a command here, and is ignored"),
        ("setoption name Hush value 3", "there is no option 'Hush': there are Hash, Clear Hash,"),
        (
            "setoption name Method value luck",
            "option Method is one of auto, alphabeta, expectiminimax,",
        ),
        ("position", "position '': 'startpos' or 'fen' and a FEN is needed, then 'moves …'"),
        ("position fen xx", "'xx' is not a position of tic_tac_toe: expected 3 rows of 3"),
        ("position startpos moves b2 b2", "position: move 2, 'b2', is not legal in .../.x./..."),
        ("go wtime 3", "go: 'wtime' means nothing and is ignored"),
    ],
)
def test_a_wrong_line_is_answered_in_a_sentence(ugi, line: str, sentence: str) -> None:
    ugi.tell(line)
    said = ugi.until("info string")
    assert len(said) == 1 and sentence in said[0]


def test_every_question_gets_a_response(ugi) -> None:
    assert ugi.asked("query luck")[0] == "response unknown"
    said = ugi.asked("position startpos moves z9", "query gameover")
    assert said[1] == "response unknown" and "no position is set" in said[2]
    ugi.tell("go depth 1")
    assert ugi.until("bestmove")[-1] == "bestmove (none)"


def test_an_ended_game_has_no_move(ugi) -> None:
    ugi.tell("position fen xxx/oo./...", "go depth 1")
    assert ugi.until("bestmove") == ["info string go: the game is over here", "bestmove (none)"]
    assert ugi.asked("query result") == ["response p1win"]


def test_a_game_for_one_is_refused(tmp_path: Path, stones: Path) -> None:
    alone = tmp_path / "alone.py"
    alone.write_text(stones.read_text().replace('names=("Ann", "Bob")', "players=1, total=None"))
    with pytest.raises(UnfitError, match="alone is for one player, and UGI for two or more"):
        Ugi(print, "test", cp.load(alone))  # type: ignore[arg-type]


LINES = (
    "ugi", "isready", "uginewgame", "stop", "d", "position startpos", "query gameover",
    "query legalmoves", "position startpos moves b2 a1 c3", "position fen x.o/.x./... moves c1",
    "go depth 1", "go infinite", "go nodes 20", "go movetime 1", "go",
    "go p1time 10 p2time 10 p1inc 0 p2inc 0", "setoption name MultiPV value 2",
    "setoption name Clear Hash", "setoption name Hash value 1",
)  # fmt: skip
BAD = ("", "-1", "99999999999999999999", "moves", "fen", "\x00", "é", "a9", "/", "x" * 3000)


def mutated(count: int, seed: int) -> Iterator[str]:
    """Lines of a conversation, most of them changed somewhere."""
    dice = random.Random(seed)
    for _ in range(count):
        words = dice.choice(LINES).split(" ")
        for _ in range(dice.choice((0, 1, 1, 2))):
            words[dice.randrange(len(words))] = dice.choice((*BAD, *dice.choice(LINES).split()))
        line = " ".join(words)
        if dice.random() < 0.3:
            cut = dice.randrange(len(line) + 1)
            line = line[:cut] + dice.choice("abc123xo./ \t") + line[cut + 1 :]
        yield "isready" if "Hash value" in line or "Threads" in line else line


def test_mutated_lines_never_stop_the_engine(ugi) -> None:
    searches, before = 0, ugi.program.talk.thinking
    for line in mutated(3000, 1):
        said = ugi.asked(line)
        thinking = ugi.program.talk.thinking
        if thinking is not before and thinking is not None:
            before, searches = thinking, searches + 1
            thinking.stop()
            thinking.join()
            said += ugi.asked()
            assert re.fullmatch(r"bestmove ([abc][123]|\(none\))", said[-1]), (line, said)
        assert not any(" failed: " in text or "Error" in text for text in said), (line, said)
    assert searches > 100
    assert ugi.asked("isready") == ["readyok"]


SCRIPT = '''"""A match runner that knows no game, and asks the program for everything."""

import subprocess
import sys

program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def tell(line, word):
    program.stdin.write(line + "\\n")
    program.stdin.flush()
    while word:
        answer = program.stdout.readline().split()
        assert answer, "the program has ended"
        if answer[0] == word:
            return answer[1:]


tell("ugi", "ugiok")
tell("isready", "readyok")
tell("uginewgame", "")
moves = []
while True:
    tell("position startpos" + (" moves " + " ".join(moves) if moves else ""), "")
    if tell("query gameover", "response") == ["true"]:
        break
    is_first = tell("query p1turn", "response") == ["true"]
    legal = tell("query legalmoves", "response")
    move = tell("go depth 9", "bestmove")[0] if is_first else legal[0]
    assert move in legal
    moves.append(move)
print(*tell("query result", "response"), *moves)
tell("quit", "")
sys.exit(program.wait(20))
'''


def test_a_game_of_ones_own_is_spoken_to_by_a_script_that_knows_no_rules(
    stones: Path, tmp_path: Path
) -> None:
    """Nine stones, of which one to three are taken: the first player wins by taking one."""
    script = tmp_path / "runner.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(script), sys.executable, "-m", "counterplay", "ugi", str(stones)],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["p1win", "take_1", "take_1", "TAKE_2", "take_1", "TAKE_2"]


def test_a_game_that_is_not_there_is_refused_before_a_word_is_said(run_module: Callable) -> None:
    done = run_module("ugi", "conect_four")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("counterplay: there is no game 'conect_four': did you mean")
