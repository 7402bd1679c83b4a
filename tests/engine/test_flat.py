"""Flat Monte Carlo tries every move as often, and its means are those of random play."""

import random
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.uct.engine import Uct
from counterplay.engine.uct.flat import Flat, FlatSettings

GAMES = Path(__file__).parents[1] / "data" / "games"
RECORDS = GAMES / "record_tic_tac_toe.py"
MANY = 180_000


def flat(game: cp.Game, **settings: Any) -> Flat:
    return Flat(game, FlatSettings(**settings))


def random_value(game: cp.Game, s: Any, p: int) -> float:
    """What player p gets on average when all move at random, worked out over every game."""
    if game.terminal(s):
        return game.utility(s, p)
    if game.player(s) == cp.CHANCE:
        return sum(q * random_value(game, game.result(s, o), p) for o, q in game.chance(s))
    after = [random_value(game, game.result(s, a), p) for a in game.actions(s)]
    return sum(after) / len(after)


def branches(engine: Flat) -> list[Any]:
    return engine.trees[0].branches()


def test_the_mean_of_every_move_is_that_of_random_play() -> None:
    """Three kinds of end, so a mean is off by four times 1/√n once in thousands of seeds."""
    game, rng = cp.load(RECORDS), random.Random(1)
    for _ in range(4):
        position = game.position()
        for _ in range(3):
            position = position.play(rng.choice(position.legal_moves))
        engine = flat(game, seed=rng.randrange(1000))
        found = engine.search(position, Limit(nodes=MANY))
        tried = branches(engine)
        for branch in tried:
            truth = random_value(game, game.result(position.state, branch.move), 0)
            assert abs(branch.values[0] - truth) < 4 / branch.visits**0.5
        best = max(tried, key=lambda branch: branch.values[position.turn])
        assert (found.move, found.kind, found.method) == (best.move, "estimate", "flat")


def test_chance_falls_as_the_die_does() -> None:
    game, lists = (cp.load(GAMES / "dice_race.py", listed=listed) for listed in (False, True))
    engine = flat(game)
    engine.search(game.position(), Limit(nodes=MANY))
    for branch in branches(engine):
        truth = random_value(lists, lists.result(lists.initial(), branch.move), 0)
        assert abs(branch.values[0] - truth) < 4 / branch.visits**0.5


def test_listed_chance_falls_by_its_probabilities() -> None:
    ends = [{"payoffs": [first, 0, 0]} for first in (0, 1, 1, 0)]
    dice = {"chance": [[0.05, ends[0]], [0.6, ends[1]], [0.25, ends[3]], [0.1, ends[2]]]}
    game = cp.load("tree", tree=[[dice, ends[0]], dice])
    engine = flat(game)
    engine.search(game.position(), Limit(nodes=MANY))
    assert [b.values[0] for b in branches(engine)] == pytest.approx([0.35, 0.7], abs=0.01)


def walk_value(game: cp.Game, path: tuple[Any, ...], idle: int) -> float:
    """What the first player gets on average from a random walk, by the rules about its path."""
    facts, s = game.facts, path[-1]
    if game.terminal(s):
        return game.utility(s, 0)
    if facts.repetition and path.count(s) >= facts.repetition:
        return 0
    if facts.no_progress and idle >= facts.no_progress:
        return 0
    after = [(game.result(s, a), game.ask("irreversible", s, a)) for a in game.actions(s)]
    values = [
        walk_value(game, (*path, t), 0 if is_fresh else idle + 1)
        for t, is_fresh in after
        if not (facts.superko and t in path)
    ]
    return sum(values) / len(values)


@pytest.mark.parametrize(
    "rules",
    [{"repetition": 2}, {"superko": True, "no_progress": 2}],
    ids=["repetition", "superko and no progress"],
)
def test_random_games_keep_the_rules_about_their_path(rules: dict[str, Any]) -> None:
    game = cp.load(GAMES / "pebble_walk.py", squares=5, **rules)
    engine, start = flat(game), game.initial()
    engine.search(game.position(), Limit(nodes=MANY))
    for branch in branches(engine):
        truth = walk_value(game, (start, game.result(start, branch.move)), 0)
        assert abs(branch.values[0] - truth) < 4 / branch.visits**0.5


@pytest.mark.parametrize("n", [9, 10, 100, 1_001])
def test_every_move_is_tried_as_often(n: int) -> None:
    game = cp.load(RECORDS)
    engine = flat(game)
    assert engine.search(game.position(), Limit(nodes=n)).nodes == n
    visits = [branch.visits for branch in branches(engine)]
    assert sum(visits) == n
    assert max(visits) - min(visits) <= 1


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_gives_a_legal_move_and_the_same_one_every_time(threads: int) -> None:
    game = cp.load(RECORDS)
    for n in (1, 2, 5, 500):
        first, second = (
            flat(game, threads=threads).search(game.position(), Limit(nodes=n)) for _ in range(2)
        )
        assert first.move in first.position.legal_moves
        assert (first.move, first.values, first.nodes) == (second.move, second.values, n)


def test_the_trap_that_a_mean_does_not_see() -> None:
    """Nine replies of ten are bad and one is good: so is the move, on average, and it is not."""
    game = cp.load("tree", tree=[[1] * 9 + [-1], [0, 0]])
    assert flat(game).search(game.position(), Limit(nodes=20_000)).move == 0
    assert Uct(game).search(game.position(), Limit(nodes=20_000)).move == 1


def test_a_drawn_move_by_order_is_the_better_of_two() -> None:
    """At the end of a row of two numbers a random game takes the larger one three times of four."""
    game = cp.load(GAMES / "end_taking.py", row=(5, 0, 8))
    means = {}
    for draws in (1, 2):
        engine = flat(game, draws=draws)
        engine.search(game.position(), Limit(nodes=MANY))
        means[draws] = [branch.values[0] for branch in branches(engine)]
    # After 5 the second player takes 8 or 0, after 8 it takes 5 or 0; the first gets the rest.
    assert means[1] == pytest.approx([5 + (0 - 8 + 8 - 0) / 2, 8 + (0 - 5 + 5 - 0) / 2], abs=0.05)
    assert means[2] == pytest.approx([5 - 8 * 0.75 + 8 * 0.25, 8 - 5 * 0.75 + 5 * 0.25], abs=0.05)


def test_a_cutoff_asks_the_evaluator() -> None:
    """Cut off at once, a move is worth what the evaluator says of the state after it."""
    game = cp.load(GAMES / "end_taking.py", row=(5, 0, 8))
    engine = flat(game, cutoff=0)
    engine.search(game.position(), Limit(nodes=4))
    for branch in branches(engine):
        after = game.result(game.initial(), branch.move)
        assert branch.values[0] == game.evaluate_for(after, 0) / game.facts.unit
