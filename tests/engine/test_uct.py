"""UCT finds what is true: what it proves is exact, and what it estimates converges.

References are definitions written out here (`worth`, `expected`, `walk_value`), which know nothing
of trees in memory. Random trees lie behind the moves of one root, so that hundreds share a kernel.
"""

import random
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.uct.engine import Uct, UctSettings
from counterplay.engine.uct.monte_carlo import added
from counterplay.engine.uct.tree import Branch

GAMES = Path(__file__).parents[1] / "data" / "games"
RECORDS = GAMES / "record_tic_tac_toe.py"
BOARD = {"width": 5, "height": 4}  # of Connect Four
FOREST = 150
ENOUGH = 20_000  # simulations that prove every tree here

ODDS = {1: (10,), 2: (9, 1), 3: (1, 7, 2), 4: (2, 1, 1, 6)}  # of chance, in tenths

Tree = Any
Vector = tuple[float, ...]


def uct(game: cp.Game, **settings: Any) -> Uct:
    return Uct(game, UctSettings(**{"memory": 4, **settings}))


def nodes(n: int) -> Limit:
    return Limit(nodes=n)


# What is proven -----------------------------------------------------------------------------------


def worth(tree: Tree, players: int, turn: int) -> Vector:
    """The payoffs of best play, of equal moves the first (Luckhardt and Irani 1986)."""
    if "payoffs" in tree:
        return tuple(tree["payoffs"])
    if "chance" in tree:
        outcomes = [(q, worth(t, players, turn)) for q, t in tree["chance"]]
        return tuple(sum(q * values[p] for q, values in outcomes) for p in range(players))
    mover = tree.get("player", turn)
    after = [worth(t, players, (mover + 1) % players) for t in tree["children"]]
    return max(after, key=lambda values: values[mover])


def grown(rng: random.Random, players: int, chance: float, depth: int, is_root: bool) -> Tree:
    """A random tree; at its root somebody has a choice."""
    if depth == 0 or (not is_root and rng.random() < 0.15):
        first = rng.randint(-3, 3)
        rest = [rng.randint(-3, 3) for _ in range(players - 1)] if players > 2 else [-first]
        return {"payoffs": [first, *rest]}
    width = rng.randint(1, 4)
    below = [grown(rng, players, chance, depth - 1, False) for _ in range(width)]
    if not is_root and rng.random() < chance:
        return {"chance": [[n / 10, t] for n, t in zip(ODDS[width], below, strict=True)]}
    if rng.random() < 0.3:
        return {"player": rng.randrange(players), "children": below}
    return {"children": below}


@cache
def forest(players: int, chance: float) -> tuple[cp.Game, list[tuple[Tree, cp.Position]]]:
    """One game, and the trees behind its first moves; there the second player begins."""
    rng = random.Random(players)
    trees = [grown(rng, players, chance, rng.randint(1, 5), True) for _ in range(FOREST)]
    game = cp.load("tree", tree={"children": trees})
    root = game.position()
    return game, [(tree, root.play(i)) for i, tree in enumerate(trees)]


forests = pytest.mark.parametrize(
    ("players", "chance"), [(2, 0.0), (3, 0.3)], ids=["two players", "three players and chance"]
)
variants = pytest.mark.parametrize(
    "settings",
    [{}, {"patience": 1}, {"rave": True}, {"threads": 2}, {"rollouts": 3}],
    ids=lambda settings: " ".join(settings) or "plain",
)


@forests
@variants
def test_what_is_proven_of_a_tree_is_its_worth(
    players: int, chance: float, settings: dict[str, Any]
) -> None:
    game, planted = forest(players, chance)
    engine = uct(game, **settings)
    for tree, position in planted:
        found = engine.search(position, nodes(ENOUGH))
        assert (found.kind, found.method) == ("exact", "uct"), position
        assert found.values == pytest.approx(worth(tree, players, turn=1), abs=1e-9), position
        assert found.value == found.values[position.turn]


@forests
def test_a_proven_line_leads_to_the_payoffs(players: int, chance: float) -> None:
    game, planted = forest(players, chance)
    engine = uct(game)
    for _, position in planted:
        found = engine.search(position, nodes(ENOUGH))
        end = position
        for move in found.line:
            end = end.play(move)
        if chance == 0:
            assert end.is_over
            assert end.payoffs == found.values
            assert found.outcome is not None
        else:
            assert end.is_over or end.turn == cp.CHANCE
            assert found.outcome is None


@forests
def test_without_the_solver_nothing_is_called_exact(players: int, chance: float) -> None:
    game, planted = forest(players, chance)
    engine = uct(game, solver=False)
    for _, position in planted[:30]:
        found = engine.search(position, nodes(200))
        assert (found.kind, found.outcome, found.distance) == ("estimate", None, None)
        assert found.nodes == 200


