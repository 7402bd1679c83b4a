"""The steps of a play: they lead to the legal plays, and to nothing else."""

from __future__ import annotations

import random

import pytest

import counterplay as cp
from counterplay.games.backgammon.steps import after_steps
from counterplay.presentation.steps import steps_json

GAMES = 2
"""Random games, some 80 rolls."""


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("backgammon")


def complete_plays(game: cp.Game, s: object) -> set[int]:
    """The plays that steps complete, in all orders. The same steps in another order are skipped."""
    found, seen = set(), set()
    waiting: list[tuple[tuple[str, ...], ...]] = [()]
    while waiting:
        done = waiting.pop()
        if tuple(sorted(done)) in seen:
            continue
        seen.add(tuple(sorted(done)))
        _, following = game.call("next_steps", s, done)
        found |= {move for move in following.values() if move is not None}
        waiting += [(*done, step) for step, move in following.items() if move is None]
    return found


def test_steps_complete_all_legal_plays_and_no_others(game: cp.Game) -> None:
    dice, rolls = random.Random(5), 0
    for number in range(GAMES):
        position = game.position()
        while not position.is_over and len(position.moves) < 400:
            if position.turn == cp.CHANCE:
                position = position.play(game.draw(position.state, f"{number} {position.text}"))
                continue
            legal = position.legal_moves
            if len(legal) < 25:  # others take long in plain Python
                expected = set() if position.legal_moves_text == ["pass"] else set(legal)
                assert complete_plays(game, position.state) == expected, position.text
                rolls += 1
            position = position.play(dice.choice(legal))
    assert rolls > 60


def test_a_step_of_a_double_leaves_the_others(game: cp.Game) -> None:
    s = game.position("startpos moves 31 8/5,6/5 66").state
    drawing, following = game.call("next_steps", s, [("24", "18")])
    assert drawing.dice == ["6 black used", "6 black", "6 black", "6 black"]
    assert ("24", "18") in following and set(following.values()) == {None}


def test_the_higher_die_must_be_played_if_only_one_can(game: cp.Game) -> None:
    """The only checker can move a 6 or a 5, and not both: the rules ask for the 6."""
    position = game.position("startpos")
    s = position.state._replace(**words({24: 1}, {12: 2, 6: 2}), dice=6 << 3 | 5, stage=4)
    assert [game.show_move(s, a) for a in game.actions(s)] == ["24/18"]
    assert list(game.call("next_steps", s, [])[1]) == [("24", "18")]


def words(white: dict[int, int], black: dict[int, int]) -> dict[str, object]:
    from counterplay.games.backgammon.board import packed

    names = ("near0", "far0", "near1", "far1")
    return dict(zip(names, (*packed(white), *packed(black)), strict=True))


def test_a_step_that_is_not_legal_is_refused(game: cp.Game) -> None:
    s = game.position("startpos moves 31").state
    with pytest.raises(cp.InputError, match="8/2 is not a step of a legal play"):
        steps_json(game, s, [["8", "2"]])
    with pytest.raises(cp.InputError):
        steps_json(game, s, [["nowhere", "2"]])


def test_a_roll_that_cannot_be_played_has_no_steps(game: cp.Game) -> None:
    s = game.position("startpos moves 31").state
    _, used, following = after_steps(s, [], [0])
    assert (used, following) == ([], {})
