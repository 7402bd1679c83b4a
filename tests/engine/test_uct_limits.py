"""UCT keeps its limits, answers at any moment, and keeps its tree from move to move."""

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.uct.engine import Uct, UctSettings

GAMES = Path(__file__).parents[1] / "data" / "games"
RECORDS = GAMES / "record_tic_tac_toe.py"
BOARD = {"width": 5, "height": 4}  # of Connect Four
OPEN = "32"  # a position on it that is far from decided


def uct(game: cp.Game, **settings: Any) -> Uct:
    return Uct(game, UctSettings(**{"memory": 4, **settings}))


def nodes(n: int) -> Limit:
    return Limit(nodes=n)


def answer(found: cp.Result) -> tuple[Any, ...]:
    """All of a result but the clock."""
    return (found.move, found.values, found.kind, found.outcome, found.line, found.depth,
            found.nodes)  # fmt: skip


def minimax(game: cp.Game, s: Any, seen: dict[Any, float]) -> float:
    """What the first player gets, for two players of constant sum."""
    if s not in seen:
        if game.terminal(s):
            seen[s] = game.utility(s, 0)
        else:
            after = [minimax(game, game.result(s, a), seen) for a in game.actions(s)]
            seen[s] = max(after) if game.player(s) == 0 else min(after)
    return seen[s]


# Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 10, 100, 1000, 12_345])
@pytest.mark.parametrize(
    "settings", [{}, {"rave": True}, {"threads": 2}], ids=["", "rave", "threads"]
)
def test_a_node_limit_is_kept_and_gives_the_same_answer_every_time(
    n: int, settings: dict[str, Any]
) -> None:
    game = cp.load("connect_four", **BOARD)
    first, second = (uct(game, **settings).search(game.position(OPEN), nodes(n)) for _ in range(2))
    assert first.nodes == n
    assert first.move in first.position.legal_moves
    assert answer(first) == answer(second)


def test_another_seed_plays_other_games_and_a_new_game_the_same() -> None:
    game = cp.load("connect_four", **BOARD)
    position, engine = game.position(OPEN), uct(game)
    first = engine.search(position, nodes(500))
    assert uct(game, seed=2).search(position, nodes(500)).values != first.values
    assert engine.search(position, nodes(500)).values != first.values  # it goes on where it was
    engine.new_game()
    assert answer(engine.search(position, nodes(500))) == answer(first)


def test_time_is_kept() -> None:
    game = cp.load("connect_four", **BOARD)
    engine = uct(game, threads=2)
    engine.search(game.position(OPEN), nodes(1))
    busy = time.process_time()
    found = engine.search(game.position(OPEN), Limit(time=0.2))
    assert found.seconds >= 0.2
    assert time.process_time() - busy < 1.2
    assert found.nodes > 1000


def test_a_stop_at_any_moment_gives_a_legal_move() -> None:
    game, stop = cp.load("connect_four", **BOARD), threading.Event()
    position = game.position(OPEN)
    stop.set()
    for threads in (1, 2):
        found = uct(game, threads=threads).search(position, Limit(time=60), stop)
        assert found.move in position.legal_moves
        assert found.seconds < 5
    stop.clear()
    found = uct(game).search(position, Limit(time=60), stop, report=lambda _: stop.set())
    assert found.seconds < 5


def test_reports_come_as_simulations_double_and_end_with_the_answer() -> None:
    game, reports = cp.load("connect_four", **BOARD), []
    found = uct(game).search(game.position(OPEN), nodes(5000), report=reports.append)
    assert [report.nodes for report in reports] == [1024, 2048, 4096, 5000]
    assert answer(reports[-1]) == answer(found)


def test_an_error_in_a_report_comes_out() -> None:
    def fail(_: cp.Result) -> None:
        raise KeyError("mine")

    game = cp.load("connect_four", **BOARD)
    with pytest.raises(KeyError, match="mine"):
        uct(game, threads=2).search(game.position(OPEN), Limit(time=60), report=fail)


