"""Pig: its rules against OpenSpiel's, and its value against the equations of Neller and Presser."""

import os
import random
from typing import Any

import pytest

import counterplay as cp


def test_random_games_agree_with_openspiel() -> None:
    """There a turn may end before its first roll, and the goal is reached only by holding."""
    try:
        import pyspiel
    except ImportError as error:
        if "CI" in os.environ:
            raise
        pytest.skip(f"OpenSpiel is not installed ({error})")
    roll, hold = 0, 1
    rng = random.Random(1)
    game, oracle = cp.load("pig"), pyspiel.load_game("pig")
    for _ in range(60):
        position, state = game.position(), oracle.new_initial_state()
        while not position.is_over:
            assert position.turn == state.current_player()
            if position.turn == cp.CHANCE:
                theirs = state.chance_outcomes()
                assert position.chance_outcomes == [(face + 1, p) for face, p in theirs]
                face = rng.choice(theirs)[0]
                position = position.play(face + 1)
                state.apply_action(face)
            else:
                assert state.legal_actions() == [roll, hold]
                is_first = position.state.total == 0
                assert position.legal_moves == ([roll] if is_first else [roll, hold])
                move = rng.choice([roll, roll, hold]) if not is_first else roll
                position = position.play(move)
                state.apply_action(move)
        state.apply_action(hold)
        assert state.is_terminal()
        assert list(position.payoffs) == state.returns()


def chances(goal: int) -> Any:
    """The chance to win of the player to move, by the scores of both and the total of the turn.

    The equations are those of Neller and Presser, "Optimal Play of the Dice Game Pig" (2004).
    """
    won: dict[tuple[int, int, int], float] = {}

    def of(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else won.get((i, j, k), 0.5)

    change = 1.0
    while change > 1e-12:
        change = 0.0
        for i in range(goal):
            for j in range(goal):
                for k in range(goal - i):
                    hold = 1 - of(j, i + k, 0)
                    roll = (1 - of(j, i, 0) + sum(of(i, j, k + face) for face in range(2, 7))) / 6
                    new = max(hold, roll)
                    change = max(change, abs(new - of(i, j, k)))
                    won[i, j, k] = new
    return of


def test_the_values_of_a_short_game_are_those_of_the_equations() -> None:
    goal = 7
    game = cp.load("pig", goal=goal)
    start = game.initial()
    values, after = {start: 0.0}, {}
    waiting = [start]
    while waiting:
        s = waiting.pop()
        if game.terminal(s):
            values[s] = game.utility(s, 0)
            continue
        after[s] = successors(game, s)
        for t, _ in after[s]:
            if t not in values:
                values[t] = 0.0
                waiting.append(t)
    for _ in range(300):
        for s, following in after.items():
            worth = [values[t] for t, _ in following]
            if s.rolling:
                values[s] = sum(p * values[t] for t, p in following)
            else:
                values[s] = max(worth) if s.mover == 0 else min(worth)
    expected = chances(goal)
    for s in after:
        if s.mover == 0 and not s.rolling:
            won = (values[s] + 1) / 2
            assert won == pytest.approx(expected(s.first, s.second, s.total), abs=1e-9), s


def successors(game: cp.Game, s: Any) -> list[tuple[Any, float]]:
    """The states that follow, with their probabilities if they are up to chance."""
    if game.player(s) == cp.CHANCE:
        return [(game.result(s, face), p) for face, p in game.chance(s)]
    return [(game.result(s, a), 1.0) for a in game.actions(s)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("20 first", "expected both scores"),
        ("20-100 first", "second has 100 points and has won already"),
        ("20-30+1 first", "no turn has a total of 1"),
        ("95-30+5 first?", "first has won: there is no roll"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, reason: str) -> None:
    with pytest.raises(cp.InputError, match=reason):
        cp.load("pig").position(text)


def test_a_turn_goes_on_until_a_one_or_a_hold() -> None:
    game = cp.load("pig")
    turn = game.position("startpos moves roll 6 roll 4")
    assert game.show_position(turn.state) == "0-0+10 first"
    assert game.show_position(turn.play("hold").state) == "10-0 second"
    assert game.show_position(turn.play("roll").play("1").state) == "0-0 second"


def test_the_evaluation_favours_who_is_ahead() -> None:
    game = cp.load("pig")
    ahead, behind = (game.position(text).state for text in ("60-30 first", "30-60 first"))
    assert game.evaluate_for(ahead, 0) > 0 > game.evaluate_for(behind, 0)
    assert game.evaluate_for(ahead, 1) == -game.evaluate_for(ahead, 0)
    rolling = game.position("60-30+8 first?").state
    assert game.evaluate_for(rolling, 0) > game.evaluate_for(ahead, 0)
