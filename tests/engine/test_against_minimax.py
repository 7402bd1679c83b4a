"""Compiled alpha-beta finds what minimax finds: on random trees, and on every small game.

Three references stand beside it: `textbook.minimax` and `textbook.alphabeta`, which play the
game's own rules, and `worth` below, which knows no rules at all and reads the nested lists.
Hundreds of trees share one game, as the moves of its root: that loads and binds only once.
"""

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.engine.alphabeta.engine import KERNEL
from counterplay.engine.base import make_engine

GAMES = Path(__file__).parents[1] / "data" / "games"
FEW, ALL = 12, 120  # trees of each forest: in the quick suite and in the slow one
MANY = 250  # deeper than any tree here

Tree = Any
"""Nested lists, as the game `tree` reads them."""


# Trees and their worth ---------------------------------------------------------------------------


def children(tree: Tree) -> list[Tree] | None:
    """The nodes below this one; None for an end."""
    if isinstance(tree, dict):
        return tree["children"]
    return tree if isinstance(tree, list) else None


def chooser(tree: Tree, turn: int) -> int:
    return tree.get("player", turn) if isinstance(tree, dict) else turn


def worth(tree: Tree, turn: int = 0, depth: int = MANY) -> float:
    """What the first player gets; 0 where the tree is cut off."""
    below = children(tree)
    if below is None:
        return tree
    if depth == 0:
        return 0
    mover = chooser(tree, turn)
    values = [worth(child, 1 - mover, depth - 1) for child in below]
    return max(values) if mover == 0 else min(values)


def height(tree: Tree) -> int:
    below = children(tree)
    return 0 if below is None else 1 + max(map(height, below))


class Ends:
    """Makers of payoffs: few different ones make ties, many make none."""

    few = staticmethod(lambda rng: rng.randint(-2, 2))
    whole = staticmethod(lambda rng: rng.randint(-100, 100))
    fractions = staticmethod(lambda rng: round(rng.uniform(-9, 9), rng.randint(0, 3)))
    extreme = staticmethod(lambda rng: rng.choice([-(10**6), 10**6, 999_999.999, -0.001, 0]))


def grown(rng: random.Random, depth: int, widest: int, end: Any, again: float) -> Tree:
    """A random tree that is not an end; with chance `again` a node names who moves there."""
    below = [
        end(rng) if depth == 1 or rng.random() < 0.15 else grown(rng, depth - 1, widest, end, again)
        for _ in range(rng.randint(1, widest))
    ]
    return {"player": rng.randint(0, 1), "children": below} if rng.random() < again else below


FORESTS = [
    (depth, widest, end, again)
    for (depth, widest), end, again in product(
        [(2, 6), (4, 4), (6, 3), (9, 2)], [Ends.few, Ends.whole, Ends.fractions], [0.0, 0.5]
    )
] + [(4, 4, Ends.extreme, 0.3)]


@cache
def planted(count: int) -> list[tuple[Tree, cp.Position]]:
    """`count` trees of every forest, each with its position, after a first move of one game."""
    found = []
    for number, forest in enumerate(FORESTS):
        rng = random.Random(number)
        trees = [grown(rng, *forest) for _ in range(count)]
        root = cp.load("tree", tree=trees).position()
        found += [(tree, root.play(i)) for i, tree in enumerate(trees)]
    return found


counts = pytest.mark.parametrize("count", [FEW, ALL])


# What every answer has to hold --------------------------------------------------------------------


def played(position: cp.Position, moves: tuple[int, ...]) -> cp.Position:
    for move in moves:
        position = position.play(move)  # refuses what is not legal
    return position


def assert_is_exact(found: cp.Result, first_gets: float) -> None:
    """The value is right, and the line leads to an end that pays it."""
    position = found.position
    value = first_gets if position.turn == 0 else -first_gets
    assert (found.kind, found.value) == ("exact", value), position
    assert found.values == (first_gets, -first_gets)
    assert found.outcome == ("win" if value > 0 else "loss" if value < 0 else "draw")
    assert found.move == found.line[0]
    end = played(position, found.line)
    assert end.is_over
    assert end.payoffs == found.values
    assert found.distance == len(found.line)


