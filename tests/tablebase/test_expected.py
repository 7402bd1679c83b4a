"""Expected payoffs: against all pairs of strategies in exact fractions, and known answers."""

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import counterplay as cp

GAMES = Path(__file__).parents[1] / "data" / "games"
NODES, WIDTH, BY_CHANCE, END = 10, 3, 2, 3


def random_graph(rng: random.Random, players: int) -> dict[str, Any]:
    """A graph with cycles: a few ends, and nodes of players and of chance in any order."""
    kinds = [rng.choice([*range(players), BY_CHANCE]) for _ in range(NODES)]
    for node in rng.sample(range(1, NODES), rng.choice((1, 2, 3, 4))):
        kinds[node] = END
    counts = [0 if kind == END else rng.choice((1, 2, 2, 3)) for kind in kinds]
    edges = [[rng.randrange(NODES) for _ in range(WIDTH)] for _ in range(NODES)]
    odds = []
    for count in counts:
        parts = [rng.choice((0, 1, 1, 2, 5)) for _ in range(count)]
        total = sum(parts) or 1
        odds.append([part / total for part in parts] + [0.0] * (WIDTH - count))
        if count and not sum(parts):
            odds[-1][0] = 1.0
    payoffs = [rng.choice((-3, -1, 0, 0.5, 1, 2)) if kind == END else 0 for kind in kinds]
    return {"kinds": kinds, "counts": counts, "edges": edges, "odds": odds, "payoffs": payoffs}


def chain_values(graph: dict[str, Any], choice: dict[int, int]) -> list[Fraction]:
    """The payoff of player 0 from every node if both players follow `choice`; endless games pay 0.

    The nodes from which an end can be reached are solved by elimination, in exact fractions.
    """
    step: list[dict[int, Fraction]] = []
    for node in range(NODES):
        after: dict[int, Fraction] = {}
        if graph["kinds"][node] == BY_CHANCE:
            odds = [Fraction(p).limit_denominator(100) for p in graph["odds"][node]]
            for i in range(graph["counts"][node]):
                if odds[i]:
                    after[graph["edges"][node][i]] = after.get(graph["edges"][node][i], 0) + odds[i]
        elif graph["kinds"][node] != END:
            after[graph["edges"][node][choice[node]]] = Fraction(1)
        step.append(after)
    ends = {node for node in range(NODES) if graph["kinds"][node] == END}
    live = set(ends)
    while more := {node for node in range(NODES) if node not in live and live & step[node].keys()}:
        live |= more
    values = [Fraction(graph["payoffs"][n]) if n in ends else Fraction(0) for n in range(NODES)]
    inner = sorted(live - ends)
    rows = [
        [Fraction(i == j) - step[i].get(j, Fraction(0)) for j in inner]
        + [sum((p * values[n] for n, p in step[i].items() if n in ends), Fraction(0))]
        for i in inner
    ]
    for k in range(len(inner)):
        pivot = next(r for r in range(k, len(inner)) if rows[r][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for r in range(len(inner)):
            if r != k and rows[r][k]:
                rows[r] = [x - rows[r][k] * y for x, y in zip(rows[r], rows[k], strict=True)]
    for node, row in zip(inner, rows, strict=True):
        values[node] = row[-1]
    return values


def choices(graph: dict[str, Any], player: int) -> Iterator[dict[int, int]]:
    """All strategies of a player that depend on the node only."""
    nodes = [node for node in range(NODES) if graph["kinds"][node] == player]
    ways = [range(graph["counts"][node]) for node in nodes]
    for taken in itertools.product(*ways):
        yield dict(zip(nodes, taken, strict=True))


def best_values(graph: dict[str, Any]) -> list[Fraction]:
    """The value of every node: the best strategy against the best answer to it."""
    best = [Fraction(-100)] * NODES
    for mine in choices(graph, 0):
        worst = [Fraction(100)] * NODES
        for theirs in choices(graph, 1):
            worst = list(map(min, worst, chain_values(graph, mine | theirs)))
        best = list(map(max, best, worst))
    return best


def is_small(graph: dict[str, Any]) -> bool:
    ways = [n for n, kind in zip(graph["counts"], graph["kinds"], strict=True) if kind < 2]
    return int(np.prod(ways)) <= 150


def solved_graphs(count: int, seed: int) -> Iterator[tuple[dict[str, Any], cp.Solution]]:
    rng = random.Random(seed)
    while count:
        graph = random_graph(rng, 2)
        if is_small(graph):
            count -= 1
            yield graph, cp.solve(cp.load(GAMES / "random_walk.py", **graph), memory=8, threads=1)


def nodes_of(solution: cp.Solution) -> list[int]:
    return [int(state["node"]) for state in solution.states]


def test_values_of_graphs_full_of_cycles_are_those_of_all_strategies() -> None:
    for graph, solution in solved_graphs(400, seed=1):
        exact = best_values(graph)
        assert solution.error <= 1e-9, graph
        for node, value in zip(nodes_of(solution), solution.values, strict=True):
            assert abs(Fraction(float(value)) - exact[node]) <= solution.error, (graph, node)


def test_the_best_moves_get_the_value_against_every_answer() -> None:
    """Also where a move that waits is as good as one that goes on."""
    for graph, solution in solved_graphs(100, seed=2):
        exact = best_values(graph)
        mine, theirs = ({}, {})
        for node in nodes_of(solution):
            if graph["kinds"][node] < 2:
                side = theirs if graph["kinds"][node] else mine
                side[node] = solution.best(
                    cp.Position(solution.game, solution.game.shape.state(node))
                )
        for player, kept in ((1, mine), (0, theirs)):
            for answer in choices(graph, player):
                values = chain_values(graph, dict.fromkeys(range(NODES), 0) | answer | kept)
                for node in nodes_of(solution):
                    lost = exact[node] - values[node] if player else values[node] - exact[node]
                    assert lost <= 1e-8, (graph, node)