def test_a_full_memory_ends_growth_and_not_the_search() -> None:
    game = cp.load("connect_four", **BOARD)
    engine = uct(game, memory=1, patience=1)
    found = engine.search(game.position(OPEN), nodes(60_000))
    tree = engine.trees[0]
    assert tree.ctx.capacity - 8 < tree.ctx.used <= tree.ctx.capacity
    assert found.nodes == 60_000


# From move to move --------------------------------------------------------------------------------


def test_the_tree_is_kept_along_the_moves_played() -> None:
    game = cp.load("connect_four", **BOARD)
    engine, position = uct(game), game.position(OPEN)
    found = engine.search(position, nodes(10_000))
    after = position.play(found.line[0]).play(found.line[1])
    engine.search(after, nodes(1))
    tree = engine.trees[0]
    assert tree.nodes["visits"][tree.ctx.top] > 100


@pytest.mark.parametrize("memory", [1, 4])
def test_a_game_played_with_one_engine_is_told_the_truth(memory: int) -> None:
    """With little memory the trees have to make room over and over."""
    game, rng, seen = cp.load("connect_four", **BOARD), random.Random(1), {}
    engine = uct(game, memory=memory, patience=1)
    proven = 0
    for _ in range(6):
        position = game.position()
        while not position.is_over:
            found = engine.search(position, nodes(4000))
            assert found.move in position.legal_moves
            if found.kind == "exact" and len(position.moves) >= 9:  # the rest takes Python long
                proven += 1
                assert found.values[0] == minimax(game, position.state, seen), position
            position = position.play(rng.choice(position.legal_moves))
    assert proven > 20


def assert_is_sound(tree: Any, game: cp.Game, node: int, s: Any, depth: int) -> None:
    """The children of a node are its legal moves, stand behind it, and share its visits."""
    first, end = tree.children(node)
    if first == 0 or depth == 0:
        return
    assert node < first < end <= tree.ctx.used
    assert tree.nodes["move"][first:end].tolist() == game.actions(s)
    assert tree.nodes["visits"][first:end].sum() <= tree.nodes["visits"][node]
    for child, move in enumerate(game.actions(s), first):
        assert_is_sound(tree, game, child, game.result(s, move), depth - 1)


def test_a_tree_that_makes_room_stays_sound() -> None:
    game = cp.load("connect_four", **BOARD)
    engine, position, made_room = uct(game, memory=1, patience=1), game.position(), 0
    tree = engine.trees[0]
    for _ in range(10):
        found = engine.search(position, nodes(3000))
        made_room += len(position.moves) > 0 and tree.ctx.top == 0
        assert_is_sound(tree, game, int(tree.ctx.top), position.state, depth=5)
        position = position.play(found.move)
    assert made_room > 2


def test_a_game_that_goes_elsewhere_begins_a_new_tree() -> None:
    game, seen = cp.load("connect_four", **BOARD), {}
    engine = uct(game, memory=8)
    tree = engine.trees[0]
    for text in ["1234", "1243", "12341", "4321", "1234", "startpos"]:
        engine.search(game.position(text), nodes(300))
        assert tree.nodes["visits"][tree.ctx.top] == 300
    state = game.position("12341221345").state
    found = engine.search(cp.Position(game, state), nodes(200_000))
    assert found.values[0] == minimax(game, state, seen)


# What cannot be asked for -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"draws": 2}, "order"),
        ({"cutoff": 0}, "evaluator"),
        ({"rave": True, "rollouts": 2}, "rollouts=1"),
        ({"memory": 2**40}, "megabytes available"),
    ],
    ids=["draws", "cutoff", "rave", "memory"],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], match: str) -> None:
    with pytest.raises(cp.InputError, match=match):
        uct(cp.load(RECORDS), **settings)


def test_a_depth_is_refused() -> None:
    game = cp.load(RECORDS)
    with pytest.raises(cp.InputError, match="time or nodes"):
        uct(game).search(game.position(), Limit(depth=3))