# Random trees -------------------------------------------------------------------------------------


SECONDS_TO_BIND = """
import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.engine.alphabeta.engine import KERNEL
print(bind(cp.load("tree", tree={tree}), KERNEL).SECONDS)
"""


def test_another_tree_compiles_nothing() -> None:
    """Neither in this process, nor in one that comes after it."""
    bind(cp.load("tree"), KERNEL)
    for tree in ([1, 2], [[3, 4], [-0.125, {"player": 0, "children": [5]}]], list(range(999))):
        assert bind(cp.load("tree", tree=tree), KERNEL).SECONDS == 0.0
    for tree in ([5, 6, 7, 8, 9], [[1]]):
        program = SECONDS_TO_BIND.format(tree=tree)
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
        assert float(ran.stdout) == 0.0


@counts
def test_compiled_search_equals_minimax_on_random_trees(count: int) -> None:
    for tree, position in planted(count):
        found = cp.search(position.game, position, depth=MANY, memory=1)
        assert_is_exact(found, worth(tree, turn=1))
        mover = chooser(tree, turn=1)
        assert worth(children(tree)[found.move], 1 - mover) == found.values[0]


@counts
def test_the_textbook_agrees_with_itself_on_random_trees(count: int) -> None:
    for tree, position in planted(count):
        game = position.game
        minimax = cp.textbook.minimax(game, position.state)
        alphabeta = cp.textbook.alphabeta(game, position.state)
        first_gets = worth(tree, turn=1)
        assert minimax.value == (first_gets if position.turn == 0 else -first_gets)
        assert (alphabeta.value, alphabeta.move) == (minimax.value, minimax.move)
        assert alphabeta.evaluated <= minimax.evaluated
        assert alphabeta.nodes <= minimax.nodes


@counts
def test_a_tree_that_is_cut_off_counts_for_nothing_below(count: int) -> None:
    for depth, (tree, position) in enumerate(planted(count)):
        depth = depth % height(tree) + 1
        found = cp.search(position.game, position, depth=depth, memory=1)
        assert found.values[0] == worth(tree, turn=1, depth=found.depth)
        assert found.depth <= depth
        if found.kind == "exact":
            assert_is_exact(found, worth(tree, turn=1))
        else:
            assert (found.kind, found.outcome, found.distance) == ("estimate", None, None)
            assert found.depth == depth < height(tree)
            assert len(found.line) <= depth
            played(position, found.line)


NODES = [1, 2, 3, 10, 30, 100]


@counts
def test_few_nodes_give_a_legal_move_and_no_false_value(count: int) -> None:
    for (tree, position), nodes in zip(planted(count), cycle(NODES), strict=False):
        found = cp.search(position.game, position, nodes=nodes, memory=1)
        assert found.move in position.legal_moves
        played(position, found.line)
        if found.kind == "exact":
            assert_is_exact(found, worth(tree, turn=1))


