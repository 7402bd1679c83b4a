"""The engine as a GTP program: the form of answers, every command, and what it refuses."""

import random
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.limits import Limit
from counterplay.protocols.engine_options import EngineOptions
from counterplay.protocols.gtp.clock import Clocks, Control, Left, read_limit
from counterplay.protocols.gtp.play import Play
from counterplay.protocols.gtp.program import GtpProgram, RefusalError
from counterplay.protocols.gtp.server import Gtp
from counterplay.protocols.gtp.text import answer_lines, colours_of, split_line
from counterplay.protocols.moves import legal_moves
from counterplay.protocols.process import ProgramError
from tests.conftest import need

GNUGO = shutil.which("gnugo") or "/usr/games/gnugo"


# Text


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("name", ("", "name")),
        ("12 play b  c3", ("12", "play b  c3")),
        ("  7\tplay\tb c3 # a comment", ("7", "play b c3")),
        ("# only a comment", ("", "")),
        ("8", ("8", "")),
        ("na\x07me\x00", ("", "name")),
        ("1a2b", ("", "1a2b")),
    ],
)
def test_a_line_is_an_id_and_a_command(line: str, read: tuple[str, str]) -> None:
    assert split_line(line) == read


def test_an_answer_ends_with_its_only_empty_line() -> None:
    assert answer_lines("=", "", "") == ["=", ""]
    assert answer_lines("=", "3", "c3") == ["=3 c3", ""]
    assert answer_lines("?", "", "why not") == ["? why not", ""]
    assert answer_lines("=", "", "\na\n\nb\n") == ["=", "a", " ", "b", ""]


def test_the_first_player_is_black_unless_the_game_says_otherwise() -> None:
    assert colours_of(cp.load("othello")) == ("black", "white")
    assert colours_of(cp.load("checkers")) == ("black", "white")
    assert colours_of(cp.load("chess")) == ("white", "black")


# Time


def test_a_clock_without_periods_is_for_the_whole_game() -> None:
    clocks = Clocks()
    clocks.set(Control(60, 0, 0))
    assert clocks.limit(0, Limit(depth=9)) == Limit(clock=59.95, depth=9)
    clocks.spend(0, 10)
    assert clocks.limit(0, Limit()).clock == 49.95 and clocks.limit(1, Limit()).clock == 59.95
    clocks.tell(1, Left(3))
    assert clocks.limit(1, Limit()).clock == 2.95
    clocks.restart()
    assert clocks.limit(1, Limit()).clock == 59.95


def test_periods_follow_the_time_for_the_game_and_one_another() -> None:
    clocks = Clocks()
    clocks.set(Control(1, 10, 2))
    assert clocks.limit(0, Limit()) == Limit(clock=0.95, increment=5)
    clocks.spend(0, 2)
    assert clocks.limit(0, Limit()) == Limit(clock=9.95, moves_to_go=2)
    clocks.spend(0, 4)
    assert clocks.limit(0, Limit()) == Limit(clock=5.95, moves_to_go=1)
    clocks.spend(0, 4)
    assert clocks.limit(0, Limit()) == Limit(clock=9.95, moves_to_go=2)


def test_a_period_without_moves_means_that_there_is_no_limit() -> None:
    clocks = Clocks()
    clocks.set(Control(60, 10, 0))
    assert clocks.limit(0, Limit(time=2)) == Limit(time=2)


def test_a_limit_of_ones_own_is_read() -> None:
    assert read_limit(["time", "0.5", "depth", "3", "nodes", "9"], "x") == Limit(0.5, 3, 9)
    assert read_limit([], "x") == Limit()
    for wrong in ("time", "depth x", "luck 3", "time -1", "depth 3 depth 4"):
        with pytest.raises(InputError, match="syntax error"):
            read_limit(wrong.split(), "x")


# The program


