"""Compiled expectiminimax finds what the definition says; its techniques only save work."""

import itertools
import random
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.engine.base import make_engine
from counterplay.engine.expectiminimax.engine import Expectiminimax
from counterplay.engine.expectiminimax.kernel import switches
from counterplay.engine.expectiminimax.kernel.table import sum_of_words
from counterplay.engine.expectiminimax.settings import Settings
from counterplay.engine.expectiminimax.techniques import ROWS

GAMES = Path(__file__).parents[1] / "data" / "games"
MANY = 250  # deeper than any tree here

PLAIN = {row.name: False for row in ROWS}
TECHNIQUES = [
    {},
    PLAIN,
    {"star2": False},
    {"star1": False, "star2": False},
    {"transposition_table": False},
    {"evaluation_order": False},
    {"replies": False},
    {**PLAIN, "star1": True, "star2": True, "replies": True},
    {**PLAIN, "star1": True},
    {**PLAIN, "star1": True, "star2": True},
    {"threads": 2},
]


@pytest.fixture(scope="module")
def maze() -> cp.Game:
    return cp.load(GAMES / "dice_maze.py", length=14)


@cache
def worth(game: cp.Game, s: Any, depth: int) -> float:
    """The value of a state for player 0, by the definition. A roll costs no depth."""
    if game.terminal(s):
        return game.utility(s, 0)
    if depth == 0:
        return game.evaluate_for(s, 0) / game.facts.unit
    mover = game.player(s)
    if mover == cp.CHANCE:
        return sum(p * worth(game, game.result(s, o), depth) for o, p in game.chance(s))
    values = [worth(game, game.result(s, a), depth - 1) for a in game.actions(s)]
    return max(values) if mover == 0 else min(values)


