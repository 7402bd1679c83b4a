"""UGI and GTP programs as players: what they are told, and what they lose by."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

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

FAKE = '''"""A program for tic-tac-toe that takes the first free square; `how` it goes wrong."""

import sys
import time

protocol, how, log = sys.argv[1], sys.argv[2], open(sys.argv[3], "a", buffering=1)
SQUARES = [column + row for row in "123" for column in "abc"]
played, asked = [], 0


def choose():
    """The third move is the one that goes wrong."""
    global asked
    asked += 1
    if asked == 3:
        if how == "dies":
            sys.exit("out of ideas")
        if how == "hangs":
            time.sleep(60)
        if how == "cheats":
            return played[0]
        if how == "babbles":
            return "\\\\xff == rubbish ? = 9"
        if how == "resigns":
            return "resign"
    free = next(square for square in SQUARES if square not in played)
    return free.upper() if how == "shouts" else free


def ugi(line):
    words = line.split()
    if words[0] == "ugi":
        return "id name Fake\\noption name Level type spin default 1 min 1 max 9\\nugiok"
    if words[0] == "isready":
        return "readyok"
    if words[0] == "position":
        played[:] = words[words.index("moves") + 1 :] if "moves" in words else []
    if words[0] == "go":
        return "info depth 2 nodes 30 score cp 0\\nbestmove " + choose()


def gtp(line):
    words = line.split()
    answers = {
        "protocol_version": "2",
        "name": "Fake",
        "list_commands": "\\n".join(COMMANDS),
    }
    if words[0] == "clear_board":
        played.clear()
    if words[0] == "play":
        played.append(words[2])
        if how == "refuses" and len(played) == 4:
            return "? illegal move\\n"
    if words[0] == "genmove":
        played.append(choose().lower())
        return "= " + (played[-1].upper() if how == "shouts" else played[-1]) + "\\n"
    return "= " + answers.get(words[0], "") + "\\n" if words[0] in COMMANDS else "? unknown\\n"


COMMANDS = ["protocol_version", "name", "list_commands", "clear_board", "play", "genmove"]
COMMANDS += ["boardsize", "komi", "time_settings", "time_left"]
if how == "knows more":
    COMMANDS += ["counterplay-limit", "counterplay-position"]
if how == "cannot move":
    COMMANDS.remove("genmove")
for line in sys.stdin:
    print(line.strip(), file=log)
    if line.strip() == "quit":
        break
    answer = {"ugi": ugi, "gtp": gtp}[protocol](line)
    if answer is not None:
        print(answer, flush=True)
'''


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("tic_tac_toe")


@pytest.fixture
def fake(tmp_path: Path) -> Callable[..., str]:
    """The spec of a fake program; what it is told goes to `told.txt`."""
    file = tmp_path / "fake.py"
    file.write_text(FAKE)

    def spec(protocol: str, how: str = "fine", settings: str = "") -> str:
        arguments = f"{file} {protocol} '{how}' {tmp_path / 'told.txt'}"
        return f"{protocol}:{sys.executable} {arguments}:name=fake{settings}"

    return spec


def told(folder: Path, *words: str) -> list[str]:
    lines = (folder / "told.txt").read_text().splitlines()
    return [line for line in lines if line.split()[:1] and line.split()[0] in words]


def both_games(
    game: cp.Game, specs: tuple[str, str], clock: Clock | None = None, opening: str = "startpos"
) -> list[Record]:
    """Both games of an opening; the players are closed after them."""
    pair = []
    for text in specs:
        spec = parse_spec(text)
        limit = spec.limit or cp.Limit(**({} if clock else {"time": 1.0}))
        pair.append(Seated(make_player(spec, game, limit), limit, spec.name))
    try:
        return [play(game, pair, task, clock) for task in schedule([opening], 2, seed=0)]
    finally:
        for seated in pair:
            seated.player.close()


def test_a_gtp_program_is_told_the_size_and_the_komi(
    fake: Callable[..., str], tmp_path: Path
) -> None:
    player = make_player(parse_spec(fake("gtp")), cp.load("go", komi="6.5"), cp.Limit(time=1.0))
    player.new_game("")
    player.close()
    assert told(tmp_path, "boardsize", "komi") == ["boardsize 9", "komi 6.5"]


@pytest.mark.parametrize(("one", "other"), [("ugi", "gtp"), ("gtp", "ugi"), ("gtp", "gtp")])
@pytest.mark.parametrize("how", ["fine", "shouts"])
def test_programs_of_different_protocols_play_one_another(
    game: cp.Game, fake: Callable[..., str], one: str, other: str, how: str
) -> None:
    for record in both_games(game, (fake(one, how), fake(other, "fine"))):
        assert record.ending == "end" and record.text == ""
        assert record.moves == ("a1", "b1", "c1", "a2", "b2", "c2", "a3")
        assert record.score == (1 if record.seats[0] == 0 else 0)


@pytest.mark.parametrize(
    ("protocol", "how", "ending", "sentence"),
    [
        (
            "ugi",
            "dies",
            "error",
            "it ended with exit code 1 (out of ideas), and sent no best",
        ),
        ("gtp", "dies", "error", "(out of ideas), and sent no answer to genmove"),
        ("ugi", "cheats", "illegal", "fake: 'a1' is not a legal move here"),
        ("gtp", "cheats", "illegal", "fake: 'a1' is not a legal move here"),
        ("ugi", "babbles", "illegal", "is not a legal move here"),
        ("gtp", "babbles", "illegal", "is not a legal move here"),
        ("ugi", "hangs", "error", "fake: no bestmove in 1.2 s"),
        ("gtp", "hangs", "error", "fake: no answer to genmove in 1.2 s"),
        ("gtp", "refuses", "error", "fake: it refuses 'play white a2': illegal move"),
        ("gtp", "resigns", "resigned", "fake resigned"),
    ],
)
def test_a_program_that_goes_wrong_loses_and_the_next_game_is_played(
    game: cp.Game,
    fake: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    protocol: str,
    how: str,
    ending: str,
    sentence: str,
) -> None:
    monkeypatch.setattr(program, "GRACE", 0.2)
    other = fake("ugi", settings="r")
    first, second = both_games(game, (fake(protocol, how), other))
    assert (first.ending, first.score, first.payoffs) == (ending, 0, None)
    assert sentence in first.text
    assert second.ending in ("end", ending) and second.number == 1


def test_whose_time_runs_out_while_it_hangs_has_lost_on_time(
    game: cp.Game, fake: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "GRACE", 0.2)
    record = both_games(game, (fake("gtp", "hangs"), fake("ugi")), Clock(0.4))[0]
    assert (record.ending, record.score) == ("time", 0)
    assert "fake exceeded its time by" in record.text and "no answer to gen" in record.text


def test_a_ugi_program_is_told_where_the_game_stands_and_how_long_it_has(
    game: cp.Game, fake: Callable[..., str], tmp_path: Path
) -> None:
    player = make_player(parse_spec(fake("ugi", settings=",option.level=3")), game, cp.Limit())
    player.new_game("0")
    clocks = Clocks((5.0, 3.5), 0, 0.0)
    position = game.position("startpos moves c3 b2")
    thought = player.think(position, cp.Limit(clock=4.0), clocks)
    assert (game.show_move(position.state, thought.move), thought.depth, thought.nodes) == (
        "a1", 2, 30,
    )  # fmt: skip
    player.new_game("1")
    player.think(game.position("x../.o./..."), cp.Limit(depth=3, nodes=9))
    player.close()
    assert told(tmp_path, "setoption", "position", "go", "uginewgame") == [
        "setoption name Level value 3",
        "uginewgame",
        "position startpos moves c3 b2",
        "go p1time 5000 p2time 3500 p1inc 0 p2inc 0",
        "uginewgame",
        "position fen x../.o./...",
        "go depth 3 nodes 9",
    ]


def test_a_gtp_program_is_told_only_what_is_new(
    game: cp.Game, fake: Callable[..., str], tmp_path: Path
) -> None:
    player = make_player(parse_spec(fake("gtp")), game, cp.Limit(time=0.1))
    player.new_game("0")
    position = game.position("startpos moves c3 b2")
    after = position.play(player.think(position, cp.Limit(time=0.1)).move).play("c1")
    player.think(after, cp.Limit(time=0.1))
    player.close()
    assert told(tmp_path, "boardsize", "clear_board", "play", "genmove", "time_settings") == [
        "boardsize 3",
        "clear_board",
        "play black c3",
        "play white b2",
        "time_settings 0 1 1",
        "genmove black",
        "play white c1",
        "genmove black",
    ]


def test_a_gtp_program_is_told_the_clocks_in_whole_seconds_or_exactly(
    game: cp.Game, fake: Callable[..., str], tmp_path: Path
) -> None:
    clocks = Clocks((5.25, 0.5), 1, 0.0)
    for how in ("fine", "knows more"):
        player = make_player(parse_spec(fake("gtp", how)), game, cp.Limit())
        player.new_game("0")
        player.think(game.position("startpos moves c3"), cp.Limit(clock=0.4, depth=7), clocks)
        player.close()
    assert told(tmp_path, "time_settings", "time_left", "counterplay-limit") == [
        "time_settings 5 0 0",
        "time_left black 5 0",
        "time_left white 1 0",
        "counterplay-limit depth 7",
        "time_settings 5.250 0 0",
        "time_left black 5.250 0",
        "time_left white 0.500 0",
    ]


def test_a_position_that_is_not_on_a_path_from_the_start(
    game: cp.Game, fake: Callable[..., str], tmp_path: Path
) -> None:
    opening = "x../.o./..."
    first, _ = both_games(game, (fake("gtp"), fake("ugi")), opening=opening)
    assert (first.ending, first.score) == ("error", 0)
    assert first.text == f"fake: it has no GTP command to start at {opening}"
    player = make_player(parse_spec(fake("gtp", "knows more")), game, cp.Limit(time=0.1))
    player.new_game("0")
    player.think(game.position(f"{opening} moves c3"), cp.Limit(time=0.1))
    player.close()
    assert told(tmp_path, "counterplay-position") == [f"counterplay-position {opening}"]


@pytest.mark.parametrize(
    ("protocol", "how", "settings", "sentence"),
    [
        ("gtp", "cannot move", "", "Fake has no command genmove"),
        ("gtp", "fine", ",depth=3", "GTP has no limit of depth or nodes: use time=SECONDS"),
        ("gtp", "fine", ",option.Hash=3", "GTP has no options: pass them"),
        ("ugi", "fine", ",option.Hash=3", "Fake has no option 'Hash'"),
        ("ugi", "fine", ",memory=3", "a UGI program has no setting 'memory'. It has name"),
        ("gtp", "fine", ",patience=no", "patience=no must be a number of seconds above 0"),
    ],
)
def test_what_cannot_play_is_refused_beforehand(
    game: cp.Game, fake: Callable[..., str], protocol: str, how: str, settings: str, sentence: str
) -> None:
    with pytest.raises(CounterplayError) as refused:
        make_player(parse_spec(fake(protocol, how, settings)), game, cp.Limit(time=1.0))
    assert sentence in str(refused.value)


def test_gtp_is_for_two_players(fake: Callable[..., str]) -> None:
    with pytest.raises(CounterplayError, match="dots_and_boxes is for 3 players, and GTP for two"):
        game = cp.load("dots_and_boxes", players=3)
        make_player(parse_spec(fake("gtp")), game, cp.Limit(time=1.0))


PASSER = '''"""Two players say one word in turn, or pass; two passes end the game."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Passer", most_actions=2, longest_game=8, names=("Black", "White"))


