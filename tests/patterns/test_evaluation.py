"""Pattern tables: machine code gives the scores that the formula gives."""

import dataclasses
import random

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.compile.digest import digest_of
from counterplay.core.game.evaluator import network_evaluator
from counterplay.core.network import inputs
from counterplay.core.patterns.layout import Groups, Layout, groups_of
from counterplay.core.patterns.patterns import PatternTables
from counterplay.games.othello.rules import left_to_right, transposed, upside_down
from tests.network.test_evaluation import KERNEL, native_scores, states

LINES = groups_of([[(0, 1, 2), (6, 7, 8), (2, 1, 0), (8, 7, 6)], [(0, 4), (4, 8), (4, 6)]])
FEW: Groups = (((0, 3, 6, 7),),)


def tables_of(game: cp.Game, groups: Groups, stages: int, seed: int = 0) -> PatternTables:
    """Tables of random weights. Images have the same weight, as in tables that were learned."""
    dice, boards = np.random.default_rng(seed), np.array(inputs.board_words(game))
    movers = 2 if inputs.views(game) == 1 else 1
    layout = Layout(groups, len(boards))
    weights = dice.integers(-3000, 3001, (stages * movers, layout.entries)).astype(np.int16)
    return PatternTables(
        game.name,
        inputs.fingerprint(game),
        groups,
        words=inputs.word_count(game),
        boards=boards,
        movers=movers,
        weights=np.ascontiguousarray(weights[:, layout.same]),
        offsets=dice.integers(-3000, 3001, stages * movers),
        most_on=64,
        one=1000,
        scale=400,
        most=10_000,
    )


def with_tables(game: cp.Game, tables: PatternTables) -> cp.Game:
    return game.with_evaluator(network_evaluator(tables, "drawn", "drawn.patterns"))


@pytest.mark.parametrize("name", ["tic_tac_toe", "othello"], ids=["the state", "features"])
def test_machine_code_scores_as_defined(name: str) -> None:
    plain, dice = cp.load(name), random.Random(1)
    groups = [*([plain.patterns] if plain.patterns else []), LINES, FEW]
    seen = set()
    for number, stages in ((i, stages) for i in range(len(groups)) for stages in (1, 5)):
        asked = [s for _ in range(4) for s in states(plain, dice)]
        game = with_tables(plain, tables_of(plain, groups[number], stages))
        seen.add(digest_of(game, KERNEL))  # none of them is compiled again
        for start in range(0, len(asked), 256):
            part = asked[start : start + 256]
            players = [dice.randrange(2) for _ in part]
            expected = [game.evaluate_for(s, p) for s, p in zip(part, players, strict=True)]
            assert native_scores(game, part, [0] * len(part), players) == expected
            assert len(set(expected)) > 20
    assert len(seen) == 1


def test_the_score_is_the_formula() -> None:
    """X has a1 and c1, O has b2; O is to move. Two patterns, each read digit by digit."""
    game = cp.load("tic_tac_toe")
    tables = tables_of(game, groups_of([[(0, 1, 2)], [(4, 0)]]), stages=3)
    s = game.position("startpos moves a1 b2 c1").state
    assert [int(word) for word in s] == [0b101, 0b10000]
    first = 1 + 0 * 3 + 1 * 9
    second = 27 + 2 + 1 * 3
    table = 2 * ((3 + 1) * 3 // 65) + 1  # three squares and the player to move; O's tables
    total = int(tables.offsets[table]) + sum(int(tables.weights[table, i]) for i in (first, second))
    assert with_tables(game, tables).evaluate_for(s, 0) == total * 400 // 1000


def test_the_first_board_with_a_cell_counts() -> None:
    layout = Layout((((0, 1, 2),),), boards=2)
    assert layout.found([0b001, 0b011]) == [1 + 2 * 3]


def test_a_score_is_not_more_than_the_most() -> None:
    game = cp.load("tic_tac_toe")
    tables = tables_of(game, LINES, 1)
    tables.weights[:] = 30_000
    large = with_tables(game, tables)
    assert native_scores(large, [game.initial()] * 2, [0, 0], [0, 1]) == [10_000, -10_000]
    assert large.evaluate_for(game.initial(), 0) == 10_000


def test_images_of_a_board_have_the_same_score() -> None:
    game = cp.load("othello")
    learned = with_tables(game, tables_of(game, game.patterns, 4))
    for s in states(game, random.Random(3))[::5]:
        for turn in (upside_down, left_to_right, transposed):
            image = s._replace(mine=turn(s.mine), theirs=turn(s.theirs))
            assert learned.evaluate(image) == learned.evaluate(s)


def test_a_search_with_tables_is_that_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = cp.load("tic_tac_toe")
    game = with_tables(plain, tables_of(plain, LINES, 2))
    native = cp.make_engine(game).search(game.position(), cp.Limit(depth=4))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr("counterplay.core.compile.bind._modules", {})
    again = with_tables(plain, tables_of(plain, LINES, 2))
    slow = cp.make_engine(again).search(again.position(), cp.Limit(depth=4))
    assert (native.move, native.value, native.nodes) == (slow.move, slow.value, slow.nodes)
    assert native.nodes > 100


def test_tables_can_correct_the_evaluation_of_a_game() -> None:
    plain = cp.load("othello").without_network()
    tables = tables_of(plain, FEW, 2)
    rules = inputs.fingerprint(plain, is_correction=True)
    correction = dataclasses.replace(tables, rules=rules, is_correction=True)
    s = states(plain, random.Random(2))[30]
    corrected, alone = with_tables(plain, correction), with_tables(plain, tables)
    assert corrected.evaluate(s) == plain.evaluate(s) + alone.evaluate(s) != plain.evaluate(s)
    assert corrected.without_network().evaluate(s) == plain.evaluate(s)
