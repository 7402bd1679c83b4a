"""The states that are possible for a player are followed from the start of a game."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.conformance.hooks import worlds
from counterplay.conformance.hooks.worlds import Worlds

CARDS = cp.load(str(Path(__file__).with_name("sabotage") / "cards.py"))
HERE = CARDS.position("startpos moves 3 2 1")  # the first player has bet


def state(*fields: int) -> object:
    return CARDS.shape.state(*fields)


def test_another_card_of_the_opponent_is_possible() -> None:
    assert Worlds(CARDS).fault(HERE, state(1, 2, 1, 1), 1) is None


@pytest.mark.parametrize("first", [2, 0])
def test_a_card_that_is_dealt_twice_or_not_at_all_is_not(first: int) -> None:
    fault = Worlds(CARDS).fault(HERE, state(first, 2, 1, 1), 1)
    assert fault is not None
    assert fault.startswith(
        f"no game in which player 1 sees and does the same leads to state {first} 2"
    )


def test_a_player_remembers_the_own_move() -> None:
    assert Worlds(CARDS).fault(HERE, state(3, 4, 1, 1), 0) is None
    assert Worlds(CARDS).fault(HERE, state(3, 4, 0, 1), 0) is not None


def test_nothing_is_said_of_too_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "MOST_WORLDS", 5)
    assert Worlds(CARDS).fault(HERE, state(2, 2, 1, 1), 1) is None
