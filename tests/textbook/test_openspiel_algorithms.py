"""OpenSpiel's alpha-beta and expectiminimax agree with ours on its own games."""

from typing import Any

import pytest

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.dynamic import dynamic
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.minimax import minimax
from counterplay.textbook.star import star

pyspiel = pytest.importorskip("pyspiel")
theirs = pytest.importorskip("open_spiel.python.algorithms.minimax")
from_openspiel = pytest.importorskip("counterplay.bridges.openspiel").from_openspiel


def states(name: str, plies: int) -> list[Any]:
    """The states of the first plies of a game, where someone is to move."""
    found = [pyspiel.load_game(name).new_initial_state()]
    for s in found:
        if len(s.history()) < plies and not s.is_terminal():
            found += [s.child(a) for a in s.legal_actions()]
    return [s for s in found if not s.is_terminal() and not s.is_chance_node()]


@pytest.mark.parametrize(
    ("name", "plies", "some"),
    [("tic_tac_toe", 4, 150), ("nim(pile_sizes=2;2)", 9, 1), ("nim(pile_sizes=1;3;2)", 3, 1)],
)
def test_minimax_and_alphabeta_agree(name: str, plies: int, some: int) -> None:
    start = [s for s in states(name, plies) if name != "tic_tac_toe" or len(s.history()) == plies]
    assert len(start) >= 10
    ours = from_openspiel(name)
    for s in start[::some]:
        value, move = theirs.alpha_beta_search(s.get_game(), state=s)
        whole, _ = theirs.expectiminimax(s, 99, None, s.current_player())
        for found in (minimax(ours, s), alphabeta(ours, s)):
            assert found.value == whole == value
            assert found.move == move


def test_tictactoe_is_a_draw_for_both() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    s = game.new_initial_state()
    value, _ = theirs.alpha_beta_search(game)
    ours = from_openspiel(game)
    assert dynamic(ours, s, key=str).value == alphabeta(ours, s).value == value == 0


@pytest.mark.parametrize("target", [2, 3])
def test_expectiminimax_agrees_on_pig(target: int) -> None:
    name = f"pig(winscore={target},horizon=7,diceoutcomes=2)"
    ours = from_openspiel(name)
    for s in states(name, 2):
        value, move = theirs.expectiminimax(s, 99, None, s.current_player())
        found = expectiminimax(ours, s)
        assert (found.move, found.value) == (move, pytest.approx(value))
        for probe in (False, True):
            cut = star(ours, s, probe=probe)
            assert cut.value == pytest.approx(value)
            assert cut.evaluated <= found.evaluated
