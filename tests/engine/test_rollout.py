"""Rollouts: their mean is the value by the definition, and their errors are true."""

import dataclasses
import math
import threading
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.errors import CounterplayError
from counterplay.engine.rollout.rollout import Candidate, Roller
from counterplay.engine.rollout.statistics import Estimate, Z, confidence, estimate, standard_error
from counterplay.games.backgammon.ids import write_position

GAMES = Path(__file__).parents[1] / "data" / "games"
DEEP = 40  # deeper than any game here: every move is the best one

EVALUATOR = """import numpy as np

WEIGHTS = np.array([0])


def evaluate(s, p, weights):
    turns = 4 * 2 - s.turn
    mine = (turns + 1) // 2 if s.turn % 2 == 0 else turns // 2
    lead = 1000 * s.lead + 2500 * (2 * mine - turns)
    lead += ((7 * s.lead + 5 * s.turn + 3 * s.rolling) % 3 - 1) * weights[0]
    return lead if p == 0 else -lead
"""
"""The expected lead if both always roll, in thousandths, and an error of the size of the weight."""


@pytest.fixture(scope="module")
def maze() -> cp.Game:
    return cp.load(GAMES / "dice_maze.py", length=14)


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> dict[int, cp.Game]:
    """Races whose evaluation is wrong by so many thousandths. It still prefers to roll."""
    file = tmp_path_factory.mktemp("evaluator") / "lead.py"
    file.write_text(EVALUATOR)
    race = cp.load(GAMES / "dice_race.py", turns=4, scored=True)
    evaluator = cp.load_evaluator(file)
    scaled = {s: dataclasses.replace(evaluator, weights=np.array([s])) for s in (0, 200)}
    return {size: race.with_evaluator(one) for size, one in scaled.items()}


@cache
def worth(game: cp.Game, s: Any) -> float:
    """The value of a state for player 0, by the definition."""
    if game.terminal(s):
        return game.utility(s, 0)
    mover = game.player(s)
    if mover == cp.CHANCE:
        return sum(p * worth(game, game.result(s, o)) for o, p in game.chance(s))
    values = [worth(game, game.result(s, a)) for a in game.actions(s)]
    return max(values) if mover == 0 else min(values)


@pytest.mark.parametrize("luck", [True, False])
def test_the_mean_of_best_play_is_the_exact_value(maze: cp.Game, luck: bool) -> None:
    surprises = []
    for seed, text in enumerate(("startpos", "startpos moves 100", "startpos moves 101")):
        position = maze.position(text)
        found = cp.rollout(position, games=3000, depth=DEEP, luck=luck, seed=seed)
        sign = -1 if position.turn == 1 else 1
        assert (found.games, found.luck) == (3000, luck)
        surprises.append(
            (found.value.mean - sign * worth(maze, position.state)) / found.value.error
        )
    assert max(map(abs, surprises)) < 2
    assert any(surprises)


def test_luck_explains_everything_if_the_evaluator_is_perfect(races: dict[int, cp.Game]) -> None:
    for text, value in (("startpos", 0), ("startpos moves 0", 0.5), ("startpos moves 0 0", 0)):
        found = cp.rollout(races[0], text, games=200)
        assert found.value.mean == pytest.approx(value) and found.value.error < 1e-9
        assert abs(found.plain.mean - value) < 2 * found.plain.error > 0.5
        truncated = cp.rollout(races[0], text, games=200, truncate=3)
        assert truncated.value.mean == pytest.approx(value)
        assert 0.1 < truncated.plain.error < found.plain.error


def test_a_poor_evaluator_leaves_the_mean_and_makes_the_error_smaller(
    races: dict[int, cp.Game],
) -> None:
    found = cp.rollout(races[200], "startpos moves 0", games=20_000)
    assert abs(found.value.mean - 0.5) < 1.5 * found.value.error
    assert abs(found.plain.mean - 0.5) < 1.5 * found.plain.error
    assert 0 < found.value.error < 0.3 * found.plain.error
    assert found.reduction == (found.plain.error / found.value.error) ** 2


def test_the_errors_are_true_for_any_number_of_games(races: dict[int, cp.Game]) -> None:
    for games in (30, 64):
        surprises = []
        for seed in range(300):
            found = cp.rollout(races[200], "startpos moves 0", games=games, seed=seed)
            for one in (found.value, found.plain):
                surprises.append((one.mean - 0.5) / (one.error / Z))
        assert abs(np.mean(surprises)) < 4 / math.sqrt(300)
        assert 0.6 < np.std(surprises) < 1.15


def test_the_first_roll_is_spread_evenly(races: dict[int, cp.Game], maze: cp.Game) -> None:
    for game, strata in ((races[0], 4), (maze, None)):
        roller = Roller(game, 1, False, None, 5, 1, 1)
        candidate = Candidate(game.position("startpos moves 1" if strata else "startpos"), 1)
        chunk = roller.divide(candidate, None)
        assert chunk % roller.contexts[0].record.strata == 0
        assert strata in (None, roller.contexts[0].record.strata)
        roller.play([candidate], 0, chunk, None)
        chances = [p for _, p in game.chance(candidate.position.state)]
        counts = np.bincount(candidate.games()[2], minlength=len(chances))
        assert counts == pytest.approx([p * chunk for p in chances])