@forests
def test_what_is_proven_early_is_true_too(players: int, chance: float) -> None:
    game, planted = forest(players, chance)
    for n, (tree, position) in enumerate(planted, 1):
        found = uct(game, memory=1, seed=n).search(position, nodes(n))
        assert found.move in position.legal_moves
        assert found.nodes <= n
        if found.kind == "exact":
            assert found.values == pytest.approx(worth(tree, players, turn=1), abs=1e-9)


def minimax(game: cp.Game, s: Any, seen: dict[Any, float]) -> float:
    """What the first player gets, for two players of constant sum."""
    if s not in seen:
        if game.terminal(s):
            seen[s] = game.utility(s, 0)
        else:
            after = [minimax(game, game.result(s, a), seen) for a in game.actions(s)]
            seen[s] = max(after) if game.player(s) == 0 else min(after)
    return seen[s]


def wandered(game: cp.Game, plies: int, rng: random.Random) -> cp.Position:
    """A position so many random plies on in which the game is not over."""
    while True:
        position = game.position()
        for _ in range(plies):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            return position


@pytest.mark.parametrize(
    ("name", "parameters", "plies", "simulations"),
    [
        (RECORDS, {}, 2, 20_000),
        ("connect_four", BOARD, 11, 200_000),
        ("nim", {"piles": (1, 2, 3)}, 1, 20_000),
    ],
    ids=["tic_tac_toe", "connect_four", "nim"],
)
def test_small_games_are_solved(
    name: Any, parameters: dict[str, Any], plies: int, simulations: int
) -> None:
    game, rng = cp.load(name, **parameters), random.Random(3)
    truth = cp.load("tic_tac_toe") if name == RECORDS else game
    seen: dict[Any, float] = {}
    for _ in range(12):
        position = wandered(game, plies, rng)
        same = truth.position()
        for move in position.moves:
            same = same.play(move)
        found = uct(game, memory=64).search(position, nodes(simulations))
        value = minimax(truth, same.state, seen)
        assert (found.kind, found.values[0]) == ("exact", value), position
        assert minimax(truth, truth.result(same.state, found.move), seen) == value


# What is estimated --------------------------------------------------------------------------------


def expected(game: cp.Game, s: Any, p: int) -> float:
    """What player p gets on average if both do their best: expectiminimax (Michie 1966)."""
    if game.terminal(s):
        return game.utility(s, p)
    if game.player(s) == cp.CHANCE:
        return sum(q * expected(game, game.result(s, o), p) for o, q in game.chance(s))
    after = [expected(game, game.result(s, a), p) for a in game.actions(s)]
    return max(after) if game.player(s) == p else min(after)


def test_a_die_that_can_only_be_sampled_is_played_by_its_expectation() -> None:
    game, lists = (cp.load(GAMES / "dice_race.py", listed=listed) for listed in (False, True))
    engine = uct(game, solver=False, exploration=0.5)
    for lead in range(-3, 4):
        position = game.position(f"state {lead} 2 0")
        found = engine.search(position, nodes(60_000))
        truth = {a: expected(lists, lists.result(position.state, a), 0) for a in (0, 1)}
        assert found.value == pytest.approx(max(truth.values()), abs=0.03), lead
        assert truth[found.move] == pytest.approx(max(truth.values()), abs=0.02), lead


def test_listed_chance_is_drawn_by_its_probabilities() -> None:
    ends = [{"payoffs": [first, 0, 0]} for first in (10, 0, 50, 1)]
    good, poor = [[0.7, ends[0]], [0.3, ends[1]]], [[0.1, ends[2]], [0.9, ends[3]]]
    game = cp.load("tree", tree={"children": [{"chance": poor}, {"chance": good}]})
    engine = uct(game, solver=False)
    found = engine.search(game.position(), nodes(40_000))
    assert (found.move, found.kind) == (1, "estimate")
    assert found.value == pytest.approx(7, abs=0.2)
    drawn = [branch.visits for branch in engine.trees[0].branches((1,))]
    assert drawn[0] / sum(drawn) == pytest.approx(0.7, abs=0.02)


def test_several_random_games_a_leaf_count_as_their_mean() -> None:
    game = cp.load("tree", tree=[[4, 4], [4, 4]])
    found = uct(game, rollouts=5, solver=False, patience=1000).search(game.position(), nodes(500))
    assert (found.value, found.nodes) == (4, 500)