def test_commands_are_listed_and_known(gtp) -> None:
    talk = gtp()
    first, *listed, last = talk.asked("list_commands")
    names = [first.removeprefix("= "), *listed]
    assert last == "" and len(set(names)) == len(names)
    needed = "protocol_version name version known_command list_commands quit boardsize clear_board \
        komi play genmove reg_genmove undo showboard time_settings time_left final_score analyze"
    assert set(needed.split()) <= set(names)
    for name in names:
        assert talk.asked(f"known_command {name}") == ["= true", ""]
    assert talk.asked("known_command fly", "3 fly", "fly") == [
        "= false", "", "?3 unknown command", "", "? unknown command", "",
    ]  # fmt: skip
    assert talk.asked("1 protocol_version", "name", "version") == [
        "=1 2", "", "= Counterplay", "", "= test", "",
    ]  # fmt: skip


def test_a_game_is_played_shown_scored_and_taken_back(gtp) -> None:
    talk = gtp()
    moves = ["play b B2", "play WHITE a1", "play Black b1", "play w b3", "play b c1", "play w a3"]
    assert talk.asked("clear_board", *moves) == ["=", ""] * 7
    assert talk.asked("final_score") == ["? cannot score: the game is not over", ""]
    assert talk.asked("showboard") == [
        "=", "3 O O .", "2 . X .", "1 O X X", "  a b c", "black to move", "",
    ]  # fmt: skip
    assert talk.asked("4 genmove b") in (["=4 a2", ""], ["=4 c3", ""])
    talk.asked("undo", "play b c2", "play w c3")
    assert talk.asked("final_score") == ["= W+1", ""]
    assert talk.asked("genmove b") == ["? genmove: the game is over", ""]
    assert talk.asked(*["undo"] * 8) == ["=", ""] * 8
    assert talk.asked("undo") == ["? cannot undo", ""]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play b", "syntax error: play: a colour and a move are needed"),
        ("play red a1", "syntax error: 'red' is no colour; write black or white"),
        ("play w a1", "illegal move: it is the turn of black"),
        ("play b d4", "illegal move: 'd4'; legal are: a1, b1, c1, a2, b2, c2, a3, b3, c3"),
        ("genmove", "syntax error: genmove: a colour is needed"),
        ("genmove w", "genmove: it is the turn of black"),
        ("boardsize 99", "unacceptable size: tic_tac_toe: width=99 is out of range: 1 to 8"),
        ("boardsize x", "syntax error: boardsize: 'x' is not a whole number"),
        ("komi 6.5", "there is no komi in tic_tac_toe, it can only be 0"),
        ("komi x", "syntax error: komi: 'x' is not a number"),
        ("time_settings 3", "syntax error: time_settings: seconds for the game,"),
        ("time_left b x 0", "syntax error: time_left: 'x' is not a number of seconds"),
        ("analyze luck 3", "syntax error: 'luck' is no colour"),
        ("analyze b 10 luck 3", "syntax error: analyze: 'luck' means nothing here"),
        ("counterplay-limit deep 3", "syntax error: counterplay-limit: write time, depth or nodes"),
        ("counterplay-position xx", "'xx' is not a position of tic_tac_toe"),
    ],
)
def test_a_wrong_line_is_answered_in_a_sentence(gtp, line: str, sentence: str) -> None:
    said, end = gtp().asked(f"5 {line}")
    assert said.startswith(f"?5 {sentence}") and end == ""


def test_the_board_has_the_sizes_that_the_game_has() -> None:
    play = Play(cp.load("tic_tac_toe"))
    assert not play.resize(["3"]) and not play.set_komi(["0"])
    assert play.resize(["4"]) and play.play(["b", "d4"]) == ""
    assert play.resize(["5", "2"]) and play.play(["b", "e2"]) == ""
    with pytest.raises(InputError, match="illegal move: 'e3'"):
        play.play(["w", "e3"])
    for name, size, sentence in (
        ("chess", "8", "unacceptable size: the board of chess has one size only"),
        ("othello", "6 8", "unacceptable size: boards of othello are square"),
        ("othello", "7", "unacceptable size: othello: "),
        ("connect_four", "99", "unacceptable size: connect_four: width=99 is out of range"),
    ):
        with pytest.raises(InputError, match=sentence):
            Play(cp.load(name)).resize(size.split())
    assert not Play(cp.load("connect_four")).resize(["7", "6"])


