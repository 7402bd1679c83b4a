"""UCT follows its formula at every step, and comes nearer to minimax with more games."""

from math import log, sqrt
from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.montecarlo import montecarlo
from counterplay.textbook.tictactoe import TicTacToe
from counterplay.textbook.uct import uct


def games_of(trace: Any) -> list[tuple[Any, ...]]:
    """The path of each game: updates go from its deepest node to the root."""
    paths, deepest = [], None
    for visit in trace:
        if visit.event == "update":
            deepest = visit.path if deepest is None else deepest
            if visit.path == ():
                paths.append(deepest)
                deepest = None
    return paths


def replay(tree: Tree, found: Any, exploration: float) -> int:
    """Check every choice of a traced search by counts of our own; return how many there were."""
    updates = iter([visit for visit in found.trace if visit.event == "update"])
    visits: dict[Any, int] = {}
    means: dict[Any, float] = {}
    seen: list[float] = []
    choices = 0
    for path in games_of(found.trace):
        s = 0
        for ply, move in enumerate(path):
            here = path[:ply]
            children = {a: (*here, a) for a in tree.moves[s]}
            fresh = [a for a in children if children[a] not in visits]
            if tree.player(s) != -1 and fresh:
                assert move == fresh[0]
            elif tree.player(s) != -1:
                sign = 1 if tree.player(s) == tree.player(0) else -1
                worth = {
                    a: sign * means[child]
                    + exploration
                    * (max(seen) - min(seen))
                    * sqrt(log(visits[here]) / visits[child])
                    for a, child in children.items()
                }
                assert worth[move] == pytest.approx(max(worth.values()))
                choices += 1
            s = tree.moves[s][move]
        for ply in range(len(path), -1, -1):
            visit = next(updates)
            here, before = path[:ply], visits.get(path[:ply], 0)
            payoff = visit.mean * visit.visits - means.get(here, 0) * before
            visits[here] = before + 1
            means[here] = visit.mean
            assert (visit.path, visit.visits) == (here, before + 1)
        seen.append(payoff)
    return choices


def test_every_choice_maximises_the_formula() -> None:
    choices = 0
    for number, tree in enumerate(random_trees(60, seed=7, deepest=4, chance=0.2)):
        exploration = (0.3, sqrt(2), 4)[number % 3]
        found = uct(tree, 0, games=40, exploration=exploration, seed=number, trace=True)
        choices += replay(tree, found, exploration)
    assert choices > 1000


def errors(trees: list[Tree], games: int) -> tuple[float, float]:
    """The share of wrong moves, and the mean error of the value in parts of the largest payoff."""
    wrong, off = 0, 0.0
    for tree in trees:
        found = uct(tree, 0, games=games)
        wrong += found.move not in best_moves(tree, 0)
        largest = max(abs(p[0]) for p in tree.payoffs if p) or 1
        off += abs(found.value - backed_up(tree, 0, tree.player(0))) / largest
    return wrong / len(trees), off / len(trees)


def test_more_games_come_nearer_to_minimax() -> None:
    trees = random_trees(100, seed=5, deepest=3)
    few, many = errors(trees, 10), errors(trees, 200)
    assert many[0] <= 0.02 < few[0]
    assert many[1] < few[1] / 2


def test_thousands_of_trees_come_near_minimax() -> None:
    wrong, off = errors(random_trees(2000, seed=11, deepest=3), 1000)
    assert wrong < 0.005 and off < 0.02


def test_chance_nodes_come_near_the_expected_payoff() -> None:
    tree = Tree([{"chance": [[0.9, 2], [0.1, 3]]}, {"chance": [[0.9, 1], [0.1, 8]]}])
    found = uct(tree, 0, games=3000)
    assert found.move == expectiminimax(tree, 0).move == 0
    assert found.value == pytest.approx(2.1, abs=0.05)


def test_it_sees_the_trap_that_plain_monte_carlo_falls_for() -> None:
    tree = Tree([[10, 10, -10], [1, 1, 1]])
    assert montecarlo(tree, 0).move == 0 and uct(tree, 0).move == 1


def test_equal_payoffs_so_far_do_not_stop_the_exploration() -> None:
    tree = Tree([0, [[0, 5], [0, 5]]])
    assert uct(tree, 0, games=200).move == 1


def test_visits_add_up_and_the_same_seed_plays_the_same_games() -> None:
    game = TicTacToe()
    found, again, other = (
        uct(game, game.initial(), games=60, seed=seed, trace=True) for seed in (3, 3, 4)
    )
    assert found == again != other
    last = {visit.path: visit for visit in found.trace if visit.event == "update"}
    assert last[()].visits == 60 == sum(last[move,].visits for move in range(9))
    assert found.value == last[found.move,].mean
    assert found.evaluated == 60


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"games": 0}, "games=0: play at least one"), ({"exploration": -1}, "exploration=-1")],
)
def test_bad_options_are_refused(options: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        uct(Tree([1, 2]), 0, **options)
