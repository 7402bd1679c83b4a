"""Compiled max^n finds what the definition says: for several players, any payoffs, and chance."""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp

FEW, ALL = 30, 150  # trees of each kind: in the quick suite and in the slow one
MANY = 250  # deeper than any tree here

Tree = Any
Vector = list[float]


def worth(tree: Tree, players: int, turn: int = 0, depth: int = MANY) -> Vector:
    """The payoffs of best play: the first child of those that are best for whoever moves.

    By the definition of Luckhardt and Irani (1986); nothing is left out. Cut off, all get 0.
    """
    if "payoffs" in tree:
        return tree["payoffs"]
    if depth == 0:
        return [0] * players
    if "chance" in tree:
        outcomes = [(q, worth(t, players, turn, depth - 1)) for q, t in tree["chance"]]
        return [sum(q * values[p] for q, values in outcomes) for p in range(players)]
    mover = tree.get("player", turn)
    after = [worth(t, players, (mover + 1) % players, depth - 1) for t in tree["children"]]
    return max(after, key=lambda values: values[mover])  # max() gives the first of the largest


def height(tree: Tree) -> int:
    below = [t for _, t in tree.get("chance", [])] + tree.get("children", [])
    return 1 + max(map(height, below)) if below else 0


def grown(rng: random.Random, kind: "Kind", depth: int, is_root: bool = True) -> Tree:
    """A random tree; at its root somebody has a choice."""
    if depth == 0 or (not is_root and rng.random() < 0.15):
        return {"payoffs": kind.payoffs(rng)}
    below = [grown(rng, kind, depth - 1, False) for _ in range(rng.randint(1, kind.widest))]
    if not is_root and rng.random() < kind.chance:
        eighths = [1] * len(below)
        for _ in range(8 - len(below)):
            eighths[rng.randrange(len(below))] += 1
        return {"chance": [[n / 8, t] for n, t in zip(eighths, below, strict=True)]}
    if rng.random() < 0.3:
        return {"player": rng.randrange(kind.players), "children": below}
    return {"children": below}


class Kind:
    """A kind of tree; each compiles one kernel."""

    def __init__(self, players: int, chance: float, is_constant: bool, most: int) -> None:
        self.players, self.chance, self.is_constant, self.most = players, chance, is_constant, most
        self.widest = 4

    def payoffs(self, rng: random.Random) -> Vector:
        got = [rng.randint(-self.most, self.most) for _ in range(self.players)]
        return [got[0], -got[0]] if self.is_constant else got


KINDS = {
    "three players, many ties": Kind(3, 0.0, is_constant=False, most=2),
    "three players, few ties": Kind(3, 0.0, is_constant=False, most=1000),
    "two players of no constant total": Kind(2, 0.0, is_constant=False, most=4),
    "two players and chance": Kind(2, 0.3, is_constant=True, most=20),
    "three players and chance": Kind(3, 0.3, is_constant=False, most=3),
}

QUICK = [kind for kind in KINDS.values() if kind.players == 3]
"""They compile two kernels, one without chance and one with it."""

kinds = pytest.mark.parametrize(
    ("kinds", "count"), [(QUICK, FEW), (KINDS.values(), ALL)], ids=["few trees", "all trees"]
)


def planted(
    kinds: Iterable[Kind], count: int, seed: int
) -> Iterator[tuple[Kind, Tree, cp.Position]]:
    """`count` trees of each kind, each with its position: it follows a first move of one game."""
    for kind in kinds:
        rng = random.Random(seed)
        trees = [grown(rng, kind, rng.randint(1, 5)) for _ in range(count)]
        root = cp.load("tree", tree={"children": trees}).position()
        for number, tree in enumerate(trees):
            yield kind, tree, root.play(number)


@kinds
def test_compiled_maxn_equals_its_definition(kinds: Iterable[Kind], count: int) -> None:
    for seed in range(2):
        for kind, tree, position in planted(kinds, count, seed):
            found = cp.search(position.game, position, depth=MANY, method="maxn")
            assert (found.method, found.kind) == ("maxn", "exact")
            expected = worth(tree, kind.players, turn=1)
            assert found.value == pytest.approx(expected[position.turn], abs=1e-9), position
            child = tree["children"][found.move]
            after = worth(child, kind.players, (position.turn + 1) % kind.players)
            assert found.values == pytest.approx(after, abs=1e-9), position


