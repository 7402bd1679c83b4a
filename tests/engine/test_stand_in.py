"""The stand-in answers any game in plain Python, soon, and says that it is the stand-in."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.engine.stand_in import METHOD, MOST_SECONDS, StandIn
from counterplay.games import BUILT_IN


@pytest.mark.parametrize("name", BUILT_IN)
def test_it_answers_every_built_in_game(name: str) -> None:
    game = cp.load(name, tree=[[3, 12, 8], [2, 4, 6]]) if name == "tree" else cp.load(name)
    position = game.position()
    while position.turn == cp.CHANCE:
        position = position.play(game.draw(position.state, position.ply))
    found = StandIn(game).search(position, cp.Limit(time=0.05))
    assert found.move in found.position.legal_moves
    assert found.method == METHOD
    assert len(found.values) == game.facts.players


@pytest.mark.parametrize(
    ("position", "move", "outcome"),
    [("xx./oo./...", "c3", "win"), ("xx./o../...", None, None), ("x.o/.x./..o", None, "draw")],
)
def test_it_solves_what_it_can_see_to_the_end(
    position: str, move: str | None, outcome: str | None
) -> None:
    game = cp.load("tic_tac_toe")
    found = StandIn(game).search(game.position(position), cp.Limit())
    exact = cp.textbook.minimax(game, game.position(position).state)
    assert found.kind == "exact" and found.value == exact.value
    assert move is None or found.move_text == move
    assert outcome is None or found.outcome == outcome


def test_depth_and_moves_can_be_limited() -> None:
    game = cp.load("connect_four")
    shallow = StandIn(game).search(game.position(), cp.Limit(depth=2))
    assert shallow.depth == 2 and shallow.kind == "estimate"
    among = StandIn(game).search(game.position(), cp.Limit(depth=2), among=[6])
    assert among.move == 6


def test_it_plays_games_of_chance(race: cp.Game) -> None:
    position = race.position()
    while position.turn == cp.CHANCE:
        position = position.play(race.draw(position.state, 1))
    found = StandIn(race).search(position, cp.Limit(nodes=300))
    assert found.nodes <= 300 and found.kind == "estimate" and found.move in position.legal_moves


def test_with_dice_it_plays_the_move_with_the_best_evaluation() -> None:
    game = cp.load("backgammon", cube=True)
    position = game.position("startpos moves 31")
    found = StandIn(game).search(position, cp.Limit())
    assert (found.move_text, found.depth, found.kind) == ("8/5,6/5", 1, "estimate")
    assert found.nodes == len(position.legal_moves)
    score = game.evaluate_for(position.play(found.move).state, 0)
    assert found.value == pytest.approx(score / game.facts.unit)


def test_it_can_be_stopped_and_never_thinks_long() -> None:
    game, stop = cp.load("chess"), threading.Event()
    stop.set()
    assert StandIn(game).search(game.position(), cp.Limit(), stop).depth == 0
    started = time.process_time()
    StandIn(game).search(game.position(), cp.Limit(time=60))
    assert time.process_time() - started < 3 * MOST_SECONDS


def test_it_needs_no_compiler() -> None:
    program = (
        "import sys, counterplay as cp\n"
        "from counterplay.engine.stand_in import StandIn\n"
        "for name in ('connect_four', 'dots_and_boxes'):\n"
        "    game = cp.load(name)\n"
        "    StandIn(game).search(game.position(), cp.Limit(time=0.1))\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


STUCK = """
from typing import NamedTuple
import counterplay as cp
facts = cp.Facts(title="Stuck", most_actions=2, longest_game=9)
class State(NamedTuple):
    n: int
def initial(): return State(0)
def player(s): return s.n % 2
def actions(s, moves):
    moves[0], moves[1] = 1, 2
    return 2 if s.n < 5 else 0
def result(s, a): return State(s.n + a)
def terminal(s): return False
def utility(s, p): return 0
"""


@pytest.mark.parametrize("total", [None, 0])
def test_a_game_that_is_stuck_ends_with_a_sentence(total: int | None, tmp_path: Path) -> None:
    file = tmp_path / "stuck.py"
    file.write_text(STUCK.replace("longest_game=9", f"longest_game=9, total={total}"))
    game = cp.load(str(file))
    limit = cp.Limit(time=0.5)
    with pytest.raises(cp.GameError, match=r"actions\(\) returned no move in a state"):
        StandIn(game).search(game.position("startpos moves 2 2 1"), limit)
    if total is None:  # a random game gets stuck
        with pytest.raises(cp.GameError, match=r"actions\(\) returned no move in a state"):
            StandIn(game).search(game.position("startpos moves 2 2"), limit)
