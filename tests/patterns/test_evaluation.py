"""Pattern tables: machine code gives the scores that the formula gives."""

import random
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.compile.digest import digest_of
from counterplay.core.game.evaluator import network_evaluator
from counterplay.core.network import inputs
from counterplay.core.patterns.layout import Groups, Layout, groups_of
from counterplay.core.patterns.patterns import PatternTables
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
