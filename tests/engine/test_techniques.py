"""Every technique is a switch, and none of them changes an answer that is proven.

With what is selective switched off, a search to a depth is worth what the textbook's minimax says,
whichever other switches are on or off, with one thread or two. With it on, a claim of a win, draw
or loss is still true.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.engine.alphabeta.techniques import ROWS, Technique
from counterplay.engine.base import make_engine

PLAIN = {
    "selective": False,
    "quiescence": False,
    "bounds": False,  # they see beyond the horizon, as minimax does not
    "sufficient_moves": False,
    "memory": 1,
}


@pytest.fixture(scope="module")
def breakthrough() -> cp.Game:
    return cp.load("breakthrough", width=4, height=5)


@pytest.fixture(scope="module")
def connect_four() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


def random_positions(game: cp.Game, count: int, seed: int) -> Iterator[cp.Position]:
    """Positions in which somebody can move, after some random plies."""
    rng = random.Random(seed)
    while count:
        position = game.position()
        for _ in range(rng.randrange(game.facts.longest_game // 3)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            count -= 1
            yield position


@cache
def limited(game: cp.Game, s: Any, depth: int) -> float:
    """Minimax of score points to a depth, with the evaluator at the horizon."""
    facts = game.facts
    if game.terminal(s):
        return facts.unit * (game.utility(s, game.player(s)) - facts.even_share)
    if depth == 0:
        return game.evaluate(s)
    mover, values = game.player(s), []
    for a in game.actions(s):
        child = game.result(s, a)
        value = limited(game, child, depth - 1)
        values.append(value if game.player(child) == mover else -value)
    return max(values)


def points(found: cp.Result) -> float:
    facts = found.position.game.facts
    return facts.unit * (found.value - facts.even_share)


NEUTRAL = [row for row in ROWS if not row.is_selective and row.name != "bias"]
"""Techniques that change no value: `bias` changes evaluations."""


@pytest.mark.parametrize("row", NEUTRAL, ids=lambda row: row.name)
def test_switching_one_changes_no_value(breakthrough: cp.Game, row: Technique) -> None:
    """What is on by default is switched off; what is off, on."""
    for position in random_positions(breakthrough, 12, seed=5):
        found = cp.search(breakthrough, position, depth=3, **{**PLAIN, row.name: not row.default})
        assert points(found) == pytest.approx(limited(breakthrough, position.state, 3))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_to_a_depth_is_minimax_to_that_depth(breakthrough: cp.Game, threads: int) -> None:
    for position in random_positions(breakthrough, 40, seed=6):
        found = cp.search(breakthrough, position, depth=4, threads=threads, **PLAIN)
        assert points(found) == pytest.approx(limited(breakthrough, position.state, 4))


def test_proven_claims_hold_with_everything_selective_on(breakthrough: cp.Game) -> None:
    player, prover = (
        make_engine(breakthrough, memory=1),
        make_engine(breakthrough, memory=4, exact=True),
    )
    claims = 0
    for position in random_positions(breakthrough, 150, seed=7):
        found = player.search(position, cp.Limit(depth=6))
        if found.outcome is not None:
            claims += 1
            assert found.outcome == prover.search(position, cp.Limit()).outcome
    assert claims > 50


@pytest.mark.parametrize("threads", [1, 2])
def test_exact_search_and_deepening_agree(connect_four: cp.Game, threads: int) -> None:
    for position in random_positions(connect_four, 60, seed=8):
        exact = cp.search(connect_four, position, exact=True, threads=threads, memory=4)
        deep = cp.search(connect_four, position, depth=20, memory=4)
        assert (exact.kind, exact.outcome, exact.distance) == (
            "exact", deep.outcome, deep.distance,
        )  # fmt: skip
        assert len(exact.line) == exact.distance


def test_mirrored_and_colour_swapped_positions_are_worth_the_same(breakthrough: cp.Game) -> None:
    game = cp.load("connect_four", width=5, height=4)
    for position in random_positions(game, 40, seed=9):
        mirrored = game.position()
        for move in position.moves:
            mirrored = mirrored.play(4 - move)
        for settings in (
            {},
            {"symmetry": False},
            {"transposition_table": False},
            {"bounds": False},
        ):
            here, there = (
                cp.search(game, p, depth=8, memory=1, **settings) for p in (position, mirrored)
            )
            assert (here.value, here.outcome, here.distance) == (
                there.value, there.outcome, there.distance,
            )  # fmt: skip


def test_several_lines_are_the_moves_in_order_of_their_worth(connect_four: cp.Game) -> None:
    for position in random_positions(connect_four, 15, seed=10):
        found = cp.search(connect_four, position, exact=True, lines=5, memory=4)
        lines = (found, *found.alternatives)
        assert sorted(line.move for line in lines) == sorted(position.legal_moves)
        assert [line.value for line in lines] == sorted((r.value for r in lines), reverse=True)
        for line in lines:
            after = position.play(line.move)
            if after.is_over:
                assert line.value == after.payoffs[position.turn]
            else:
                reply = cp.search(connect_four, after, exact=True, memory=4)
                assert line.value == -reply.value
                if line.outcome != "draw":
                    assert line.distance == (reply.distance or 0) + 1


def test_lines_of_a_depth_are_in_order(breakthrough: cp.Game) -> None:
    for position in random_positions(breakthrough, 10, seed=11):
        found = cp.search(breakthrough, position, depth=3, lines=3, **PLAIN)
        values = sorted(
            (-limited(breakthrough, breakthrough.result(position.state, a), 2)
             for a in position.legal_moves),
            reverse=True,
        )  # fmt: skip
        lines = (found, *found.alternatives)
        assert [points(line) for line in lines] == pytest.approx(values[:3])


def test_a_batch_finds_what_single_searches_find(connect_four: cp.Game) -> None:
    positions = list(random_positions(connect_four, 80, seed=12))
    for threads in (1, 2):
        batch = cp.search_many(connect_four, positions, exact=True, threads=threads, memory=4)
        for position, found in zip(positions, batch, strict=True):
            alone = cp.search(connect_four, position, exact=True, memory=4)
            assert found.value == alone.value
            if found.outcome != "draw":
                assert found.distance == alone.distance
    shallow = cp.search_many(connect_four, positions[:20], depth=4, memory=1)
    for position, found in zip(positions, shallow, strict=False):
        assert found.value == cp.search(connect_four, position, depth=4, memory=1).value


def test_rollouts_stand_in_for_an_evaluator(connect_four: cp.Game) -> None:
    def values(seeds: range) -> list[float]:
        return [
            cp.search(connect_four, depth=2, rollouts=30, seed=seed, memory=1).value
            for seed in seeds
        ]

    assert len(set(values(range(8)))) > 3
    assert values(range(3)) == values(range(3))


def test_a_beam_looks_at_fewer_moves_and_claims_nothing(connect_four: cp.Game) -> None:
    position = connect_four.position()
    wide = cp.search(connect_four, position, depth=8)
    narrow = cp.search(connect_four, position, depth=8, beam=2)
    assert narrow.nodes < wide.nodes
    assert narrow.kind == "estimate"


def test_a_technique_without_its_hook_is_refused_in_a_sentence() -> None:
    game = cp.load("nim")
    for row in ROWS:
        if row.lacks(game):
            with pytest.raises(UnfitError, match=f"{row.name} needs .*, which nim does not define"):
                make_engine(game, "alphabeta", **{row.name: True})
            make_engine(game, "alphabeta", **{row.name: False})


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"memory": 0}, "memory=0 is not a whole number from 1"),
        ({"memory": 10**6}, "megabytes available"),
        ({"threads": "many"}, "threads=many is not a whole number"),
        ({"killer": False}, "no setting 'killer': did you mean killers"),
        ({"killers": "perhaps"}, "killers=perhaps is not on or off"),
        ({"probcut_deviations": -1}, "probcut_deviations=-1 is not a number from 0.1 to 10"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(settings: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        make_engine(cp.load("nim"), "alphabeta", **settings)
