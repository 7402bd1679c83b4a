"""Actions are the moves themselves if these are small numbers, else their indices."""

from collections.abc import Callable
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.bridges.numbering import numbering_of


def test_declared_numbers_are_the_moves_themselves() -> None:
    game = cp.load("othello")
    numbering, start = numbering_of(game), game.position()
    assert str(numbering) == "an action is the move itself, a number below 65"
    assert numbering.actions(start) == sorted(start.legal_moves)
    assert [numbering.move_of(start, a) for a in sorted(start.legal_moves)] == sorted(
        start.legal_moves
    )
    assert numbering.action_of(start, "d3") == game.parse_move(start.state, "d3")


def test_other_moves_are_numbered_by_their_places(named: Callable[[str], str]) -> None:
    game = cp.load(named("countdown"))
    numbering, start = numbering_of(game), game.position()
    assert str(numbering) == "an action is the index of a move among the legal moves, below 3"
    assert start.legal_moves == [3 * 10**12, 2 * 10**12, 10**12]
    assert [numbering.move_of(start, a) for a in (0, 1, 2)] == [10**12, 2 * 10**12, 3 * 10**12]
    assert [numbering.action_of(start, move) for move in start.legal_moves] == [2, 1, 0]


def test_what_is_not_legal_is_refused() -> None:
    game = cp.load("tic_tac_toe")
    here = game.position("startpos moves b2")
    with pytest.raises(cp.InputError, match=r"action 4 is not legal here: \[0, 1, 2, 3, 5"):
        numbering_of(game).move_of(here, 4)
    with pytest.raises(cp.InputError, match="4 is not a legal move here"):
        numbering_of(game).action_of(here, 4)


def test_a_move_beyond_what_is_declared_is_named(named: Callable[[str], str]) -> None:
    path = Path(named("countdown"))
    text = path.read_text(encoding="utf-8") + "\nDISTINCT_ACTIONS = 3\n"
    path.write_text(text, encoding="utf-8")
    game = cp.load(path)
    with pytest.raises(cp.GameError, match="but DISTINCT_ACTIONS=3 is declared"):
        numbering_of(game).actions(game.position())
