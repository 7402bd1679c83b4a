"""Boards for GNU Backgammon, and what it reads from them."""

import random
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

import counterplay as cp
from counterplay.core.game.facts import CHANCE
from counterplay.games.backgammon import ids
from counterplay.games.backgammon.board import ANSWER, CHOICE
from counterplay.games.backgammon.match import DOUBLE, DROP, ROLL_DICE, TAKE
from counterplay.games.backgammon.positions import counts_of
from counterplay.protocols.gnubg.board import write_board
from counterplay.protocols.gnubg.plays import read_play
from counterplay.protocols.gnubg.program import GnubgProgram
from tests.conftest import need

CUBE = Path(__file__).parents[1] / "data" / "gnubg_cube.txt"
GNUBG = which("gnubg") or "/usr/games/gnubg"
COMMANDS = [
    f"set evaluation {decision} evaluation plies 0" for decision in ("chequerplay", "cubedecision")
]
ARGUMENTS = [
    {},
    {"cube": True},
    {"cube": True, "jacoby": False},
    {"match": 5},
    {"cube": True, "match": 3},
    {"cube": True, "match": 3, "crawford": False},
]


@pytest.fixture(scope="module")
def gnubg() -> Iterator[GnubgProgram]:
    need(Path(GNUBG).exists(), "gnubg")
    program = GnubgProgram([GNUBG], COMMANDS)
    yield program
    program.close()


def random_positions(game: cp.Game, plies: int) -> Iterator[cp.Position]:
    """Positions of random games in which a player decides. Doubles are rare, and often taken."""
    dice, position = random.Random(7), game.position()
    for _ in range(plies):
        if position.is_over:
            position = game.position()
        if position.turn == CHANCE:
            position = position.play(game.draw(position.state, dice.getrandbits(62)))
            continue
        yield position
        stage, move = position.state.stage, dice.choice(position.legal_moves)
        if stage == CHOICE:
            move = DOUBLE if dice.random() < 0.1 else ROLL_DICE
        if stage == ANSWER:
            move = TAKE if dice.random() < 0.7 else DROP
        position = cp.Position(game, game.result(position.state, move))


def test_the_board_at_the_start() -> None:
    game = cp.load("backgammon")
    for roll, turn in (("31", 0), ("13", 1)):
        position = game.position().play(roll)
        assert position.turn == turn
        assert write_board(game, position.state) == (
            "board:mover:other:0:0:0:"
            "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
            "1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1 jacobyrule off beavers off"
        )


def read_back(gnubg: GnubgProgram, line: str) -> tuple[str, ids.Match, str]:
    """The position ID, match ID and rules that GNU Backgammon has read from a board."""
    gnubg.send(line)
    told: dict[str, str] = {}
    while (said := gnubg.read(20)).startswith("DBG:"):
        for name in ("Position ID:", "Match ID   :", "Session"):
            if name in said:
                told[name] = said.split(name)[1].strip()
    return told["Position ID:"], ids.read_match(told["Match ID   :"]), told.get("Session", "")


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_gnu_backgammon_reads_the_position_that_was_sent(
    gnubg: GnubgProgram, arguments: dict[str, int]
) -> None:
    game = cp.load("backgammon", **arguments)
    gnubg.ask("set debug on", 20)
    seen = 0
    for position in random_positions(game, 500):
        s = position.state
        wanted = ids.read_match(game.show_position(s).removesuffix(" roll").partition(":")[2])
        counts = [counts_of(s.near0, s.far0), counts_of(s.near1, s.far1)]
        shown, read, rules = read_back(gnubg, write_board(game, s))
        viewer = position.turn  # after a double it draws the board for the player who answers
        points = wanted.points0, wanted.points1
        if s.stage != ANSWER:
            points = points[::-1]  # it shows the score the other way round, and decides right
        assert shown == ids.write_position(counts[viewer], counts[1 - viewer])
        assert (read.points1, read.points0) == (points[viewer], points[1 - viewer])
        assert read.owner == (3 if wanted.owner == 3 else int(wanted.owner == viewer))
        for name in ("cube", "doubled", "length", "crawford", "first_die", "second_die"):
            assert getattr(read, name) == getattr(wanted, name)
        if not wanted.length:
            jacoby = "with" if game.parameters["jacoby"].value else "without"
            assert rules == f"{jacoby} Jacoby Rule, without Beavers"
        seen += 1
    assert seen > 200
    gnubg.send("set debug off")
    assert gnubg.read(20) == "Debug output OFF"


def test_cube_decisions_at_uneven_scores_are_those_of_its_own_evaluation(
    gnubg: GnubgProgram,
) -> None:
    """The answers are the best by `gnubg.cfevaluate` at 0 plies, by 0.1 or more."""
    game = cp.load("backgammon", cube=True, match=7)
    rows = [line.split() for line in CUBE.read_text(encoding="utf-8").splitlines()]
    for text, answer in rows:
        assert gnubg.ask(write_board(game, game.position(text).state), 20) == answer
    assert {answer for _, answer in rows} == {"double", "roll", "take", "drop"}


def test_plays_are_read_as_the_notation_reads_them(gnubg: GnubgProgram) -> None:
    game, quick = cp.load("backgammon"), 0
    positions = [p for p in random_positions(game, 1600) if p.turn != CHANCE]
    for position in positions:
        answer = gnubg.ask(write_board(game, position.state), 20)
        number = read_play(position, answer)
        written = game.parse_move(position.state, ",".join(answer.split()))
        assert number in (None, written)
        quick += number is not None
    assert quick > 0.85 * len(positions) > 600


def test_what_is_no_play_is_no_number() -> None:
    position = cp.load("backgammon").position("startpos moves 31")
    assert read_play(position, "8/5 6/5") == position.play("8/5,6/5").moves[-1]
    for answer in ("", "8/5", "8/4", "6/5 8/2", "24/2", "rubbish", "8/5 6/5 6/5 6/5 6/5"):
        assert read_play(position, answer) is None
