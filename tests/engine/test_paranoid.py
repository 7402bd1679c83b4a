"""Paranoid search finds what a player gets at least, if all others play against that player."""

import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.paranoid.engine import Paranoid, ParanoidSettings, unfit

GAMES = Path(__file__).parents[1] / "data" / "games"
FEW, MANY = 15, 150  # trees of a forest: in the quick suite and in the slow one
ALL = Limit(depth=250)

Tree = Any


def paranoid(game: cp.Game) -> Paranoid:
    return Paranoid(game, ParanoidSettings(memory=1))


def at_least(game: cp.Game, s: Any, me: int, depth: int = 250) -> float:
    """The definition: I take the most, everybody else leaves me the least. The evaluator's guess
    stands where the depth is up.
    """
    facts = game.facts
    if game.terminal(s):
        return game.utility(s, me)
    if depth == 0:
        return game.evaluate_for(s, me) / facts.unit + facts.even_share
    after = [at_least(game, game.result(s, a), me, depth - 1) for a in game.actions(s)]
    return max(after) if game.player(s) == me else min(after)


def grown(rng: random.Random, depth: int, most: int) -> Tree:
    """A random tree for three, in which now and then somebody moves out of turn."""
    if depth == 0 or rng.random() < 0.15:
        return {"payoffs": [rng.randint(-most, most) for _ in range(3)]}
    node = {"children": [grown(rng, depth - 1, most) for _ in range(rng.randint(1, 4))]}
    return {"player": rng.randrange(3), **node} if rng.random() < 0.3 else node


def forest(seed: int, count: int) -> list[cp.Position]:
    """The positions of `count` trees: each follows a first move of one game."""
    rng = random.Random(seed)
    trees = [{"children": [grown(rng, 5, 2 if seed % 2 else 99)]} for _ in range(count)]
    root = cp.load("tree", tree={"children": trees}).position()
    return [root.play(i).play(0) for i in range(count) if not root.play(i).play(0).is_over]


def random_positions(game: cp.Game, count: int, least: int, seed: int) -> list[cp.Position]:
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        position = game.position()
        for _ in range(rng.randint(least, game.facts.longest_game - 1)):
            position = position.play(rng.choice(position.legal_moves))
        found.append(position)
    return found


@pytest.mark.parametrize("count", [FEW, MANY])
def test_the_value_of_a_tree_is_what_its_definition_says(count: int) -> None:
    planted = [(paranoid(there[0].game), there) for there in (forest(n, count) for n in range(6))]
    for engine, position in ((engine, here) for engine, there in planted for here in there):
        found = engine.search(position, ALL)
        me = position.turn
        expected = at_least(position.game, position.state, me)
        assert (found.method, found.kind) == ("paranoid", "lower")
        assert found.value == found.values[me] == expected, position
        after = position.play(found.move)
        assert at_least(position.game, after.state, me) == expected
        for move in found.line[1:]:
            after = after.play(move)
        assert after.payoffs == found.values


@pytest.mark.parametrize("count", [FEW, MANY])
def test_a_tree_that_is_cut_off_counts_for_nothing_below(count: int) -> None:
    positions = (position for seed in range(3) for position in forest(seed, count))
    for depth, position in enumerate(positions):
        found = paranoid(position.game).search(position, Limit(depth=depth % 5 + 1))
        expected = at_least(position.game, position.state, position.turn, found.depth)
        assert found.value == expected, position


@pytest.fixture(scope="module")
def boxes() -> cp.Game:
    return cp.load("dots_and_boxes", columns=2, rows=2, players=3)


def test_boxes_are_defended_against_everybody(boxes: cp.Game) -> None:
    engine = paranoid(boxes)
    for position in random_positions(boxes, 40, 6, seed=1):
        found = engine.search(position, ALL)
        assert found.kind == "lower"
        assert found.value == at_least(boxes, position.state, position.turn)
        assert sum(found.values) == 4


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_evaluator_is_asked_for_the_player_at_the_root(boxes: cp.Game, depth: int) -> None:
    for position in random_positions(boxes, 20, 3, seed=depth):
        found = paranoid(boxes).search(position, Limit(depth=depth))
        expected = at_least(boxes, position.state, position.turn, found.depth)
        assert found.value == pytest.approx(expected, abs=0.002)