def test_passes_are_moves_and_may_be_left_out() -> None:
    """Othello on four squares by four soon has passes; compared with the game's own moves."""
    game, dice, passes = cp.load("othello", size=4), random.Random(3), 0
    play = Play(game)
    for number in range(40):
        play.clear()
        position = game.position()
        while not position.is_over:
            word = dice.choice(list(legal_moves(position)))
            passes += word == "pass"
            if word != "pass" or number % 2:
                play.play(["bw"[position.turn], word.upper()])
            position = position.play(word)
        assert play.position.state == position.state
        lead = position.payoffs[0]
        wanted = f"{'BW'[lead < 0]}+{abs(lead):g}" if lead else "0"
        assert play.final_score([]) == wanted
    assert passes > 20


def test_every_move_of_the_engine_is_legal(gtp) -> None:
    talk, game = gtp("connect_four", limit=cp.Limit(nodes=300)), cp.load("connect_four")
    talk.tell("clear_board")
    position = game.position()
    talk.asked()
    while not position.is_over:
        answer = talk.asked(f"genmove {'bw'[position.turn]}")[0]
        position = position.play(answer.removeprefix("= "))
    assert talk.asked("final_score")[0] in ("= B+1", "= W+1", "= 0")


def test_a_move_may_be_asked_for_without_being_played(gtp) -> None:
    talk = gtp()
    one, other = talk.asked("reg_genmove b")[0], talk.asked("reg_genmove b")[0]
    assert one == other and "black to move" in talk.asked("showboard")[-2]


def test_the_clock_of_the_controller_is_kept(gtp) -> None:
    talk = gtp("connect_four", limit=cp.Limit())
    talk.tell("clear_board", "time_settings 600 0 0", "time_left b 0.3 0")
    talk.asked()
    started = time.process_time()
    assert talk.asked("genmove b")[0][2:] in "1234567"
    assert time.process_time() - started < 0.6
    talk.asked("time_settings 0 0.2 1")
    started = time.process_time()
    assert talk.asked("genmove w")[0][2:] in "1234567"
    assert time.process_time() - started < 0.6


@pytest.mark.parametrize(
    ("command", "numbers"),
    [
        ("lz-analyze b 2", r"winrate \d+"),
        ("kata-analyze interval 2 maxmoves 2", r"winrate [01]\.\d{4} scoreLead -?\d+\.\d{4}"),
        ("analyze 2 maxmoves 1", r"winrate [01]\.\d{4} scoreLead -?\d+\.\d{4}"),
    ],
)
def test_analysis_goes_on_until_the_next_line(gtp, command: str, numbers: str) -> None:
    talk = gtp("connect_four")
    talk.tell("clear_board")
    talk.until("")
    for ending in ("name", "", "quit"):
        talk.tell(f"9 {command}")
        assert talk.until("info")[0].strip() == "=9"
        talk.tell(ending)
        lines = talk.until("=") if ending else talk.until("")
        *infos, empty = lines[:-1] if ending else lines
        assert empty == ""
        one = rf"info move [1-7] visits \d+ {numbers} order \d+ pv( [1-7])+"
        assert all(re.fullmatch(rf"{one}( {one})*", info) for info in infos), infos
        talk.asked()


def test_a_position_may_be_set(gtp) -> None:
    talk = gtp()
    assert talk.asked("counterplay-position x.o/.x./..o moves a1") == ["=", ""]
    assert (
        talk.asked("all_legal w") == ["= b1 a2 c2 b3", ""] and talk.asked("all_legal b")[0] == "="
    )
    assert talk.asked("undo", "play b c2") == ["=", ""] * 2


@pytest.mark.parametrize(
    ("name", "parameters", "sentence"),
    [
        ("dots_and_boxes", {"players": 3}, "dots_and_boxes is for 3 players, and GTP for two"),
        ("tree", {"tree": [{"chance": [[0.5, 1], [0.5, 2]]}]}, "has chance in it, which GTP"),
    ],
)
def test_what_gtp_has_no_words_for_is_refused(name: str, parameters, sentence: str) -> None:
    with pytest.raises(UnfitError, match=sentence):
        Gtp(print, "test", cp.load(name, **parameters), EngineOptions(), Limit())  # type: ignore[arg-type]


