"""Proof-number search says who wins, and is right: on random trees and on every small game."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.dfpn.engine import DfPn, DfPnSettings, unfit

TESTS = Path(__file__).parents[1]
GAMES = TESTS / "data" / "games"
PONS = json.loads((TESTS / "data" / "connect_four_pons.json").read_text(encoding="utf-8"))["sets"]
PLENTY = Limit(nodes=10_000_000)
FEW, ALL = 8, 64  # trees of a forest: in the quick suite and in the slow one
OPEN = "44"  # Connect Four, far from decided

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}
SETTINGS = [
    {},
    {"weak": False},
    {"mobility": False, "epsilon": 0.0},
    {"weak": False, "mobility": False, "epsilon": 2.0},
]

Tree = Any


def prover(game: cp.Game, **settings: Any) -> DfPn:
    return DfPn(game, DfPnSettings(**{"memory": 1, **settings}))


def solver(game: cp.Game) -> Callable[[Any], int]:
    """A function that gives the outcome of any state for its mover: 1, 0 or -1, by minimax."""
    known: dict[Any, int] = {}

    def solve(s: Any) -> int:
        if s not in known:
            known[s] = at_the_end(s) if game.terminal(s) else max(map(mine(s), game.actions(s)))
        return known[s]

    def at_the_end(s: Any) -> int:
        payoff = game.utility(s, game.player(s)) - game.facts.even_share
        return (payoff > 0) - (payoff < 0)

    def mine(s: Any) -> Callable[[int], int]:
        def outcome(a: int) -> int:
            after = game.result(s, a)
            return solve(after) if game.player(after) == game.player(s) else -solve(after)

        return outcome

    return solve


def assert_is_proven(found: cp.Result, solve: Callable[[Any], int]) -> None:
    """The outcome is right, and no move of the line throws it away."""
    position, facts = found.position, found.position.game.facts
    outcome = solve(position.state)
    assert (found.kind, found.outcome) == ("exact", OUTCOMES[outcome]), position
    assert found.value == facts.even_share + outcome * (facts.best - facts.even_share)
    assert found.move == found.line[0]
    for move in found.line:
        before, position = position, position.play(move)  # refuses what is not legal
        sign = 1 if position.turn == before.turn else -1
        assert sign * solve(position.state) == solve(before.state), found.position


def every_state(game: cp.Game) -> list[Any]:
    """Every reachable state in which there is something to decide."""
    found, waiting = {game.initial()}, [game.initial()]
    while waiting:
        s = waiting.pop()
        after = {game.result(s, a) for a in game.actions(s)} - found
        found |= after
        waiting.extend(after)
    return sorted(s for s in found if not game.terminal(s))


def random_positions(game: cp.Game, count: int, least: int, seed: int) -> Iterator[cp.Position]:
    """Undecided positions of random games, `least` plies after the start or later."""
    rng = random.Random(seed)
    while count:
        path = [game.position()]
        while not path[-1].is_over:
            path.append(path[-1].play(rng.choice(path[-1].legal_moves)))
        if path[least:-1]:
            yield rng.choice(path[least:-1])
            count -= 1


# Won, drawn or lost -------------------------------------------------------------------------------


def won_tree(rng: random.Random, depth: int) -> Tree:
    """A tree of wins, draws and losses in which who moves next is free."""
    below = [
        rng.choice([-1, -1, 0, 1, 1])
        if depth == 1 or rng.random() < 0.2
        else won_tree(rng, depth - 1)
        for _ in range(rng.randint(1, 3))
    ]
    return [rng.randint(0, 1), below]


@pytest.mark.parametrize("count", [FEW, ALL])
def test_the_outcome_of_random_trees_is_that_of_minimax(count: int) -> None:
    for seed in range(24):
        rng = random.Random(seed)
        forest = [0, [won_tree(rng, 2 + seed // 3) for _ in range(count)]]
        game = cp.load(GAMES / "won_tree.py", tree=forest)
        solve, engine = solver(game), prover(game, **SETTINGS[seed % 4])
        for move in game.position().legal_moves:
            found = engine.search(game.position().play(move), PLENTY)
            assert_is_proven(found, solve)
        assert_is_proven(engine.search(game.position(), PLENTY), solve)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_proven_is_right_whatever_the_limit(seed: int) -> None:
    rng = random.Random(seed)
    game = cp.load(GAMES / "won_tree.py", tree=[0, [won_tree(rng, 7) for _ in range(64)]])
    solve = solver(game)
    kinds = set()
    for move in game.position().legal_moves:
        position = game.position().play(move)
        found = prover(game).search(position, Limit(nodes=rng.randint(1, 40)))
        outcome = solve(position.state)
        assert found.move in position.legal_moves
        kinds.add(found.kind)
        if found.kind == "exact":
            assert_is_proven(found, solve)
        if found.kind == "lower":
            assert (found.value, found.outcome) == (0, None)
            after = position.play(found.move)
            assert (1 if after.turn == position.turn else -1) * solve(after.state) >= 0
        if found.kind == "upper":
            assert (found.value, found.outcome) == (0, None)
            assert outcome <= 0
    assert {"exact", "estimate"} <= kinds


def test_tic_tac_toe_is_proven_from_every_state() -> None:
    game = cp.load("tic_tac_toe")
    solve, engine = solver(game), prover(game)
    for state in every_state(game):
        assert_is_proven(engine.search(cp.Position(game, state), PLENTY), solve)


def test_nim_is_proven_from_every_state() -> None:
    game = cp.load("nim")
    solve, engine = solver(game), prover(game)
    for sizes in product(range(2), range(4), range(6), range(8)):
        for mover in ("", " second"):
            position = game.position(",".join(map(str, sizes)) + mover)
            if not position.is_over:
                assert_is_proven(engine.search(position, PLENTY), solve)


def test_symmetry_bounds_and_candidates_change_no_answer() -> None:
    """Domineering has all three hooks."""
    game = cp.load(TESTS / "conformance" / "domineering.py", size=4)
    solve, engine = solver(game), prover(game)
    for position in random_positions(game, 300, 0, seed=1):
        assert_is_proven(engine.search(position, PLENTY), solve)


def test_small_connect_four_is_proven() -> None:
    """5x4 is a draw (John Tromp's table of board sizes); later positions against minimax."""
    game = cp.load("connect_four", width=5, height=4)
    solve, engine = solver(game), prover(game)
    for position in random_positions(game, 60, 14, seed=5):
        assert_is_proven(engine.search(position, PLENTY), solve)
    start = engine.search(game.position(), PLENTY)
    assert (start.kind, start.outcome) == ("exact", "draw")


@pytest.mark.parametrize("name", PONS)
def test_connect_four_is_proven_as_published(name: str) -> None:
    game = cp.load("connect_four")
    engine = prover(game, memory=64)
    for text, score in PONS[name]["positions"]:
        found = engine.search(game.position(text), PLENTY)
        assert (found.kind, found.outcome) == ("exact", OUTCOMES[(score > 0) - (score < 0)]), text


def test_a_win_at_once_has_its_distance() -> None:
    game = cp.load("tic_tac_toe")
    found = prover(game).search(game.position("xx./oo./..."), PLENTY)
    assert (found.move_text, found.outcome, found.distance) == ("c3", "win", 1)


def test_a_narrow_win_is_found_where_a_full_search_drowns() -> None:
    """One forced line of 16 plies wins; every other move leads into thousands of states."""
    rng = random.Random(0)

    def bush(depth: int, mover: int) -> Tree:
        if depth == 0:
            return rng.randint(-1, 1)
        return [mover, [bush(depth - 1, 1 - mover) for _ in range(5)]]

    tree: Tree = 1
    for _ in range(8):
        tree = [0, [bush(5, 1), bush(5, 1), [1, [tree]]]]
    game = cp.load(GAMES / "won_tree.py", tree=tree)
    found = prover(game).search(game.position(), PLENTY)
    assert (found.outcome, len(found.line)) == ("win", 16)
    assert 20 * found.nodes < cp.textbook.alphabeta(game, game.initial()).nodes


# Payoffs ------------------------------------------------------------------------------------------


def scored_tree(rng: random.Random, depth: int) -> Tree:
    below = [
        rng.randint(-20, 20) / 4
        if depth == 1 or rng.random() < 0.2
        else scored_tree(rng, depth - 1)
        for _ in range(rng.randint(1, 4))
    ]
    return {"player": rng.randint(0, 1), "children": below} if rng.random() < 0.3 else below


@pytest.fixture(scope="module")
def scored() -> list[tuple[cp.Position, float]]:
    """Positions of a scored game and what they pay to the mover."""
    rng = random.Random(3)
    game = cp.load("tree", tree=[scored_tree(rng, rng.randint(1, 6)) for _ in range(150)])
    positions = [game.position().play(i) for i in range(150)]
    return [(here, cp.textbook.minimax(game, here.state).value) for here in positions]


@pytest.mark.parametrize("at_least", [-3, -0.25, 0, 0.25, 2.1])
def test_a_payoff_is_reached_or_not(scored: Any, at_least: float) -> None:
    engine = prover(scored[0][0].game, at_least=at_least)
    for position, value in scored:
        found = engine.search(position, PLENTY)
        reached = value >= at_least
        assert (found.kind, found.value) == ("lower" if reached else "upper", at_least), position
        if reached:
            after = position.play(found.move)
            got = after.payoffs if after.is_over else cp.textbook.minimax(after.game, after.state)
            mine = got[position.turn] if after.is_over else got.value
            sign = 1 if after.is_over or after.turn == position.turn else -1
            assert sign * mine >= at_least
        known = {"win": value > 0, "loss": value < 0, None: True}
        assert known[found.outcome]


def test_who_wins_a_scored_game_is_a_bound_on_its_payoff(scored: Any) -> None:
    engine = prover(scored[0][0].game)
    for position, value in scored:
        found = engine.search(position, PLENTY)
        expected = ("lower", "win") if value > 0 else ("upper", "loss") if value < 0 else None
        assert (found.kind, found.outcome) == (expected or ("exact", "draw")), position
        assert found.value == 0


def test_half_of_the_question_can_be_asked() -> None:
    game = cp.load("tic_tac_toe")
    drawn = game.position()
    wins = prover(game, at_least=1).search(drawn, PLENTY)
    assert (wins.kind, wins.value, wins.outcome) == ("upper", 0, None)
    holds = prover(game, at_least=0).search(drawn, PLENTY)
    assert (holds.kind, holds.value, holds.outcome) == ("lower", 0, None)
    won = game.position("xx./oo./...")
    assert prover(game, at_least=1).search(won, PLENTY).outcome == "win"
    lost = game.position("x.x/.o./o.x")
    assert prover(game, at_least=0).search(lost, PLENTY).outcome == "loss"


# Limits -------------------------------------------------------------------------------------------


def answer(found: cp.Result) -> tuple[Any, ...]:
    """All of a result but the clock."""
    return (found.move, found.values, found.kind, found.outcome, found.line, found.nodes)


@pytest.mark.parametrize(
    ("name", "start", "nodes"),
    [
        *(("tic_tac_toe", "startpos", nodes) for nodes in (1, 2, 3, 10, 100)),
        ("connect_four", OPEN, 12_345),
        ("connect_four", OPEN, 300_000),
    ],
)
def test_a_node_limit_is_kept_and_gives_the_same_answer_every_time(
    name: str, start: str, nodes: int
) -> None:
    position = cp.load(name).position(start)
    found = prover(position.game).search(position, Limit(nodes=nodes))
    assert nodes <= found.nodes <= nodes + 1
    assert (found.kind, found.outcome, found.distance) == ("estimate", None, None)
    assert found.move in position.legal_moves
    assert answer(prover(position.game).search(position, Limit(nodes=nodes))) == answer(found)


def test_time_and_stop_end_a_search_with_a_legal_move() -> None:
    position, stop = cp.load("connect_four").position(OPEN), threading.Event()
    engine = prover(position.game)
    engine.search(position, Limit(nodes=1))  # compile beforehand
    busy = time.process_time()
    found = engine.search(position, Limit(time=0.2))
    assert found.seconds >= 0.2
    assert time.process_time() - busy < 2
    assert found.move in position.legal_moves
    found = engine.search(position, Limit(time=60), stop, report=lambda _: stop.set())
    assert found.seconds < 5
    assert stop.is_set()
    assert engine.search(position, Limit(time=60), stop).move in position.legal_moves


def test_a_search_reports_how_far_it_is() -> None:
    game = cp.load("connect_four", width=5, height=4)
    reports: list[cp.Result] = []
    found = prover(game).search(game.position(), PLENTY, report=reports.append)
    assert [report.nodes for report in reports] == sorted(report.nodes for report in reports)
    assert reports[0].kind == "estimate"
    assert (reports[-1].kind, reports[-1].outcome) == (found.kind, found.outcome)


def test_a_prover_forgets_for_a_new_game() -> None:
    game = cp.load("connect_four", width=5, height=4)
    engine = prover(game, memory=16)
    first = engine.search(game.position(), PLENTY)
    assert engine.search(game.position(), PLENTY).nodes < 100
    engine.new_game()
    assert answer(engine.search(game.position(), PLENTY)) == answer(first)


def test_what_lies_beyond_the_horizon_is_not_proven() -> None:
    game = cp.load(GAMES / "long_road.py")
    far = prover(game).search(game.position(), PLENTY)
    assert (far.kind, far.outcome) == ("estimate", None)
    engine = prover(game)
    for left in (*range(1, 30), 199, 200, 201):
        state = game.initial()
        state.left = left
        near = engine.search(cp.Position(game, state), PLENTY)
        assert (near.kind, near.outcome) == ("exact", "win" if left % 3 else "loss")


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize("at_least", [-1, 1.5, float("inf"), float("nan")])
def test_a_payoff_that_proves_nothing_is_refused(at_least: float) -> None:
    with pytest.raises(cp.InputError, match="go from -1 to 1"):
        prover(cp.load("tic_tac_toe"), at_least=at_least)


def test_games_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    dice = cp.load("tree", tree=[{"chance": [[0.5, 1], [0.5, 2]]}, 3])
    three = cp.load("tree", tree=[{"payoffs": [1, 2, 3]}])
    free = cp.load("tree", tree=[{"payoffs": [1, 2]}])
    again = tmp_path / "again.py"
    source = (GAMES / "won_tree.py").read_text(encoding="utf-8")
    again.write_text(source.replace("longest_game=40", "longest_game=40, superko=True"))
    for game, words in (
        (dice, "chance"), (three, "for two"), (free, "constant total"),
        (cp.load(again), "superko"),
    ):  # fmt: skip
        reason = unfit(game)
        assert reason is not None
        assert words in reason
        with pytest.raises(cp.UnfitError):
            DfPn(game)


# Interpreted --------------------------------------------------------------------------------------

PROGRAM = """
import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.dfpn.engine import DfPn
game = cp.load("tic_tac_toe")
for text in ("x../.o./..x", "xo./.x./..o", "x../.../..."):
    found = DfPn(game).search(game.position(text), Limit(nodes=700))
    print(found.move, found.values, found.kind, found.line, found.nodes)
"""


def test_interpreted_answers_are_the_compiled_ones() -> None:
    def answers(disable_jit: str) -> str:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disable_jit}
        command = [sys.executable, "-W", "error", "-c", PROGRAM]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    assert answers("1") == answers("0")