def test_moves_are_ranked_with_the_confidence_of_the_order(races: dict[int, cp.Game]) -> None:
    found = cp.rollout(races[200], moves=2, games=640)
    roll, sure = found.moves
    assert (roll.text, sure.text) == ("1", "0") and found.value == roll.value
    assert (roll.behind, roll.confidence) == (Estimate(0, 0), 0.5)
    assert sure.behind.mean == pytest.approx(roll.value.mean - sure.value.mean)
    assert abs(sure.behind.mean - 0.5) < 2 * sure.behind.error and sure.confidence > 0.999
    assert sure.behind.error < math.hypot(roll.value.error, sure.value.error)
    assert [move.evaluation for move in found.moves] == pytest.approx([0, -0.5], abs=0.2)
    named = cp.rollout(races[200], moves=["0"], games=640)
    assert named.moves[0].value == sure.value


def test_threads_and_chunks_do_not_change_the_games(races: dict[int, cp.Game]) -> None:
    one, two, other = (
        cp.rollout(races[200], games=150, threads=threads, seed=seed)
        for threads, seed in ((1, 3), (2, 3), (1, 4))
    )
    assert (one.value, one.plain) == (two.value, two.plain)
    assert one.value != other.value


def test_an_error_may_be_asked_for(races: dict[int, cp.Game]) -> None:
    found = cp.rollout(races[200], games=10_000, error=0.03)
    assert found.finished and 128 <= found.games < 10_000 and found.value.error <= 0.03
    again = cp.rollout(races[200], games=found.games - 64)
    assert again.value.error > 0.03 or again.games < 128


def test_a_rollout_can_be_stopped(races: dict[int, cp.Game]) -> None:
    stop, seen = threading.Event(), []

    def report(found: Any) -> None:
        seen.append(found)
        stop.set()

    found = cp.rollout(races[200], games=10**6, stop=stop, report=report)
    assert not found.finished and found.games == 64 and len(seen) == 1

    def interrupt(found: Any) -> None:
        raise KeyboardInterrupt

    assert cp.rollout(races[200], games=10**6, report=interrupt).games == 64
    with pytest.raises(CounterplayError, match="stopped before its first games were over"):
        cp.rollout(races[200], stop=stop)


def test_the_result_as_plain_values(races: dict[int, cp.Game]) -> None:
    found = cp.rollout(races[200], moves=2, games=64)
    shown = found.as_json()
    assert shown["games"] == 64 and shown["value"] == found.value.mean
    assert [move["move"] for move in shown["moves"]] == ["1", "0"]
    assert str(found).startswith("1 ") and str(found).endswith("(95 %, 64 games)")


@pytest.mark.parametrize(
    ("points", "rolls"), [((6, 5), 6), ((6, 2), 13), ((5, 2), 19), ((3, 2), 25), ((3, 1), 34)]
)
def test_the_last_roll_of_backgammon(points: tuple[int, int], rolls: int) -> None:
    """So many of 36 rolls win, as GNU Backgammon says too; else the other wins with any roll."""
    mine, theirs = ([int(point in side) for point in range(1, 26)] for side in (points, (1,)))
    found = cp.rollout("backgammon", write_position(mine, theirs), games=72)
    assert found.plain.mean == pytest.approx(2 * rolls / 36 - 1)
    assert found.plain.error == 0
    assert found.value.mean == pytest.approx(found.plain.mean)


def load(name: str) -> cp.Game:
    lengths = {"length": 14} if name == "dice_maze.py" else {}
    return cp.load(GAMES / name if name.endswith(".py") else name, **lengths)


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("nim", {}, "nim has no chance: all games of a rollout would be the same"),
        ("dice_race.py", {}, "at depth 1 the evaluator chooses the moves, and dice_race has none"),
        ("dice_race.py", {"depth": 3, "luck": True}, "to subtract luck takes an evaluator"),
        ("dice_race.py", {"depth": 3, "truncate": 2}, "a truncated game is evaluated"),
        ("dice_maze.py", {"games": 0}, "games=0 must be 1 or more"),
        ("dice_maze.py", {"depth": 10**20}, "depth=100000000000000000000 is too large"),
        ("dice_maze.py", {"truncate": 10**20}, "truncate=100000000000000000000 is too large"),
        ("dice_maze.py", {"seed": -1}, "seed=-1 must be a whole number from 0"),
        ("dice_maze.py", {"truncate": 0}, "truncate=0 must be 1 or more rolls"),
        ("dice_maze.py", {"error": 0.0}, "error=0 must be above 0"),
        ("dice_maze.py", {"moves": 2}, "chance is to move in startpos: there are no moves"),
    ],
)
def test_what_cannot_be_rolled_out_is_refused(
    game: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(CounterplayError) as refused:
        cp.rollout(load(game), **options)
    assert sentence in str(refused.value)


def test_the_error_of_stratified_games() -> None:
    """Two outcomes with means 0 and 10: only the spread within them counts."""
    games, firsts = np.array([-1.0, 1.0, 9.0, 11.0]), np.array([0, 0, 1, 1])
    assert standard_error(games, firsts) == pytest.approx(math.sqrt(2 * 2 + 2 * 2) / 4)
    found = estimate(games, firsts)
    assert (found.mean, found.error) == (5, pytest.approx(Z * math.sqrt(8) / 4))
    assert standard_error(games[:1], firsts[:1]) == math.inf
    assert standard_error(games, np.arange(4)) == pytest.approx(games.std(ddof=1) / 2)
    assert confidence(Estimate(0, 0)) == 0.5 and confidence(Estimate(1, 0)) == 1
    assert confidence(Estimate(Z, Z * Z)) == pytest.approx(0.8413447, abs=1e-6)