def test_what_the_method_cannot_do_is_refused() -> None:
    game, options = cp.load("tic_tac_toe"), EngineOptions.of("uct", {"threads": "2"})
    with pytest.raises(InputError, match="uct has no depth to be limited: give it time or nodes"):
        Gtp(print, "test", game, options, Limit(depth=3))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="maxn uses one thread"):
        Gtp(print, "test", game, EngineOptions.of("maxn", {"threads": "2"}), Limit())  # type: ignore[arg-type]
    with pytest.raises(InputError, match="/nowhere has no endgame tables of tic_tac_toe"):
        Gtp(print, "test", game, EngineOptions.of("auto", {}, "/nowhere"), Limit())  # type: ignore[arg-type]


LINES = (
    "name", "list_commands", "known_command play", "clear_board", "boardsize 3", "komi 0",
    "play b b2", "play w a1", "play b pass", "genmove b", "reg_genmove w", "undo", "showboard",
    "time_settings 9 9 9", "time_left b 9 0", "final_score", "all_legal b", "analyze b 1",
    "counterplay-position x.o/.x./..o", "counterplay-limit depth 2", "",
)  # fmt: skip
BAD = ("", "-1", "99999999999", "#", "\x00", "é", "a9", "1", "x" * 3000, "black", "w")


def test_every_command_gets_one_answer_however_it_is_mutated(gtp) -> None:
    talk, dice = gtp(), random.Random(2)
    talk.tell("clear_board")
    talk.asked()
    for number in range(3000):
        words = dice.choice(LINES).split(" ")
        for _ in range(dice.choice((0, 1, 1, 2))):
            words[dice.randrange(len(words))] = dice.choice((*BAD, *dice.choice(LINES).split(" ")))
        line = " ".join(words)
        if line.startswith(("boardsize", "time_")) and line not in LINES:
            continue  # another board is compiled; a minute is a minute
        said = talk.asked(f"{number} {line}", "")
        heads = [text for text in said if text.startswith(("=", "?"))]
        assert len(heads) == 1 and said[-1] == "" and said.count("") == 1, (line, said)
        assert re.match(rf"[=?]{number}\b", heads[0]), (line, said)
        assert " failed: " not in heads[0], (line, said)
    assert talk.asked("name") == ["= Counterplay", ""]


def test_the_program_ends_with_quit(run_module: Callable) -> None:
    done = run_module("gtp", "nim", lines="1 name\n2 quit\n3 name\n")
    assert (done.returncode, done.stdout) == (0, "=1 Counterplay\n\n=2\n\n")
    done = run_module("gtp", "nim", "--method", "luck")
    assert (
        done.returncode == 2
        and "--method luck does not fit nim: choose one of auto, " in done.stderr
    )


# Other people's programs


def test_gnu_go_is_spoken_to() -> None:
    need(Path(GNUGO).exists(), "GNU Go")
    program = GtpProgram((GNUGO, "--mode", "gtp"))
    try:
        assert program.name == "GNU Go"
        assert {"play", "genmove", "boardsize", "list_commands"} <= program.commands
        assert program.ask("boardsize 9") == "" and program.ask("play black C3") == ""
        with pytest.raises(RefusalError, match="it refuses 'play black C3': illegal move"):
            program.ask("play black C3")
        assert "C3" not in program.ask("all_legal white").split()
    finally:
        program.close()
    assert not program.alive


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("exit 3", "is no GTP program: it ended with exit code 3"),
        ("read x; echo = 7; echo; sleep 9", "it speaks version '7' of the protocol, not 2"),
        ("read x; echo '? what'; echo; sleep 9", "it refuses 'protocol_version': what"),
        ("yes", "no answer to protocol_version in 0.5 s"),
    ],
)
def test_what_is_no_gtp_program_is_refused(
    monkeypatch: pytest.MonkeyPatch, script: str, sentence: str
) -> None:
    monkeypatch.setattr("counterplay.protocols.gtp.program.START_SECONDS", 0.5)
    monkeypatch.setattr("counterplay.protocols.process.END_SECONDS", 0.1)
    with pytest.raises(ProgramError, match=re.escape(sentence)):
        GtpProgram(("/bin/sh", "-c", script))