@kinds
def test_the_first_of_the_best_moves_is_chosen(kinds: Iterable[Kind], count: int) -> None:
    for seed in range(2):
        for kind, tree, position in planted(kinds, count, seed):
            found = cp.search(position.game, position, depth=MANY, method="maxn")
            expected = worth(tree, kind.players, turn=1)
            assert found.values == pytest.approx(expected, abs=1e-9), position


@kinds
def test_a_tree_that_is_cut_off_counts_for_nothing_below(kinds: Iterable[Kind], count: int) -> None:
    for depth, (kind, tree, position) in enumerate(planted(kinds, count, seed=4)):
        depth = depth % height(tree) + 1
        found = cp.search(position.game, position, depth=depth, method="maxn")
        expected = worth(tree, kind.players, turn=1, depth=found.depth)
        assert found.value == pytest.approx(expected[position.turn], abs=1e-9)
        assert found.depth <= depth
        if depth < height(tree) and found.kind == "estimate":
            assert (found.outcome, found.distance, found.depth) == (None, None, depth)


@kinds
def test_the_line_is_legal_and_leads_to_the_payoffs(kinds: Iterable[Kind], count: int) -> None:
    for kind, _, position in planted(kinds, count, seed=5):
        found = cp.search(position.game, position, depth=MANY, method="maxn")
        end = position
        for move in found.line:
            end = end.play(move)
        if kind.chance == 0:
            assert end.is_over
            assert end.payoffs == found.values
            assert found.distance == len(found.line)
            others = max(v for p, v in enumerate(found.values) if p != position.turn)
            expected = "win" if found.value > others else "loss" if found.value < others else "draw"
            assert found.outcome == expected
        else:
            assert end.is_over or end.turn == cp.CHANCE
            assert (found.outcome, found.distance) == (None, None)


@kinds
def test_a_node_limit_gives_a_legal_move(kinds: Iterable[Kind], count: int) -> None:
    for number, (kind, tree, position) in enumerate(planted(kinds, count, seed=6)):
        nodes = number % count + 1
        found = cp.search(position.game, position, nodes=nodes)
        assert found.move in position.legal_moves
        if found.kind == "exact":
            expected = worth(tree, kind.players, turn=1)
            assert found.value == pytest.approx(expected[position.turn], abs=1e-9)


def test_two_players_of_constant_sum_get_from_maxn_what_alphabeta_finds() -> None:
    game = cp.load("tree")
    assert cp.search(game, depth=9, method="maxn").values == cp.search(game, depth=9).values


def test_three_players_share_the_boxes() -> None:
    """Against the definition, on the game's own rules; here the evaluator orders nothing."""
    game = cp.load("dots_and_boxes", columns=2, rows=1, players=3)

    def value(s: Any) -> Vector:
        if game.terminal(s):
            return [game.utility(s, p) for p in range(3)]
        after = [value(game.result(s, a)) for a in game.actions(s)]
        return max(after, key=lambda values: values[game.player(s)])

    rng = random.Random(8)
    for _ in range(20):
        position = game.position()
        for _ in range(rng.randint(2, 6)):
            position = position.play(rng.choice(position.legal_moves))
        found = cp.search(game, position, depth=MANY, method="maxn")
        assert found.kind == "exact"
        assert found.value == value(position.state)[position.turn]
        assert sum(found.values) == 2


@pytest.mark.parametrize("depth", [1, 2, 3, 4, MANY])
def test_a_state_that_is_met_on_two_ways_has_one_vector(depth: int) -> None:
    """Lines can be drawn in any order, so the table is asked all the time; nothing changes."""
    game = cp.load("dots_and_boxes", columns=2, rows=1, players=3)

    def value(s: Any, left: int) -> Vector:
        if game.terminal(s):
            return [game.utility(s, p) for p in range(3)]
        if left == 0:
            guesses = (game.evaluate_for(s, p) for p in range(3))
            return [points / game.facts.unit + game.facts.even_share for points in guesses]
        after = [value(game.result(s, a), left - 1) for a in game.actions(s)]
        return max(after, key=lambda values: values[game.player(s)])

    rng = random.Random(depth)
    for _ in range(15):
        position = game.position()
        for _ in range(rng.randint(1, 6)):
            position = position.play(rng.choice(position.legal_moves))
        found = cp.search(game, position, depth=depth, method="maxn")
        expected = value(position.state, found.depth)
        assert found.values == pytest.approx(expected, abs=1e-9), position
        end = position
        for move in found.line:
            end = end.play(move)
        if found.kind == "exact":
            assert end.payoffs == found.values
            assert found.distance == len(found.line)
        else:
            assert len(found.line) == found.depth or end.is_over


