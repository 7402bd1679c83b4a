"""Expected payoffs: against all pairs of strategies in exact fractions, and known answers."""

import itertools
import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import counterplay as cp
from counterplay.arena.adjudication import Judge
from counterplay.cli.app import app
from counterplay.tablebase.expected.solution import ExpectedSolution
from counterplay.tablebase.store.solution_file import load, save, wrong_row

GAMES = Path(__file__).parents[1] / "data" / "games"
NODES, WIDTH, BY_CHANCE, END = 10, 3, 2, 3


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, " ".join(result.output.split())


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


# Pig and EinStein würfelt nicht! ------------------------------------------------------------------


def pig_by_numpy(goal: int) -> Any:
    """The winning chance of the side to move with scores i and j and the turn total k, by plain
    value iteration (Neller and Presser 2004): roll, or hold."""
    wins = np.zeros((goal, goal, goal))
    while True:
        before = wins.copy()
        for i in reversed(range(goal)):
            for k in reversed(range(goal - i)):
                rolls = [
                    wins[i, :, k + r] if i + k + r < goal else np.ones(goal) for r in range(2, 7)
                ]
                roll = (1 - wins[:, i, 0] + sum(rolls)) / 6
                hold = 1 - wins[:, i + k, 0]
                wins[i, :, k] = roll if k == 0 else np.maximum(roll, hold)
        if np.abs(wins - before).max() < 1e-13:
            return wins


@pytest.fixture(scope="module")
def pig() -> ExpectedSolution:
    solution = cp.solve(cp.load("pig", goal=20), memory=64, threads=1)
    assert isinstance(solution, ExpectedSolution)
    return solution


def test_every_state_of_pig_has_the_chance_that_numpy_finds(pig: ExpectedSolution) -> None:
    wins, seen = pig_by_numpy(20), 0
    for row in range(len(pig)):
        s = pig.state_at(row)
        if s.rolling or pig.game.terminal(s):
            continue
        scores = (s.first, s.second) if s.mover == 0 else (s.second, s.first)
        mine = pig.value(cp.Position(pig.game, s)).value
        assert abs((mine + 1) / 2 - wins[*scores, s.total]) <= pig.error, s
        seen += 1
    assert seen > 5000


def test_einstein_has_the_values_of_the_whole_tree() -> None:
    """A recursion in plain Python over the positions from a setup on three by three cells."""
    game = cp.load("einstein", size=3, setup="fixed")
    solution = cp.solve(game, memory=256, threads=1)
    known: dict[Any, float] = {}

    def value(s: Any) -> float:
        if s not in known:
            if game.terminal(s):
                known[s] = game.utility(s, 0)
            elif game.player(s) == cp.CHANCE:
                known[s] = sum(p * value(game.result(s, o)) for o, p in game.chance(s))
            else:
                best = max if game.player(s) == 0 else min
                known[s] = best(value(game.result(s, a)) for a in game.actions(s))
        return known[s]

    assert abs(value(game.initial()) - solution.value().values[0]) <= 1e-12
    rng = random.Random(5)
    for s in rng.sample(list(known), 300):
        assert abs(known[s] - solution.value(cp.Position(game, s)).values[0]) <= 1e-12


def test_any_number_of_threads_gives_the_same_bytes(pig: ExpectedSolution) -> None:
    for threads in (2, 5):
        other = cp.solve(pig.game, memory=64, threads=threads)
        assert isinstance(other, ExpectedSolution)
        for name in ("states", "values", "ranks"):
            assert getattr(other, name).tobytes() == getattr(pig, name).tobytes()
        assert (other.error, other.sweeps) == (pig.error, pig.sweeps)


# Looking up ---------------------------------------------------------------------------------------


def test_a_session_plays_by_the_solution(pig: ExpectedSolution) -> None:
    found = cp.search(pig.game, "4-15+9 first", tables=pig)
    assert (found.source, found.kind, found.outcome) == ("table", "exact", None)
    assert found.move_text in pig.policy("4-15+9 first") and "winning chance" in found.value_text
    moves = pig.moves("4-15+9 first")
    assert set(moves) == {"roll", "hold"} and moves[found.move_text].value == found.value
    assert pig.line("4-15+9 first")[0] == found.move_text
    with pytest.raises(cp.InputError, match="chance is to move in"):
        pig.moves("4-15+9 first?")
    assert pig.answer(pig.game.position("4-15+9 first?")) is None
    with pytest.raises(cp.InputError, match="wins and losses are not counted"):
        assert pig.stats


def test_a_solution_is_the_same_after_a_while_on_disk(
    pig: ExpectedSolution, tmp_path: Path
) -> None:
    path = tmp_path / "pig.table"
    save(pig, path)
    held = load(pig.game, path)
    assert isinstance(held, ExpectedSolution)
    assert (held.error, held.sweeps, held.value()) == (pig.error, pig.sweeps, pig.value())
    assert (held.states == pig.states).all() and (held.ranks == pig.ranks).all()
    assert wrong_row(held, 64) is None
    with pytest.raises(cp.InputError, match=r"is a table of pig .* not of"):
        load(cp.load("pig", goal=21), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5000] + bytes([whole[-5000] ^ 1]) + whole[-4999:])
    with pytest.raises(cp.InputError, match="damaged"):
        load(pig.game, path)