def random_positions(game: cp.Game, count: int, seed: int) -> list[cp.Position]:
    """Positions in which a player has a move, after some random plies."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        position = game.position()
        for _ in range(rng.randrange(6)):
            if not position.is_over:
                position = position.play(rng.choice(list(following(position))))
        if not position.is_over and position.turn != cp.CHANCE:
            found.append(position)
    return found


def following(position: cp.Position) -> list[int]:
    """The moves of a position, or the outcomes of a roll."""
    if position.turn == cp.CHANCE:
        return [outcome for outcome, _ in position.game.chance(position.state)]
    return list(position.legal_moves)


def for_mover(position: cp.Position, value: float) -> float:
    return value if position.turn == 0 else -value


@pytest.mark.parametrize("settings", TECHNIQUES, ids=str)
def test_every_choice_of_techniques_finds_the_defined_value(
    maze: cp.Game, settings: dict[str, Any]
) -> None:
    engine = make_engine(maze, "expectiminimax", memory=1, **settings)
    for number, position in enumerate(random_positions(maze, 60, seed=1)):
        depth = 1 + number % 4
        found = engine.search(position, cp.Limit(depth=depth))
        expected = for_mover(position, worth(maze, position.state, found.depth))
        assert found.value == pytest.approx(expected, abs=1e-9), position
        assert found.depth == depth or found.kind == "exact"
        after = worth(maze, maze.result(position.state, found.move), found.depth - 1)
        assert for_mover(position, after) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("threads", [1, 2])
def test_all_bounds_in_the_table_are_right(maze: cp.Game, threads: int) -> None:
    """A window without room, as beside a move that wins for certain, must store no bound."""
    state = type(maze.initial())
    of_key = {
        int(maze.key(s)): s
        for s in (state(*parts) for parts in itertools.product(range(199), (0, 1), range(15)))
    }
    engine = Expectiminimax(maze, Settings(memory=1, threads=threads))
    for number, position in enumerate(random_positions(maze, 60, seed=1)):
        engine.search(position, cp.Limit(depth=1 + number % 4))
    found = list(entries(engine.table))
    assert len(found) > 1000
    for key, depth, lower, upper in found:
        true = worth(maze, of_key[key], depth)
        assert lower - 1e-9 <= true <= upper + 1e-9, (of_key[key], depth)


def entries(table: Any) -> Iterator[tuple[int, int, float, float]]:
    """The key, the depth and the bounds of each entry of a table (`kernel/table.py`)."""
    for words in table.reshape(-1, 4):
        if words.any():
            lower, upper = words[1:3].view(np.float64)
            with np.errstate(over="ignore"):
                key = words[0] ^ sum_of_words(*words[1:])
            yield int(key), int(words[3]) & 255, float(lower), float(upper)


def tree(rng: random.Random, depth: int, is_root: bool = True) -> Any:
    """A random tree with chance nodes; a player has a choice at its root."""
    if depth == 0 or (not is_root and rng.random() < 0.1):
        return rng.randint(-20, 20)
    below = [tree(rng, depth - 1, False) for _ in range(rng.randint(1, 4))]
    if not is_root and rng.random() < 0.4:
        weights = [rng.randint(1, 9) for _ in below]
        return {"chance": [[w / sum(weights), t] for w, t in zip(weights, below, strict=True)]}
    return {"player": rng.randrange(2), "children": below}


def test_it_equals_the_textbook_on_two_thousand_random_trees() -> None:
    rng = random.Random(5)
    for _ in range(20):
        game = cp.load("tree", tree=[tree(rng, rng.randint(1, 6)) for _ in range(100)])
        engine = make_engine(game, memory=1)
        for child in game.position().legal_moves:
            position = game.position().play(child)
            if position.is_over:
                continue
            expected = cp.textbook.expectiminimax(game, position.state)
            found = engine.search(position, cp.Limit(depth=MANY))
            assert (found.kind, found.method) == ("exact", "expectiminimax")
            assert found.value == pytest.approx(expected.value, abs=1e-9)


def test_star1_and_star2_save_nodes(maze: cp.Game) -> None:
    nodes = {}
    for name, off in (("none", PLAIN), ("star1", {**PLAIN, "star1": True}), ("all", {})):
        engine = make_engine(maze, "expectiminimax", memory=1, **off)
        positions = random_positions(maze, 20, seed=2)
        nodes[name] = sum(engine.search(p, cp.Limit(depth=5)).nodes for p in positions)
    assert nodes["star1"] < 0.8 * nodes["none"]
    assert nodes["all"] < 0.5 * nodes["star1"]


def test_replies_to_the_same_roll_let_star2_prune_before_the_horizon() -> None:
    position = cp.load("backgammon").position("startpos moves 31 8/5,6/5 64")
    everything = {"beam": 0, "reply_beam": 0, "margin": 0, "memory": 1}
    found = {on: cp.search(position, depth=2, replies=on, **everything) for on in (True, False)}
    assert found[True].value == pytest.approx(found[False].value, abs=1e-9)
    assert found[True].nodes < 0.5 * found[False].nodes


def test_several_lines_have_the_values_of_their_moves(maze: cp.Game) -> None:
    for position in random_positions(maze, 40, seed=3):
        found = cp.search(position, depth=3, lines=3, memory=1)
        lines = (found, *found.alternatives)
        assert len(lines) == min(3, len(position.legal_moves))
        values = [
            for_mover(position, worth(maze, maze.result(position.state, a), found.depth - 1))
            for a in position.legal_moves
        ]
        expected = sorted(values, reverse=True)[: len(lines)]
        assert [line.value for line in lines] == pytest.approx(expected, abs=1e-9)


def test_answers_name_the_best_reply_to_each_roll(maze: cp.Game) -> None:
    told = 0
    for position in random_positions(maze, 60, seed=4):
        found = cp.search(position, depth=4, memory=1, star1=False)
        after = position
        for move in found.line:
            after = after.play(move)
        for answer in found.answers:
            rolled = after.play(answer.outcome)
            depth = found.depth - len(found.line)
            expected = for_mover(rolled, worth(maze, rolled.state, depth))
            assert answer.value == pytest.approx(expected, abs=1e-9)
            told += 1
    assert told > 50


def test_a_report_changes_nothing(maze: cp.Game) -> None:
    """Lines are read from the table between two depths."""
    for position in random_positions(maze, 40, seed=5):
        reports: list[cp.Result] = []
        plain = cp.search(position, depth=4, memory=1)
        told = cp.search(position, depth=4, memory=1, report=reports.append)
        assert (told.move, told.value, told.nodes) == (plain.move, plain.value, plain.nodes)
        assert reports[-1].value == told.value


def test_a_beam_a_margin_and_a_sample_give_estimates_of_legal_moves(maze: cp.Game) -> None:
    for position in random_positions(maze, 10, seed=6):
        for limits in ({"beam": 2}, {"samples": 2}, {"reply_beam": 1}, {"margin": 0.01}):
            found = cp.search(position, depth=4, memory=1, **limits)
            again = cp.search(position, depth=4, memory=1, **limits)
            assert found.move in position.legal_moves
            assert (found.move, found.value) == (again.move, again.value)


def test_a_sample_comes_close_to_the_value_of_all_outcomes() -> None:
    wide = {"chance": [[1 / 500, i * i * 7919 % 41] for i in range(500)]}
    game = cp.load("tree", tree=[wide, 9])
    found = cp.search(game, depth=2, samples=100)
    assert found.value == pytest.approx(sum(i * i * 7919 % 41 for i in range(500)) / 500, abs=1)
    assert found.kind == "estimate"


def test_time_nodes_and_stop_are_kept(maze: cp.Game) -> None:
    position = random_positions(maze, 1, seed=8)[0]
    cp.search(position, nodes=1)
    busy = time.process_time()
    cp.search(position, time=0.2)
    assert time.process_time() - busy < 2
    assert cp.search(position, nodes=1000).nodes <= 1001
    stop = threading.Event()
    stop.set()
    assert cp.search(position, time=60, stop=stop).move in position.legal_moves


def test_a_certain_win_is_called_a_win() -> None:
    race = cp.load(GAMES / "dice_race.py")
    outcomes = set()
    for position in random_positions(race, 60, seed=10):
        found = cp.search(position, memory=1)
        assert found.kind == "exact"
        assert (found.outcome == "win") == (found.value == 1)
        assert (found.outcome == "loss") == (found.value == -1)
        outcomes.add(found.outcome)
    assert outcomes == {"win", "loss", None}


def test_a_game_that_can_only_be_sampled_is_searched_by_samples() -> None:
    listed, sampled = (cp.load(GAMES / "dice_race.py", listed=on, turns=2) for on in (True, False))
    exact = cp.search(listed, memory=1)
    found = cp.search(sampled, memory=1, samples=64)
    assert (found.method, found.kind, exact.kind) == ("expectiminimax", "estimate", "exact")
    assert found.value == pytest.approx(exact.value, abs=0.2)


def test_one_bit_for_each_technique() -> None:
    bits = {name: value for name, value in vars(switches).items() if name.isupper()}
    assert {row.name.upper(): row.bit for row in ROWS} == bits
    assert len(set(bits.values())) == len(bits)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"order": "on"}, r"order needs `order\(s\)`, which dice_maze does not define"),
        ({"star3": "on"}, "expectiminimax has no setting 'star3': did you mean star2"),
        ({"beam": "-1"}, "beam=-1 is not a whole number from 0"),
        ({"killers": "on"}, "expectiminimax has no setting 'killers'"),
    ],
)
def test_a_wrong_setting_is_refused(maze: cp.Game, settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(cp.CounterplayError, match=sentence):
        cp.search(random_positions(maze, 1, seed=7)[0], **settings)


def test_it_refuses_games_that_it_does_not_fit() -> None:
    three = cp.load("tree", tree=[{"payoffs": [1, 2, 3]}])
    with pytest.raises(cp.UnfitError, match="expectiminimax is for two players, but tree has 3"):
        cp.search(three, method="expectiminimax")


def test_an_engine_forgets_at_a_new_game(maze: cp.Game) -> None:
    engine = make_engine(maze, memory=1)
    assert isinstance(engine, Expectiminimax)
    position = random_positions(maze, 1, seed=9)[0]
    first = engine.search(position, cp.Limit(depth=4))
    assert engine.search(position, cp.Limit(depth=4)).nodes < first.nodes
    engine.new_game()
    assert engine.search(position, cp.Limit(depth=4)).nodes == first.nodes
