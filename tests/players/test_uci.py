"""UCI programs as players: what they are told, and what they lose by."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.arena.matches import match
from counterplay.arena.record import Record
from counterplay.arena.referee import Seated, play
from counterplay.arena.schedule import schedule
from counterplay.core.game.errors import CounterplayError
from counterplay.players import make_player, program
from counterplay.players.clock import Clock, Clocks
from counterplay.players.parse import parse_spec

FAKE = '''"""A UCI program that castles if it can; `how` it goes wrong."""

import os
import sys
import time

import chess

how, log = sys.argv[1], open(sys.argv[2], "a", buffering=1)
print(os.getpid(), file=log)
board, moves = chess.Board(), 0
for line in sys.stdin:
    words = line.split()
    print(line.strip(), file=log)
    if words[0] == "uci":
        if how == "dies at once":
            sys.exit("no licence")
        if how == "no uciok":
            continue
        print("Fake 1.0 by nobody\\nid name Fake\\nid author nobody")
        print("option name Hash type spin default 16 min 1 max 64")
        print("option name Skill Level type spin default 20 min 0 max 20")
        print("option name Style type combo default Calm var Calm var Very Wild")
        print("option name Clear Hash type button")
        if how != "no 960":
            print("option name UCI_Chess960 type check default false")
        print("uciok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "setoption" and "UCI_Chess960" in words:
        board.chess960 = words[-1] == "true"
    elif words[0] == "position":
        listed = words[words.index("moves") + 1 :] if "moves" in words else []
        fen = chess.STARTING_FEN if words[1] == "startpos" else " ".join(words[2:8])
        board = chess.Board(fen, chess960=board.chess960)
        for move in listed:
            board.push_uci(move)
    elif words[0] == "go":
        moves += 1
        if moves == 3 and how == "crashes":
            sys.exit("out of ideas")
        if moves == 3 and how == "hangs":
            time.sleep(60)
        if moves == 3 and how == "cheats":
            print("bestmove e2e2")
        elif moves == 3 and how == "resigns":
            print("bestmove (none)")
        else:
            if how == "babbles":
                print("info depth x nodes\\n\\ninfo\\nbestmov e2e4\\n\\xff\\xfe info nodes 1")
                print("info nodes " + "9" * 50)
                print("info depth " + "9" * 5000)
            print("info depth 7 nodes 1234 score cp 3 pv e2e4")
            castling = [m for m in board.legal_moves if board.is_castling(m)]
            best = min(castling or board.legal_moves, key=lambda m: m.uci())
            print("bestmove", board.uci(best), "ponder e7e5")
    elif words[0] == "quit":
        if how == "stays":
            time.sleep(60)
        break
    sys.stdout.flush()
'''


@pytest.fixture(scope="module")
def chess() -> cp.Game:
    return cp.load("chess")


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """The spec of a fake program; what it is told goes to `told.txt`."""
    program = tmp_path / "a program.py"
    program.write_text(FAKE)

    def spec(how: str = "fine", settings: str = "") -> str:
        told = tmp_path / "told.txt"
        return f"uci:{sys.executable} '{program}' '{how}' {told}:name=fake{settings}"

    yield spec
    told = tmp_path / "told.txt"
    for line in told.read_text().splitlines() if told.exists() else ():
        if line.isdigit():
            assert not _runs(int(line)), "a program was left running"


def _runs(process: int) -> bool:
    try:
        return "(" in Path(f"/proc/{process}/stat").read_text() and not _is_zombie(process)
    except OSError:
        return False


def _is_zombie(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


SHORT = "k7/8/8/8/8/8/8/K6R w - - 90 60"
"""Ten plies from here the fifty moves are full."""


def told(folder: Path, word: str) -> list[str]:
    lines = (folder / "told.txt").read_text().splitlines()
    return [line for line in lines if line.split()[:1] == [word]]


def one_game(
    game: cp.Game, specs: tuple[str, str], clock: Clock | None = None, opening: str = SHORT
) -> list[Record]:
    """Both games of an opening; the players are closed after them."""
    pair = []
    for text in specs:
        spec = parse_spec(text)
        limit = spec.limit or cp.Limit(**({} if clock else {"depth": 1}))
        pair.append(Seated(make_player(spec, game, limit), limit, spec.name))
    try:
        return [play(game, pair, task, clock) for task in schedule([opening], 2, seed=0)]
    finally:
        for seated in pair:
            seated.player.close()


def test_a_program_plays_a_game_and_says_what_it_took(
    chess: cp.Game, fake: Callable[..., str], tmp_path: Path
) -> None:
    records = one_game(chess, (fake(), "random"))
    assert {record.ending for record in records} <= {"end", "repetition"}
    effort = records[0].efforts[0]
    assert effort.nodes == 1234 * effort.moves and effort.depth == 7 * effort.moves
    assert told(tmp_path, "ucinewgame") == ["ucinewgame"] * 2
    assert told(tmp_path, "go") == ["go depth 1"] * sum(r.efforts[0].moves for r in records)
    assert told(tmp_path, "position")[0] == f"position fen {SHORT}"
    assert told(tmp_path, "position")[1].startswith(f"position fen {SHORT} moves ")


def test_it_is_told_its_options_by_the_names_it_has_for_them(
    chess: cp.Game, fake: Callable[..., str], tmp_path: Path
) -> None:
    wanted = ",option.hash=32,option.Skill Level=3,option.Style='very wild',option.Clear Hash=1"
    make_player(parse_spec(fake(settings=wanted)), chess, cp.Limit()).close()
    assert told(tmp_path, "setoption") == [
        "setoption name Hash value 32",
        "setoption name Skill Level value 3",
        "setoption name Style value Very Wild",
        "setoption name Clear Hash",
    ]


@pytest.mark.parametrize(
    ("limit", "clocks", "go"),
    [
        (cp.Limit(time=0.25), None, "go movetime 250"),
        (cp.Limit(nodes=500, depth=9), None, "go depth 9 nodes 500"),
        (
            cp.Limit(clock=4.0, increment=0.5),
            Clocks((5.0, 3.5), 0, 0.5),
            "go wtime 5000 btime 3500 winc 500 binc 500",
        ),
        (cp.Limit(clock=4.0), Clocks((5.0, 0.0001), 0, 0.0), "go wtime 5000 btime 1"),
        (cp.Limit(time=1.0), Clocks((5.0, 3.5), 0, 0.5), "go movetime 1000"),
    ],
)
def test_it_is_told_the_limits(
    chess: cp.Game, fake: Callable[..., str], tmp_path: Path, limit, clocks, go
) -> None:
    player = make_player(parse_spec(fake()), chess, limit)
    player.new_game("0")
    assert player.think(chess.position(), limit, clocks).move == "a2a3"
    player.close()
    assert told(tmp_path, "go") == [go]


@pytest.mark.parametrize(
    ("how", "ending", "sentence"),
    [
        (
            "crashes",
            "error",
            "fake: it ended with exit code 1 (out of ideas), and sent no bestmove",
        ),
        ("cheats", "illegal", "fake: 'e2e2' is not a legal move here"),
        ("resigns", "illegal", "fake: '(none)' is not a legal move here"),
    ],
)
def test_a_program_that_goes_wrong_loses_and_starts_again(
    chess: cp.Game, fake: Callable[..., str], how: str, ending: str, sentence: str
) -> None:
    first, second = one_game(chess, (fake(how), "random"))
    assert (first.ending, first.score, first.efforts[0].moves) == (ending, 0, 3)
    assert sentence in first.text
    if how == "crashes":
        assert (second.ending, second.efforts[0].moves) == (ending, 3)


def test_a_program_that_hangs_is_ended_and_has_lost_on_time(
    chess: cp.Game, fake: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "GRACE", 0.2)
    for record in one_game(chess, (fake("hangs"), "random"), Clock(0.4)):
        assert (record.ending, record.score) == ("time", 0)
        assert "fake exceeded its time by" in record.text and "no bestmove in" in record.text


def test_a_program_that_hangs_without_a_clock_has_broken_down(
    chess: cp.Game, fake: Callable[..., str]
) -> None:
    record = one_game(chess, (fake("hangs", ",patience=0.2,depth=1"), "random"))[0]
    assert (record.ending, record.text) == ("error", "fake: no bestmove in 0.2 s")


def test_what_a_program_says_beside_the_protocol_is_not_heard(
    chess: cp.Game, fake: Callable[..., str]
) -> None:
    player = make_player(parse_spec(fake("babbles")), chess, cp.Limit())
    player.new_game("0")
    thought = player.think(chess.position(), cp.Limit(depth=1))
    player.close()
    assert (thought.move, thought.depth, thought.nodes) == ("a2a3", 7, 1234)


def test_a_program_that_will_not_leave_is_ended(
    chess: cp.Game, fake: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.protocols.process.END_SECONDS", 0.2)
    started = time.perf_counter()
    make_player(parse_spec(fake("stays")), chess, cp.Limit()).close()
    assert time.perf_counter() - started < 20


def test_castling_is_written_as_the_game_has_it(
    chess: cp.Game, fake: Callable[..., str], tmp_path: Path
) -> None:
    """The fake program castles whenever it can."""
    ordinary = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1"
    turned = "1k5r/8/8/8/8/8/8/1K4R1 w G - 0 1"
    for fen, written in ((ordinary, "e1g1"), (turned, "b1g1")):
        player = make_player(parse_spec(fake()), chess, cp.Limit())
        player.new_game("0")
        position = chess.position(fen)
        after = position.play(player.think(position, cp.Limit(depth=1)).move)
        assert chess.show_move(position.state, after.moves[-1]) == "O-O"
        player.think(after.play("Ka8" if written == "b1g1" else "Kd8"), cp.Limit(depth=1))
        player.close()
        assert f"moves {written} " in told(tmp_path, "position")[-1]
    assert told(tmp_path, "setoption") == ["setoption name UCI_Chess960 value true"]


def test_a_program_without_chess960_loses_such_games_with_the_reason(
    chess: cp.Game, fake: Callable[..., str]
) -> None:
    opening = "1k5r/8/8/8/8/8/8/1K4R1 w G - 0 1"
    record = one_game(chess, (fake("no 960"), "random"), opening=opening)[0]
    assert record.ending == "error" and "it does not play Chess960" in record.text


@pytest.mark.parametrize(
    ("how", "settings", "sentence"),
    [
        ("fine", ",option.Hush=3", "Fake has no option 'Hush': did you mean Hash?"),
        ("fine", ",option.Hash=999", "option Hash is a number from 1 to 64, not 999"),
        ("fine", ",option.Style=Odd", "option Style is one of Calm, Very Wild; not 'Odd'"),
        ("fine", ",memory=3", "a UCI program has no setting 'memory'. It has name, time"),
        ("fine", ",patience=no", "patience=no must be a number of seconds above 0"),
        ("dies at once", "", "it ended with exit code 1 (no licence), and sent no uciok"),
        ("no uciok", "", "is no UCI program: no uciok in 0.5 s"),
    ],
)
def test_what_cannot_play_is_refused_beforehand(
    chess: cp.Game, fake: Callable[..., str], monkeypatch, how: str, settings: str, sentence: str
) -> None:
    seconds = 0.5 if how == "no uciok" else 20.0
    monkeypatch.setattr("counterplay.protocols.program.START_SECONDS", seconds)
    with pytest.raises(CounterplayError) as refused:
        make_player(parse_spec(fake(how, settings)), chess, cp.Limit())
    assert sentence in str(refused.value)


def test_only_games_with_uci_moves_are_played(fake: Callable[..., str]) -> None:
    with pytest.raises(CounterplayError, match=r"nim has no UCI moves \(only chess has\)"):
        make_player(parse_spec(fake()), cp.load("nim"), cp.Limit())


def test_a_match_goes_on_with_programs_and_several_processes(
    chess: cp.Game, fake: Callable[..., str], tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    (tmp_path / "openings.txt").write_text(f"{SHORT}\n{SHORT.replace('K6R', 'K5R1')}\n")
    setup = {"depth": 1, "out": out, "openings": tmp_path / "openings.txt"}
    first = match(chess, fake(), "random", games=2, **setup)
    again = match(chess, fake(), "random", games=4, jobs=2, **setup)
    assert (first.played, again.played, again.finished) == (2, 4, True)
    numbers = [json.loads(line)["number"] for line in out.read_text().splitlines()[1:]]
    assert sorted(numbers) == [0, 1, 2, 3]


@pytest.mark.parametrize(("jobs", "sent"), [(1, signal.SIGINT), (2, signal.SIGKILL)])
def test_no_program_outlives_a_match(
    fake: Callable[..., str], tmp_path: Path, jobs: int, sent: signal.Signals
) -> None:
    code = "from counterplay.cli import main; main()"
    arguments = ["match", "chess", fake("hangs"), "random", "--depth", "1", "--jobs", str(jobs)]
    playing = subprocess.Popen(
        [sys.executable, "-c", code, *arguments, "--games", "4", "--opening-plies", "2"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "told.txt").exists() or len(told(tmp_path, "go")) < 3 * jobs:
        assert time.monotonic() < deadline and playing.poll() is None
        time.sleep(0.05)
    playing.send_signal(sent)
    playing.wait(30)
    ids = [int(line) for line in (tmp_path / "told.txt").read_text().splitlines() if line.isdigit()]
    while any(map(_runs, ids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert ids and not any(map(_runs, ids))