def test_games_are_not_ended_by_a_mean(pig: ExpectedSolution, tmp_path: Path) -> None:
    save(pig, tmp_path / "pig.table")
    with pytest.raises(cp.UnfitError, match="with chance, the result of a game is open"):
        Judge(pig.game, tmp_path / "pig.table")


def test_another_die_makes_other_rules(tmp_path: Path) -> None:
    text = (GAMES / "dice_race.py").read_text(encoding="utf-8")
    rules, path = tmp_path / "dice_race.py", tmp_path / "race.table"
    rules.write_text(text, encoding="utf-8")
    save(cp.solve(cp.load(rules), memory=8), path)
    rules.write_text(text.replace("[face] = 0.25", "[face] = 0.4 - 0.1 * face"), encoding="utf-8")
    with pytest.raises(cp.InputError, match="was made by other rules"):
        load(cp.load(rules), path)


def test_verify_finds_one_wrong_value(pig: ExpectedSolution) -> None:
    rng = random.Random(3)
    for _ in range(3):
        values = np.array(pig.values)
        values[rng.randrange(len(pig))] += 1e-6
        changed = ExpectedSolution(pig.game, pig.states, values, pig.ranks, pig.error, pig.sweeps)
        assert wrong_row(changed, 64) is not None


def test_the_command_prints_the_winning_chance(tmp_path: Path) -> None:
    path = str(tmp_path / "pig.table")
    code, text = run("solve", "pig", "--set", "goal=20", "--memory", "64", "--out", path)
    assert code == 0 and "pig: winning chance 0.61555855" in text and "17,404 positions" in text
    code, text = run("solve", "pig", "--set", "goal=20", "--memory", "64", "--json")
    told = json.loads(text)
    assert told["states"] == 17_404 and 0 < told["error"] <= 1e-9
    assert abs(told["winning_chance"] - 0.61555855) < 1e-8
    given = ["pig", "4-15+9", "first", "--from", path, "--set", "goal=20"]
    code, text = run("table", "probe", *given)
    assert code == 0 and "winning chance" in text and "line: " in text
    code, text = run("table", "verify", "pig", "--from", path, "--set", "goal=20")
    assert code == 0 and "17,404 positions, all correct" in text
    code, text = run("solve", "tic_tac_toe", "--tolerance", "1e-3")
    assert code == 2 and "solved exactly" in text


# Limits -------------------------------------------------------------------------------------------


def walk(**graph: Any) -> cp.Game:
    return cp.load(GAMES / "random_walk.py", **graph)


def test_an_endless_game_is_a_draw() -> None:
    """Round in a circle for ever, or give the opponent a point: the circle is better."""
    ends = [END] * (NODES - 3)
    graph = {
        "kinds": [0, 1, END, *ends], "counts": [2, 1] + [0] * (NODES - 2),
        "edges": [[1, 2, 0], [0, 0, 0]] + [[0] * WIDTH] * (NODES - 2),
        "payoffs": [0, 0, -1] + [0] * (NODES - 3),
    }  # fmt: skip
    solution = cp.solve(walk(**graph), memory=8)
    assert solution.value().values == (0, 0) and solution.error == 0
    graph["payoffs"] = [0, 0, 1] + [0] * (NODES - 3)
    solution = cp.solve(walk(**graph), memory=8)
    assert solution.value().values == (1, -1) and solution.best() == 1


def test_one_player_takes_the_best_mean() -> None:
    """A point for sure, or two after any number of tries, half of which fail."""
    solution = cp.solve(walk(players=1), memory=8)
    assert abs(solution.value().value - 2) <= solution.error <= 1e-9
    assert solution.policy() == ["0"]


def test_probabilities_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(cp.GameError, match=r"add up to 0\.9 or are negative, in 'state 1'"):
        cp.solve(walk(odds=[[0.5, 0.4, 0]] * NODES), memory=8)
    with pytest.raises(cp.GameError, match="or are negative"):
        cp.solve(walk(odds=[[-0.5, 1.5, 0]] * NODES), memory=8)


def test_what_cannot_be_solved_gets_a_sentence() -> None:
    race = GAMES / "dice_race.py"
    with pytest.raises(cp.UnfitError, match=r"needs `chance\(s\)`.* only `sample`; .* by "):
        cp.solve(cp.load(race, listed=False))
    with pytest.raises(cp.UnfitError, match=r"has chance and 3 players.*one or two; .* by maxn"):
        cp.solve(walk(players=3))
    with pytest.raises(cp.UnfitError, match="has hidden information"):
        cp.solve(cp.load(GAMES / "kuhn_poker.py"))
    with pytest.raises(cp.InputError, match=r"tolerance=0.* must be a number above 0"):
        cp.solve(cp.load(race), tolerance=0)
    with pytest.raises(cp.InputError, match="solved exactly: leave out `tolerance`"):
        cp.solve(cp.load("tic_tac_toe"), tolerance=1e-6)
    with pytest.raises(cp.InputError, match=r"states.* do not fit into the memory"):
        cp.solve(cp.load("pig", goal=20), memory=1)
    with pytest.raises(cp.InputError, match=r"17,404 states with [0-9,]+ successors, which need"):
        cp.solve(cp.load("pig", goal=20), memory=2)
