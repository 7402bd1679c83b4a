"""GNU Backgammon as a player: its plays, its cube, and what it loses by."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from shutil import which

import pytest

import counterplay as cp
from counterplay.arena.matches import match
from counterplay.core.game.errors import CounterplayError
from counterplay.games.backgammon import ids
from counterplay.games.backgammon.board import START
from counterplay.players import make_player, program
from counterplay.players.base import Player
from counterplay.players.parse import parse_spec
from tests.conftest import need

Make = Callable[[str, cp.Game], Player]
GNUBG = which("gnubg") or "/usr/games/gnubg"
FAKE = '''"""A program like GNU Backgammon; `how` it goes wrong, if it is asked to decide."""

import os
import socket
import sys
import time

how = sys.argv[1]
for line in sys.stdin:
    print("I do", line, flush=True)
    if line.startswith("external") and how != "hides":
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(line.split()[1])
        listener.listen(1)
        print("Waiting for a connection from", line.split()[1], flush=True)
        peer, _ = listener.accept()
        while asked := peer.recv(4096):
            if how == "dies":
                sys.exit("out of ideas")
            if how == "hangs":
                time.sleep(60)
            answers = {
                "cheats": b"24/2\\n", "babbles": b"\\xff == rubbish\\n", "refuses": b"Error: no\\n",
                "floods": b"x" * 20_000, "repeats": b"roll\\nroll\\n",
            }
            peer.sendall(answers[how])
'''


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("backgammon")


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str], str]:
    """The spec of a fake program."""
    file = tmp_path / "fake.py"
    file.write_text(FAKE)
    return lambda how: f"gnubg:path={sys.executable} {file} {how},name=fake"


@pytest.fixture
def make() -> Iterator[Make]:
    """Make players. They are closed after the test."""
    with ExitStack() as stack:

        def made(text: str, game: cp.Game) -> Player:
            player = make_player(parse_spec(text), game, cp.Limit(time=20.0))
            stack.callback(player.close)
            player.new_game("0")
            return player

        yield made


def move_in(player: Player, position: cp.Position) -> str:
    move = player.think(position, cp.Limit(time=20.0)).move
    return position.show_move(move) if isinstance(move, int) else move


@pytest.mark.parametrize(
    ("roll", "play"), [("31", "8/5,6/5"), ("42", "8/4,6/4"), ("61", "13/7,8/7"), ("65", "24/13")]
)
@pytest.mark.parametrize("plies", [0, 2])
def test_the_plays_that_every_book_recommends(
    make: Make, game: cp.Game, roll: str, play: str, plies: int
) -> None:
    need(Path(GNUBG).exists(), "gnubg")
    player = make(f"gnubg:plies={plies}", game)
    for text in (roll, roll[::-1]):
        assert move_in(player, game.position().play(text)) == play


def position_id(mine: dict[int, int], theirs: dict[int, int]) -> str:
    """The position ID of these checkers on points; `mine` are those of the player who rolls."""
    counts = [[side.get(point, 0) for point in range(1, 26)] for side in (mine, theirs)]
    return ids.write_position(*counts)


@pytest.mark.parametrize(
    ("mine", "theirs", "decisions"),
    [
        (START, START, ("roll", "take")),
        ({1: 2}, {1: 2}, ("double", "drop")),
        ({6: 1, 5: 1}, {1: 2}, ("roll", "take")),  # 6 rolls of 36 win
        ({6: 1, 2: 1}, {1: 1}, ("roll", "take")),  # 13 of 36
        ({5: 1, 2: 1}, {1: 1}, ("double", "take")),  # 19 of 36: the last roll
        ({3: 1, 2: 1}, {1: 1}, ("double", "take")),  # 25 of 36: the other wins more than a quarter
        ({3: 1, 1: 1}, {1: 1}, ("double", "drop")),  # 34 of 36
    ],
)
def test_decisions_about_the_cube(
    make: Make, mine: dict[int, int], theirs: dict[int, int], decisions: tuple[str, str]
) -> None:
    need(Path(GNUBG).exists(), "gnubg")
    game = cp.load("backgammon", cube=True)
    player, position = make("gnubg:plies=0", game), game.position(position_id(mine, theirs))
    assert (move_in(player, position), move_in(player, position.play("double"))) == decisions


@pytest.mark.parametrize(
    ("points", "mine", "decision"),
    [
        ((3, 4), {6: 1, 2: 1}, "take"),  # a drop leaves 4:4, and the other wins 23 of 36
        ((3, 4), {5: 1, 2: 1}, "drop"),  # 17 of 36
        ((4, 3), {3: 1, 1: 1}, "take"),  # a drop would lose the match
    ],
)
def test_a_take_depends_on_the_score_of_the_match(
    make: Make, points: tuple[int, int], mine: dict[int, int], decision: str
) -> None:
    need(Path(GNUBG).exists(), "gnubg")
    game = cp.load("backgammon", cube=True, match=5)
    player = make("gnubg:plies=0", game)
    for turn in (0, 1):
        score = points if turn == 0 else points[::-1]
        fields = ids.Match(0, 3, turn, 0, 1, 1 - turn, 1, 0, 0, 0, 5, *score, 0)
        position = game.position(f"{position_id(mine, {1: 1})}:{ids.write_match(fields)}")
        assert position.turn == 1 - turn
        assert move_in(player, position) == decision


def test_a_roll_without_a_play_is_passed(make: Make, game: cp.Game) -> None:
    need(Path(GNUBG).exists(), "gnubg")
    closed_out = game.position(position_id({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2)))
    assert move_in(make("gnubg", game), closed_out.play("65")) == "pass"


@pytest.mark.parametrize("arguments", [{}, {"cube": True}, {"cube": True, "match": 3}], ids=str)
def test_gnu_backgammon_plays_whole_games(arguments: dict[str, int]) -> None:
    need(Path(GNUBG).exists(), "gnubg")
    game = cp.load("backgammon", **arguments)
    result = match(game, "gnubg:plies=0,name=one", "random", games=4, time=20.0)
    assert (result.played, result.faults) == (4, 0)
    assert result.wins >= 3


@pytest.mark.parametrize(
    ("how", "ending", "sentence"),
    [
        ("dies", "error", "fake: it ended with exit code 1 (out of ideas), and sent no answer"),
        ("hangs", "error", "fake: no answer in 0.4 s"),
        ("cheats", "illegal", "fake: '24/2' is not a legal move here"),
        ("babbles", "illegal", "is not a legal move here"),
        ("refuses", "error", "fake: it refuses a board: Error: no"),
        ("floods", "error", "fake: its answer is longer than 16384 characters"),
    ],
)
def test_a_program_that_goes_wrong_loses(
    game: cp.Game,
    fake: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    ending: str,
    sentence: str,
) -> None:
    monkeypatch.setattr(program, "GRACE", 0.2)
    result = match(game, fake(how), "random", games=2, time=0.2)
    assert (result.losses, result.faults) == (2, 2)
    assert {record.ending for record in result.games} == {ending}
    assert sentence in result.games[0].text


def test_a_program_that_writes_more_than_asked_is_ended(
    make: Make, fake: Callable[[str], str]
) -> None:
    game = cp.load("backgammon", cube=True)
    player = make(fake("repeats"), game)
    position = game.position("4HPwATDgc/ABMA")
    assert move_in(player, position) == "roll"
    with pytest.raises(CounterplayError, match="it writes lines that nobody asked for"):
        player.think(position, cp.Limit(time=20.0))


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("plies=1.5", "plies=1.5 must be a whole number from 0 to 7"),
        ("plies=x", "plies=x must be a whole number from 0 to 7"),
        ("noise=-1", "noise=-1 must be a number from 0 to 1"),
        ("depth=3", "GNU Backgammon has no limits: say how far it looks with plies=2"),
        ("memory=3", "gnubg has no setting 'memory'. It has name, path, patience, plies and noise"),
        ("path=/bin/nowhere", "there is no program '/bin/nowhere' that can be run"),
        ("path=/bin/true", "/bin/true is no GNU Backgammon: it ended with exit code 0"),
    ],
)
def test_what_cannot_play_is_refused_beforehand(
    game: cp.Game, settings: str, sentence: str
) -> None:
    path = "" if "path=" in settings else f",path={sys.executable}"
    with pytest.raises(CounterplayError) as refused:
        make_player(parse_spec(f"gnubg:{settings}{path}"), game, cp.Limit())
    assert sentence in str(refused.value)


def test_it_plays_no_other_game() -> None:
    with pytest.raises(CounterplayError, match="GNU Backgammon plays backgammon, and not nim"):
        make_player(parse_spec(f"gnubg:path={sys.executable}"), cp.load("nim"), cp.Limit())