def trees(end: st.SearchStrategy[float]) -> st.SearchStrategy[Tree]:
    def branch(below: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        lists = st.lists(below, min_size=1, max_size=4)
        named = st.fixed_dictionaries({"player": st.integers(0, 1), "children": lists})
        return lists | named

    return branch(st.recursive(end, branch, max_leaves=40))


payoffs = (
    st.integers(-3, 3)
    | st.integers(-(10**6), 10**6)
    | st.integers(-(10**9), 10**9).map(lambda thousandths: thousandths / 1000)
)


@settings(deadline=None, max_examples=200)
@given(trees(payoffs))
def test_compiled_search_equals_minimax_on_any_tree(tree: Tree) -> None:
    game = cp.load("tree", tree=tree)
    found = cp.search(game, depth=MANY, memory=1)
    minimax = cp.textbook.minimax(game, game.initial())
    alphabeta = cp.textbook.alphabeta(game, game.initial())
    assert found.value == minimax.value == alphabeta.value
    assert alphabeta.move == minimax.move
    assert alphabeta.evaluated <= minimax.evaluated
    assert_is_exact(found, worth(tree))


# Games that are won or lost: the fastest win, the slowest loss ------------------------------------


def solved(game: cp.Game) -> Any:
    """A function that gives the outcome of any state for its mover, 1, 0 or -1, and its distance.

    The distance of a draw is None: nothing is promised about it.
    """
    known: dict[Any, tuple[int, int | None]] = {}
    even = game.facts.even_share

    def solve(s: Any) -> tuple[int, int | None]:
        if s not in known:
            known[s] = by_utility(s) if game.terminal(s) else by_moves(s)
        return known[s]

    def by_utility(s: Any) -> tuple[int, int | None]:
        payoff = game.utility(s, game.player(s)) - even
        return (1, 0) if payoff > 0 else (-1, 0) if payoff < 0 else (0, None)

    def by_moves(s: Any) -> tuple[int, int | None]:
        after = [game.result(s, a) for a in game.actions(s)]
        sign = [1 if game.player(t) == game.player(s) else -1 for t in after]
        got = [(i * solve(t)[0], solve(t)[1]) for i, t in zip(sign, after, strict=True)]
        wins = [distance + 1 for outcome, distance in got if outcome == 1]
        if wins:
            return 1, min(wins)
        if any(outcome == 0 for outcome, _ in got):
            return 0, None
        return -1, max(distance + 1 for _, distance in got)

    return solve


def assert_is_solved(found: cp.Result, solve: Any) -> None:
    """The outcome and the distance are right, at the root and all along the line."""
    position, game = found.position, found.position.game
    outcome, distance = solve(position.state)
    assert (found.kind, found.outcome) == ("exact", ("draw", "win", "loss")[outcome]), position
    assert found.distance == len(found.line), position
    if outcome:
        assert found.distance == distance, position
    for move in found.line:
        mover, after = position.turn, position.play(move)
        sign = 1 if after.turn == mover else -1
        assert sign * solve(after.state)[0] == solve(position.state)[0], position
        position = after
    assert position.is_over
    best, even = game.facts.best, game.facts.even_share
    assert found.value == (even, best, 2 * even - best)[outcome]
    assert position.payoffs == found.values


def every_state(game: cp.Game) -> list[Any]:
    """Every reachable state in which there is something to decide."""
    found, waiting = {game.initial()}, [game.initial()]
    while waiting:
        s = waiting.pop()
        after = {game.result(s, a) for a in game.actions(s)} - found
        found |= after
        waiting.extend(after)
    return sorted(s for s in found if not game.terminal(s))


def random_states(game: cp.Game, count: int, least: int, seed: int) -> Iterator[Any]:
    """Undecided states of random games, `least` plies after the start or later."""
    rng = random.Random(seed)
    while count:
        position = game.position()
        path = []
        while not position.is_over:
            path.append(position)
            position = position.play(rng.choice(position.legal_moves))
        if path[least:]:
            yield rng.choice(path[least:]).state
            count -= 1


def test_tic_tac_toe_is_solved_from_every_state() -> None:
    game = cp.load("tic_tac_toe")
    solve, states = solved(game), every_state(game)
    assert len(states) == 5478 - 958
    for state in states:
        found = cp.search(game, cp.Position(game, state), depth=9, memory=1)
        assert_is_solved(found, solve)


def test_tic_tac_toe_is_worth_what_minimax_says() -> None:
    game = cp.load("tic_tac_toe")
    for state in random_states(game, 60, 4, seed=1):
        found = cp.search(game, cp.Position(game, state), depth=9, memory=1)
        assert found.value == cp.textbook.minimax(game, state).value
        assert found.value == cp.textbook.alphabeta(game, state).value


@pytest.mark.parametrize("misere", [True, False])
def test_nim_is_solved_from_every_state(misere: bool) -> None:
    game = cp.load("nim", misere=misere)
    solve = solved(game)
    for sizes in product(range(2), range(4), range(6), range(8)):
        for mover in ("", " second"):
            position = game.position(",".join(map(str, sizes)) + mover)
            if not position.is_over:
                assert_is_solved(cp.search(game, position, depth=16, memory=1), solve)


@pytest.mark.parametrize(("width", "height", "least"), [(4, 4, 7), (5, 4, 13)])
def test_connect_four_is_solved_from_random_states(width: int, height: int, least: int) -> None:
    game = cp.load("connect_four", width=width, height=height)
    solve = solved(game)
    for state in random_states(game, 200, least, seed=width):
        found = cp.search(game, cp.Position(game, state), depth=MANY, memory=1)
        assert_is_solved(found, solve)


def won_tree(rng: random.Random, depth: int) -> Tree:
    """A tree of wins, draws and losses in which who moves next is free."""
    below = [
        rng.choice([-1, -1, 0, 1, 1])
        if depth == 1 or rng.random() < 0.2
        else won_tree(rng, depth - 1)
        for _ in range(rng.randint(1, 3))
    ]
    return [rng.randint(0, 1), below]


@pytest.mark.parametrize("halves", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_wins_of_odd_and_even_length_are_told_apart(halves: bool, seed: int) -> None:
    rng = random.Random(seed)
    forest = [0, [won_tree(rng, 3 + seed) for _ in range(64)]]
    game = cp.load(GAMES / "won_tree.py", tree=forest, halves=halves)
    solve = solved(game)
    for move in game.position().legal_moves:
        position = game.position().play(move)
        found = cp.search(game, position, depth=40, memory=1)
        assert_is_solved(found, solve)


def positions_to_solve(name: str, seed: int) -> list[cp.Position]:
    """64 positions of one game. In `won_tree` who moves next is free."""
    if name == "won_tree":
        rng = random.Random(seed)
        trees = [won_tree(rng, rng.randint(6, 7)) for _ in range(64)]
        root = cp.load(GAMES / "won_tree.py", tree=[0, trees]).position()
        return [root.play(move) for move in root.legal_moves]
    game = cp.load(name)
    return [cp.Position(game, s) for s in random_states(game, 64, 1, seed=seed)]


@pytest.mark.parametrize(("name", "seeds"), [("tic_tac_toe", 2), ("won_tree", 8)])
def test_what_is_called_exact_is_exact_whatever_the_limit(name: str, seeds: int) -> None:
    rng = random.Random(12)
    solver = cache(solved)
    for position in (here for seed in range(seeds) for here in positions_to_solve(name, seed)):
        game = position.game
        solve = solver(game)
        for limit in ({"nodes": rng.randint(1, 60)}, {"depth": rng.randint(1, 7)}):
            found = cp.search(game, position, memory=1, **limit)
            assert found.move in position.legal_moves
            played(position, found.line)
            if found.kind == "exact":
                outcome = ("draw", "win", "loss")[solve(position.state)[0]]
                assert found.outcome == outcome, (limit, position.text)


@pytest.mark.parametrize("name", ["tic_tac_toe", "won_tree"])
def test_one_engine_solves_many_positions_in_turn(name: str) -> None:
    """A table that is kept from search to search spoils nothing."""
    rng, positions = random.Random(13), positions_to_solve(name, seed=11)
    solve, thinker = solved(positions[0].game), make_engine(positions[0].game, memory=1)
    for _ in range(3):
        for position in rng.sample(positions, 64):
            while not position.is_over:
                assert_is_solved(thinker.search(position, cp.Limit(depth=40)), solve)
                position = position.play(rng.choice(position.legal_moves))


# Games that are scored ----------------------------------------------------------------------------


def test_dots_and_boxes_is_worth_what_minimax_says() -> None:
    game = cp.load("dots_and_boxes", columns=2, rows=2, players=2)
    known: dict[Any, float] = {}

    def first_gets(s: Any) -> float:
        if s not in known:
            after = [first_gets(game.result(s, a)) for a in game.actions(s)]
            choose = max if game.player(s) == 0 else min
            known[s] = choose(after) if after else game.utility(s, 0)
        return known[s]

    for state in random_states(game, 300, 4, seed=3):
        found = cp.search(game, cp.Position(game, state), depth=12, memory=1)
        assert found.kind == "exact"
        assert found.values == (first_gets(state), 4 - first_gets(state))
        assert found.value == found.values[game.player(state)]
        assert found.distance == 12 - int(state.lines).bit_count()
        assert played(found.position, found.line).payoffs == found.values


def test_textbook_minimax_agrees_on_late_dots_and_boxes() -> None:
    game = cp.load("dots_and_boxes", columns=2, rows=2, players=2)
    for state in random_states(game, 60, 7, seed=4):
        found = cp.search(game, cp.Position(game, state), depth=12, memory=1)
        assert found.value == cp.textbook.minimax(game, state).value
        assert found.value == cp.textbook.alphabeta(game, state).value


# Hooks: order, an evaluator with weights, run-time data -------------------------------------------


def end_taking(row: tuple[int, ...], depth: int, share: float) -> float:
    """The lead that the mover can reach; cut off, a share of the larger end is the guess."""
    if not row:
        return 0
    if depth == 0:
        return share * max(row[0], row[-1])
    left = row[0] - end_taking(row[1:], depth - 1, share)
    right = row[-1] - end_taking(row[:-1], depth - 1, share)
    return max(left, right)


def test_order_and_evaluator_and_data_serve_the_search() -> None:
    rng = random.Random(5)
    for length in range(1, 17):
        row = tuple(rng.randint(0, 1000) for _ in range(length))
        game = cp.load(GAMES / "end_taking.py", row=row)
        for depth in range(1, length + 2):
            found = cp.search(game, depth=depth, memory=1, selective=False)
            assert found.value == end_taking(row, depth, share=0.5)
            if depth >= length:
                assert_is_exact(found, end_taking(row, depth, share=0.5))
            else:
                assert found.kind == "estimate"


def test_other_weights_are_another_guess() -> None:
    row = (8, 15, 3, 7, 22, 5, 1, 40)
    game = cp.load(GAMES / "end_taking.py", row=row)
    for share in (-2.0, 0.0, 0.25, 3.0):
        weights = game.evaluator.weights * 0 + int(1000 * share)
        other = game.with_evaluator(replace(game.evaluator, weights=weights))
        for depth in range(1, 9):
            found = cp.search(other, depth=depth, memory=1, selective=False)
            assert found.value == end_taking(row, depth, share)


def test_without_an_evaluator_nothing_is_guessed() -> None:
    row = (8, 15, 3, 7, 22, 5, 1, 40)
    game = cp.load(GAMES / "end_taking.py", row=row).with_evaluator(None)
    assert cp.search(game, depth=1, memory=1).value == 0
    assert cp.search(game, depth=8, memory=1).value == end_taking(row, 8, 0)


# States that are records --------------------------------------------------------------------------


def test_a_game_of_records_plays_as_the_same_game_of_tuples() -> None:
    records, tuples = cp.load(GAMES / "record_tic_tac_toe.py"), cp.load("tic_tac_toe")
    rng = random.Random(6)
    for _ in range(20):
        one, other = records.position(), tuples.position()
        while not other.is_over:
            assert not one.is_over
            assert (one.turn, one.legal_moves) == (other.turn, other.legal_moves)
            move = rng.choice(other.legal_moves)
            one, other = one.play(move), other.play(move)
            assert records.position(one.text) == one
        assert one.is_over
        assert one.payoffs == other.payoffs


def test_a_game_of_records_is_counted_and_searched_as_the_same_game_of_tuples() -> None:
    records, tuples = cp.load(GAMES / "record_tic_tac_toe.py"), cp.load("tic_tac_toe")
    for depth in range(11):
        assert cp.perft(records, depth=depth) == cp.perft(tuples, depth=depth)
    rng = random.Random(7)
    for _ in range(300):
        one, other = records.position(), tuples.position()
        for _ in range(rng.randint(0, 8)):
            move = rng.choice(other.legal_moves)
            if other.play(move).is_over:
                break
            one, other = one.play(move), other.play(move)
        left, right = (cp.search(p.game, p, depth=9, memory=1) for p in (one, other))
        assert (left.kind, left.outcome, left.distance) == (
            right.kind,
            right.outcome,
            right.distance,
        )
        assert left.values == right.values
        assert played(one, left.line).payoffs == left.values
