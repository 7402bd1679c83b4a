"""Self-play with dice: states after moves, and what came after them as their values."""

import threading
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.learning.networks.course import Course
from counterplay.learning.networks.learn import learn
from counterplay.learning.networks.targets import distinct
from counterplay.learning.selfplay import Plan, Samples, player_of

GAMES = Path(__file__).parents[1] / "data" / "games"


@pytest.fixture(scope="module")
def race() -> cp.Game:
    return cp.load(GAMES / "dice_race.py", turns=4)


def played(game: cp.Game, trace: float, number: int = 0) -> Samples:
    plan = Plan(games=100, nodes=1, opening_plies=0, seed=1, trace=trace)
    samples = player_of(game).part(plan, number, threading.Event())
    assert samples is not None
    return samples


def test_results_and_values_are_those_of_the_side(race: cp.Game) -> None:
    samples = played(race, trace=1.0)
    assert len(samples.states) > 500
    assert set(samples.results.tolist()) <= {-race.facts.unit, 0, race.facts.unit}
    assert (samples.results == samples.scores).all()  # with lambda 1 only the result counts
    for game in range(5):
        mine = samples.games == game
        firsts = {
            int(result) * (1 if race.side(race.shape.decode(state)) == 0 else -1)
            for state, result in zip(samples.states[mine], samples.results[mine], strict=True)
        }
        assert len(firsts) == 1  # all states of a game have the same end


def test_the_value_of_a_state_is_that_of_the_next_search(race: cp.Game) -> None:
    """Without an evaluator a search of one ply sees the ends of games only."""
    samples = played(race, trace=0.0)
    by_game: dict[int, list[int]] = {}
    for state, score, game in zip(samples.states, samples.scores, samples.games, strict=True):
        s = race.shape.decode(state)
        by_game.setdefault(int(game), []).append(s.turn)
        if s.turn + s.rolling < 7:  # the next player to decide does not move last
            assert score == 0
    assert all(max(turns) >= 6 for turns in by_game.values())
    assert np.abs(samples.scores).max() > 0


def test_a_part_is_the_same_every_time(race: cp.Game) -> None:
    first, again, other = played(race, 0.5), played(race, 0.5), played(race, 0.5, number=1)
    assert first.states.tobytes() == again.states.tobytes()
    assert (first.scores == again.scores).all()
    assert first.states.tobytes() != other.states.tobytes()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"leaf": True}, "--leaf is not for dice_race, a game of chance"),
        ({"resign": 5}, "--resign is not for dice_race, a game of chance"),
        ({"kind": "patterns"}, "--kind patterns is not for dice_race, a game of chance"),
    ],
)
def test_what_needs_a_game_without_dice_is_refused(
    race: cp.Game, tmp_path: Path, asked: dict[str, object], sentence: str
) -> None:
    with pytest.raises(cp.UnfitError, match=sentence):
        learn(race, Course(**asked), tmp_path, print)  # type: ignore[arg-type]


def test_a_game_that_scores_by_chances_is_refused_before_any_game_is_played(tmp_path: Path) -> None:
    with pytest.raises(cp.UnfitError, match="backgammon needs one of the chances of payoffs"):
        learn(cp.load("backgammon"), Course(), tmp_path, print)
    assert not list(tmp_path.iterdir())


def test_a_state_that_ended_in_several_ways_has_their_mean(race: cp.Game) -> None:
    samples = played(race, trace=1.0)
    once = distinct(samples, is_mean=True)
    assert len(np.unique(once.states)) == len(once.states) < len(samples.states)
    for state, result in zip(once.states[:20], once.results[:20], strict=True):
        assert result == round(samples.results[samples.states == state].mean())


def test_a_dice_game_is_learned(race: cp.Game, tmp_path: Path) -> None:
    course = Course(
        rounds=1, games=1000, nodes=20, opening_plies=2, width=16, epochs=100, batch=16,
        match_games=20, match_nodes=20,
    )  # fmt: skip
    learn(race, course, tmp_path, lambda _: None)
    judged = race.with_evaluator(cp.load_evaluator(str(tmp_path / "round-01" / "new.network")))
    errors, exact = [], cp.make_engine(race)
    for lead in range(-3, 4):
        s = race.shape.state(lead, 5, 0)
        found = exact.search(race.position(f"state {lead} 5 0"), cp.Limit())
        errors.append(found.values[0] - judged.evaluate_for(s, 0) / race.facts.unit)
    assert np.abs(errors).mean() < 0.25
