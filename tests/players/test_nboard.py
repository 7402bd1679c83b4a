"""NBoard programs as players of Othello: what they are told, and what they lose by."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.arena.matches import match
from counterplay.core.game.errors import CounterplayError, UnfitError
from counterplay.players import make_player, program
from counterplay.players.parse import parse_spec

FAKE = r'''"""A program that plays the first legal move of Othello; `how` it goes wrong."""

import re
import sys
import time

how, log = sys.argv[1], open(sys.argv[2], "a", buffering=1)
SQUARES = [column + row for row in "12345678" for column in "ABCDEFGH"]
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
board, turn, asked = {}, "*", 0


def turned(square, own):
    """The discs that a move turns."""
    found = []
    for x, y in STEPS:
        run, (column, row) = [], (ord(square[0]) + x, int(square[1]) + y)
        while board.get(chr(column) + str(row), "-") not in ("-", own):
            run.append(chr(column) + str(row))
            column, row = column + x, row + y
        found += run if board.get(chr(column) + str(row)) == own else []
    return found


def legal(own):
    free = [square for square in SQUARES if board[square] == "-"]
    return [square for square in free if turned(square, own)] or ["PA"]


def set_game(text):
    """Set the board up and play the moves. Each of them must be legal."""
    global turn
    squares, turn = re.search(r"BO\[8 ([-*O]{64}) ([*O])\]", text).groups()
    board.clear()
    board.update(zip(SQUARES, squares))
    for colour, move in re.findall(r"([BW])\[([A-Z][A-H1-8])\]", text.partition("BO[")[2]):
        if turn != {"B": "*", "W": "O"}[colour] or move not in legal(turn):
            sys.exit("I was told " + move + ", which is not legal")
        if move != "PA":
            board.update(dict.fromkeys([move, *turned(move, turn)], turn))
        turn = "*O".replace(turn, "")


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
            return "A1"
        if how == "babbles":
            return "\xff"
        if how == "says nothing":
            return ""
    return legal(turn)[0]


print("Welcome!\n\npong 17", flush=True)
for line in sys.stdin:
    words = line.split()
    print(line.strip(), file=log)
    if words[0] == "quit":
        break
    if words[0] == "ping" and how != "is deaf":
        print("pong", words[1], flush=True)
    if words[:2] == ["set", "game"]:
        set_game(line)
    if words[0] == "go":
        print("status Thinking\nsearch D3E3 -1.65 0   7\nsearch D3 64 0 100%W\nsearch")
        move = choose()
        print("===", {"writes as Edax": move.lower() + " 1.0 0.0"}.get(how, move + "/1.00/0.01"))
        print("status", flush=True)
'''

OPENING = "---------------------------O*------*O--------------------------- *"
BLOCKED = f"{56 * 'X'}OXXXX-O- X"
"""X cannot enclose anything; O can, on f8."""

Fake = Callable[..., str]


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("othello")


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    """The spec of a fake program; what it is told goes to `told.txt`."""
    file = tmp_path / "fake.py"
    file.write_text(FAKE)

    def spec(how: str = "fine", settings: str = ",depth=7") -> str:
        arguments = f"{file} '{how}' {tmp_path / 'told.txt'}"
        return f"nboard:{sys.executable} {arguments}:name=fake{settings}"

    return spec


def told(folder: Path, word: str) -> list[str]:
    """What the program was told after this word."""
    lines = (folder / "told.txt").read_text().splitlines()
    return [line.removeprefix(word).strip() for line in lines if line.startswith(word)]


@pytest.mark.parametrize("how", ["fine", "writes as Edax"])
def test_whole_games_are_legal_to_both_sides(game: cp.Game, fake: Fake, how: str) -> None:
    """The program knows the rules, and exits if it is told an illegal move."""
    result = match(game, fake(how), "random", games=2, time=20.0)
    assert (result.played, result.faults) == (2, 0)
    assert {record.ending for record in result.games} == {"end"}
    efforts = [record.efforts[0] for record in result.games]
    assert all(effort.depth == 7 * effort.moves > 0 for effort in efforts)


def test_a_program_is_told_its_depth_and_the_game(
    game: cp.Game, fake: Fake, tmp_path: Path
) -> None:
    player = make_player(parse_spec(fake()), game, cp.Limit(time=1.0))
    player.new_game("0")
    position = game.position("startpos moves f5 f6")
    thought = player.think(position, cp.Limit(depth=7))
    player.close()
    assert (position.show_move(thought.move), thought.depth, thought.nodes) == ("d3", 7, None)
    assert told(tmp_path, "nboard") == ["1"]
    assert told(tmp_path, "set depth") == ["7"]
    (line,) = told(tmp_path, "set game")
    assert line.startswith("(;GM[Othello]") and line.endswith(f"BO[8 {OPENING}]B[F5]W[F6];)")


def test_passes_are_told_and_understood(game: cp.Game, fake: Fake, tmp_path: Path) -> None:
    player = make_player(parse_spec(fake()), game, cp.Limit())
    position = game.position(BLOCKED)
    passed = player.think(position, cp.Limit(depth=7)).move
    assert position.show_move(passed) == "pass"
    after = position.play(passed)
    assert after.show_move(player.think(after, cp.Limit(depth=7)).move) == "f8"
    player.close()
    assert told(tmp_path, "set game")[1].endswith("-O- *]B[PA];)")


@pytest.mark.parametrize(
    ("how", "ending", "sentence"),
    [
        ("dies", "error", "it ended with exit code 1 (out of ideas), and sent no answer to go"),
        ("hangs", "error", "fake: no answer to go in 1.2 s"),
        ("cheats", "illegal", "fake: 'A1' is not a legal move here"),
        ("babbles", "illegal", "is not a legal move here"),
        ("says nothing", "illegal", "fake: '' is not a legal move here"),
    ],
)
def test_a_program_that_goes_wrong_loses_and_is_started_again(
    game: cp.Game,
    fake: Fake,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    ending: str,
    sentence: str,
) -> None:
    monkeypatch.setattr(program, "GRACE", 0.2)
    result = match(game, fake(how, ",depth=7,time=1.0"), "random", games=2, time=20.0)
    first, second = result.games
    assert (first.ending, first.score, first.payoffs) == (ending, 0, None)
    assert sentence in first.text
    assert second.ending in ("end", ending)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("", "NBoard tells programs no time for a move: give it a depth, as depth=12"),
        (",time=2", "NBoard tells programs no time for a move: give it a depth, as depth=12"),
        (",depth=3,nodes=9", "NBoard has no limit of nodes: use depth=12"),
        (",depth=3,option.Hash=3", "NBoard has no options: pass them as arguments"),
        (",depth=3,memory=3", "program has no setting 'memory'"),
    ],
)
def test_what_cannot_be_told_is_refused(
    game: cp.Game, fake: Fake, settings: str, sentence: str
) -> None:
    with pytest.raises(CounterplayError) as refused:
        make_player(parse_spec(fake(settings=settings)), game, cp.Limit(time=1.0))
    assert sentence in str(refused.value)


def test_a_program_that_does_not_answer_is_no_nboard_program(
    game: cp.Game, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.protocols.nboard.program.START_SECONDS", 0.2)
    with pytest.raises(CounterplayError, match="is no NBoard program: no answer to ping 1 in 0"):
        make_player(parse_spec(fake("is deaf")), game, cp.Limit())
    with pytest.raises(CounterplayError, match="is no NBoard program: it ended with exit code 0"):
        make_player(parse_spec("nboard:/bin/true:depth=3"), game, cp.Limit())


def test_other_games_are_refused(fake: Fake) -> None:
    with pytest.raises(UnfitError, match="NBoard programs play othello, and not nim"):
        make_player(parse_spec(fake()), cp.load("nim"), cp.Limit())
    with pytest.raises(UnfitError, match="NBoard programs play othello on 8x8 squares only"):
        make_player(parse_spec(fake()), cp.load("othello", size=6), cp.Limit())