def test_rave_counts_the_games_in_which_a_move_was_made_there_or_later() -> None:
    """Two moves, a reply to each, and two moves again, of which the first may be the same."""
    game = cp.load("tree", tree=[[[5, 7]], [[0, 1]]])
    engine = uct(game, rave=True, solver=False, patience=1)
    engine.search(game.position(), nodes(1000))
    tree = engine.trees[0]
    first, end = tree.children(int(tree.ctx.top))
    at_once = [branch.visits for branch in tree.branches()]
    later = [tree.branches((1 - move, 0))[move].visits for move in (0, 1)]
    for move, count in enumerate(tree.amaf["count"][first:end]):
        # Before a node has children its moves are made in random games.
        assert at_once[move] + later[move] <= count <= at_once[move] + later[move] + 2


@pytest.mark.parametrize(
    "settings",
    [{"solver": False}, {"solver": False, "rave": True}, {"solver": False, "threads": 2}],
    ids=["plain", "rave", "threads"],
)
def test_the_known_best_move_is_found_without_proof(settings: dict[str, Any]) -> None:
    """Four to complete, four to prevent, and three with both ends open to make."""
    game = cp.load("connect_four", **BOARD)
    for text, best in [("112233", "4"), ("12131", "1"), ("3323", "4"), ("332", "1 4 5")]:
        found = uct(game, memory=64, **settings).search(game.position(text), nodes(30_000))
        assert found.move_text in best.split(), text


# The path -----------------------------------------------------------------------------------------


def walk_value(game: cp.Game, path: tuple[Any, ...], idle: int) -> float:
    """What the first player gets, by the rules about positions that come back, written out."""
    facts, s = game.facts, path[-1]
    if game.terminal(s):
        return game.utility(s, 0)
    if facts.repetition and path.count(s) >= facts.repetition:
        return 0
    if facts.no_progress and idle >= facts.no_progress:
        return 0
    values = []
    for a in game.actions(s):
        after = game.result(s, a)
        if not (facts.superko and after in path):
            is_fresh = game.ask("irreversible", s, a)
            values.append(walk_value(game, (*path, after), 0 if is_fresh else idle + 1))
    return max(values) if game.player(s) == 0 else min(values)


@pytest.mark.parametrize(
    "rules",
    [{"repetition": 2}, {"superko": True, "no_progress": 2}],
    ids=["repetition", "superko and no progress"],
)
def test_positions_that_come_back_count_as_the_rules_say(rules: dict[str, Any]) -> None:
    game = cp.load(GAMES / "pebble_walk.py", squares=5, **rules)
    rng, engine = random.Random(2), uct(game)
    for _ in range(30):
        position = wandered(game, rng.randint(0, 4), rng)
        found = engine.search(position, nodes(ENOUGH))
        truth = walk_value(game, (*position.past, position.state), position.reversible)
        assert (found.kind, found.values[0]) == ("exact", truth), position


def test_the_next_best_moves_are_told_in_their_order() -> None:
    game = cp.load("connect_four", **BOARD)
    start, engine = game.position("startpos moves 3 3"), uct(game, lines=3)
    found = engine.search(start, nodes(2_000))
    told = [found, *found.alternatives]
    assert len({one.move for one in told}) == 3 and all(one.line[0] == one.move for one in told)
    visits = {b.move: b.visits for b in added(start, [tree.branches() for tree in engine.trees])}
    assert [visits[one.move] for one in told] == sorted(visits.values(), reverse=True)[:3]
    assert not engine.search(start, nodes(100), lines=1).alternatives


def test_moves_that_are_proven_are_told_as_exact() -> None:
    game = cp.load("connect_four", **BOARD)
    start = game.position("startpos moves 3 1 3 1 3 2")  # 3 wins at once
    found = uct(game, lines=5).search(start, nodes(1_000))
    assert (found.kind, found.outcome, found.distance) == ("exact", "win", 1)
    for other in found.alternatives:
        assert other.kind == "estimate" or other.outcome == cp.solve(start.play(other.move)).outcome


def test_the_trees_are_added_up_in_one_pass_over_their_moves() -> None:
    reads = 0

    class Counted(Branch):
        def __getattribute__(self, name: str) -> Any:
            nonlocal reads
            reads += name == "move"
            return super().__getattribute__(name)

    moves = range(1_000)
    tree = [Counted(move, 1, (0.5, -0.5), False) for move in moves]
    position: Any = SimpleNamespace(
        legal_moves=moves, game=SimpleNamespace(facts=SimpleNamespace(players=2, even_share=0.0))
    )
    found = added(position, [tree, tree])
    assert [(b.move, b.visits, b.values) for b in found] == [(m, 2, (0.5, -0.5)) for m in moves]
    assert reads <= 10 * len(moves)  # it was a million once