class State(NamedTuple):
    ply: int
    passes: int


def initial():
    return State(0, 0)


def player(s):
    return s.ply % 2


def actions(s, moves):
    moves[0], moves[1] = 1, 0
    if terminal(s):
        return 0
    if FORCED:
        moves[0] = s.ply % 2
    return 1 if FORCED else 2


def result(s, a):
    return State(s.ply + 1, 0 if a else s.passes + 1)


def terminal(s):
    return s.ply == 8 or s.passes == 2


def utility(s, p):
    return 0


def show_move(s, a):
    return "word" if a else "--"
'''

PASSES = '''"""A GTP program that reads one spelling of a pass, or none; what it is told."""

import sys

spelling, says, log = sys.argv[1], sys.argv[2], open(sys.argv[3], "a", buffering=1)
COMMANDS = ["protocol_version", "name", "list_commands", "clear_board", "play", "genmove"]
for line in sys.stdin:
    words = line.split()
    print(line.strip(), file=log)
    if words[0] == "quit":
        break
    answers = {"protocol_version": "2", "list_commands": "\\n".join(COMMANDS), "genmove": says}
    is_read = words[0] != "play" or words[2] in (spelling, "word")
    answer = "= " + answers.get(words[0], "") if is_read else "? syntax error"
    print(answer, end="\\n\\n", flush=True)