def test_a_table_saves_most_of_the_nodes(boxes: cp.Game) -> None:
    """12 lines can be drawn in 12! orders."""
    assert paranoid(boxes).search(boxes.position(), ALL).nodes < 100_000


def won_tree(rng: random.Random, depth: int) -> Tree:
    below = [
        rng.choice([-1, 0, 1]) if depth == 1 or rng.random() < 0.2 else won_tree(rng, depth - 1)
        for _ in range(rng.randint(1, 3))
    ]
    return [rng.randint(0, 1), below]


def test_against_one_enemy_it_is_minimax_and_wins_fast() -> None:
    rng = random.Random(0)
    game = cp.load(GAMES / "won_tree.py", tree=[0, [won_tree(rng, 6) for _ in range(64)]])
    engine = paranoid(game)
    for move in game.position().legal_moves:
        position = game.position().play(move)
        found = engine.search(position, ALL)
        value = cp.textbook.minimax(game, position.state).value
        assert (found.kind, found.value) == ("exact", value)
        assert found.outcome == {1: "win", 0: "draw", -1: "loss"}[int(value)]
        if value == 1:
            assert found.distance == len(found.line) == fastest_win(game, position)


def fastest_win(game: cp.Game, position: cp.Position) -> int:
    """The depth at which a plain search first sees the win."""
    for depth in range(1, 40):
        if at_least(game, position.state, position.turn, depth) == 1:
            return depth
    raise AssertionError("no win")


# Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 5000])
def test_a_node_limit_is_kept_and_gives_the_same_answer_every_time(
    boxes: cp.Game, nodes: int
) -> None:
    found, again = (paranoid(boxes).search(boxes.position(), Limit(nodes=nodes)) for _ in range(2))
    assert nodes <= found.nodes <= nodes + 1
    assert found.kind == "estimate"
    assert found.move in boxes.position().legal_moves
    assert (again.move, again.values, again.line, again.depth, again.nodes) == (
        found.move, found.values, found.line, found.depth, found.nodes,
    )  # fmt: skip


def test_a_set_stop_ends_a_search_with_a_legal_move() -> None:
    stop = threading.Event()
    stop.set()
    game = cp.load("tree", tree={"children": [grown(random.Random(1), 6, 9) for _ in range(9)]})
    found = paranoid(game).search(game.position(), Limit(time=60), stop)
    assert found.seconds < 5
    assert found.move in game.position().legal_moves


def test_every_depth_is_reported(boxes: cp.Game) -> None:
    depths: list[int] = []
    paranoid(boxes).search(
        boxes.position(), Limit(depth=4), report=lambda found: depths.append(found.depth)
    )
    assert depths == [1, 2, 3, 4]


# What is refused ----------------------------------------------------------------------------------


def test_games_that_do_not_fit_are_refused() -> None:
    dice = cp.load("tree", tree=[{"chance": [[0.5, 1], [0.5, 2]]}, 3])
    assert unfit(dice) == "tree has chance, but paranoid cannot search it"
    with pytest.raises(cp.UnfitError, match="chance"):
        Paranoid(dice)
    three = cp.load("tree", tree=[{"payoffs": [1, 2, 3]}])
    assert unfit(three) is None
    one_sided = GAMES / "end_taking.py"
    for_one = three.with_evaluator(cp.load_evaluator(one_sided))
    with pytest.raises(cp.UnfitError, match="is for the side to move"):
        Paranoid(for_one)


# Interpreted --------------------------------------------------------------------------------------

PROGRAM = """
import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.paranoid.engine import Paranoid
game = cp.load("dots_and_boxes", columns=2, rows=2, players=3)
for best_reply in (False, True):
    found = Paranoid(game, best_reply=best_reply).search(game.position(), Limit(nodes=400))
    print(found.move, found.values, found.kind, found.line, found.nodes)
"""


def test_interpreted_answers_are_the_compiled_ones() -> None:
    def answers(disable_jit: str) -> bytes:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disable_jit}
        command = [sys.executable, "-W", "error", "-c", PROGRAM]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    assert answers("1") == answers("0")