def test_the_three_player_tree_of_mit() -> None:
    """Source: web.mit.edu/6.034/wwwbob/L4/node21.html."""
    ends = [
        (1, 2, 3),
        (4, 2, 1),
        (6, 1, 2),
        (7, 4, -1),
        (5, -1, -1),
        (-1, 5, 2),
        (7, 7, -1),
        (5, 4, 5),
    ]
    leaves = [{"payoffs": list(end)} for end in ends]
    third = [leaves[i : i + 2] for i in range(0, 8, 2)]
    game = cp.load("tree", tree=[third[:2], third[2:]])
    found = cp.search(game, depth=9)
    assert (found.values, found.move, found.line) == ((1, 2, 3), 0, (0, 0, 0))
    second = cp.search(game, "startpos moves 2", depth=9)
    assert second.values == (-1, 5, 2)


def test_chance_is_weighed_as_in_the_book() -> None:
    """An order-preserving change of the payoffs changes the best move (Russell and Norvig)."""

    def of(a: float, b: float, c: float, d: float) -> cp.Result:
        bets = [{"chance": [[0.9, a], [0.1, b]]}, {"chance": [[0.9, c], [0.1, d]]}]
        return cp.search(cp.load("tree", tree=bets), depth=9)

    small, large = of(2, 3, 1, 4), of(20, 30, 1, 400)
    assert (small.move, small.value) == (0, pytest.approx(2.1))
    assert (large.move, large.value) == (1, pytest.approx(40.9))


def test_a_game_of_chance_is_refused_to_alphabeta() -> None:
    tree = [{"chance": [[0.5, 1], [0.5, 2]]}, 3]
    with pytest.raises(cp.UnfitError, match="use expectiminimax or maxn"):
        cp.search(cp.load("tree", tree=tree), method="alphabeta")


def test_a_game_of_three_is_refused_to_alphabeta() -> None:
    game = cp.load("tree", tree=[{"payoffs": [1, 2, 3]}])
    with pytest.raises(cp.UnfitError, match="use maxn"):
        cp.search(game, method="alphabeta")


DICE = """
from typing import NamedTuple
import counterplay as cp

facts = cp.Facts(title="Dice", most_actions=2, longest_game=9, chance=True, most_outcomes=2,
                 scored=True, best=20)

class State(NamedTuple):
    lead: int
    ply: int

def initial():
    return State(0, 0)

def player(s):
    return -1 if s.ply % 2 else s.ply // 2 % 2

def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1] = 1, 2
    return 2

def chance(s, outcomes, probabilities):
    outcomes[0], outcomes[1] = 0, 0
    probabilities[0], probabilities[1] = 0.5, 0.5
    outcomes[1] = 1
    return 2

def result(s, a):
    sign = 1 if s.ply // 2 % 2 == 0 else -1
    return State(s.lead + (0 if s.ply % 2 else sign * a), s.ply + 1)

def terminal(s):
    return s.ply == 8

def utility(s, p):
    return s.lead if p == 0 else -s.lead

def evaluate(s{more}):
    return {guess}
"""


def test_an_evaluator_for_one_side_is_refused_where_it_cannot_tell(tmp_path: Path) -> None:
    path = tmp_path / "dice.py"
    path.write_text(DICE.format(more="", guess="s.lead * 1000"), encoding="utf-8")
    with pytest.raises(cp.UnfitError, match="is for the side to move"):
        cp.search(cp.load(path), depth=2, method="maxn")


def test_an_evaluator_for_any_player_serves_dice(tmp_path: Path) -> None:
    path = tmp_path / "dice.py"
    guess = "s.lead * 1000 if p == 0 else -s.lead * 1000"
    path.write_text(DICE.format(more=", p", guess=guess), encoding="utf-8")
    game = cp.load(path)
    for depth in (1, 2, 3):
        found = cp.search(game, depth=depth)
        assert found.move == 2
        assert found.values[0] == -found.values[1]