'''


@pytest.fixture
def passing(tmp_path: Path) -> Callable[..., tuple[cp.Game, Any]]:
    """A game whose pass is written `--`, and a program that reads one spelling of a pass."""
    (tmp_path / "program.py").write_text(PASSES)

    def begin(spelling: str, says: str = "word", forced: bool = False) -> tuple[cp.Game, Any]:
        (tmp_path / "passer.py").write_text(PASSER.replace("FORCED", str(forced)))
        game = cp.load(tmp_path / "passer.py")
        words = (sys.executable, tmp_path / "program.py", spelling, says, tmp_path / "told.txt")
        player = make_player(parse_spec(f"gtp:{' '.join(map(str, words))}"), game, cp.Limit(time=1))
        player.new_game("0")
        return game, player

    return begin


@pytest.mark.parametrize("spelling", ["--", "pass", "PASS", "Pass"])
def test_a_pass_is_told_in_the_spelling_that_the_program_accepts(
    passing: Callable[..., tuple[cp.Game, Any]], tmp_path: Path, spelling: str
) -> None:
    game, player = passing(spelling)
    player.think(game.position("startpos moves word --"), cp.Limit(time=1))
    player.think(game.position("startpos moves word -- word --"), cp.Limit(time=1))
    player.close()
    tried = ["--", "pass", "PASS", "Pass"]
    tried = tried[: tried.index(spelling) + 1]
    assert told(tmp_path, "play") == [
        "play black word",
        *(f"play white {word}" for word in tried),
        f"play white {spelling}",
    ]


def test_a_forced_pass_is_left_out_for_a_program_that_reads_none(
    passing: Callable[..., tuple[cp.Game, Any]], tmp_path: Path
) -> None:
    game, player = passing("none", forced=True)
    black = game.position("startpos moves --")
    assert player.think(black, cp.Limit(time=1)).move == 1
    player.think(black.play("word").play("--"), cp.Limit(time=1))
    player.close()
    tried = [f"play black {word}" for word in ("--", "pass", "PASS", "Pass")]
    assert told(tmp_path, "play", "genmove") == [*tried, "genmove white", "genmove white"]


def test_a_program_that_reads_no_pass_loses_when_the_pass_was_a_choice(
    passing: Callable[..., tuple[cp.Game, Any]],
) -> None:
    game, player = passing("none")
    with pytest.raises(CounterplayError, match="it refuses 'play black --': syntax error"):
        player.think(game.position("startpos moves --"), cp.Limit(time=1))
    player.close()


@pytest.mark.parametrize("says", ["pass", "PASS", "Pass", "--", "pa"])
def test_a_pass_of_a_program_is_understood_in_any_spelling(
    passing: Callable[..., tuple[cp.Game, Any]], says: str
) -> None:
    game, player = passing("--", says)
    assert player.think(game.position(), cp.Limit(time=1)).move == 0
    player.close()


def test_our_own_programs_play_a_match_over_both_protocols(game: cp.Game, tmp_path: Path) -> None:
    """Whoever looks to the end of tic-tac-toe does not lose."""
    ours = f"{sys.executable} -m counterplay"
    result = match(
        game,
        f"ugi:{ours} ugi tic_tac_toe:name=one,option.Hash=1,depth=9",
        f"gtp:{ours} gtp tic_tac_toe --memory 1:name=other,depth=9",
        games=4,
        out=tmp_path / "games.jsonl",
    )
    assert (result.played, result.faults) == (4, 0)
    assert all(record.ending == "end" and record.score == 0.5 for record in result.games)


def test_outcomes_of_chance_are_told_as_moves(
    race: cp.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # two plies need no compiler
    ours = f"ugi:{sys.executable} -m counterplay ugi {race.path}:name=ours,depth=2"
    result = match(race, ours, "random", games=2, out=tmp_path / "games.jsonl")
    assert (result.played, result.faults) == (2, 0)
    assert result.sides[0].name == "ours" and {r.ending for r in result.games} == {"end"}
