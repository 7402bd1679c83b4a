"""What the page says is known about a game agrees with a search."""

import random
from functools import cache

import pytest

from counterplay.games import BUILT_IN, load
from counterplay.web.known import KNOWN, known_of


def test_a_result_is_for_the_parameters_that_it_names() -> None:
    assert known_of(load("connect_four")) is KNOWN["connect_four"][0]
    assert known_of(load("connect_four", width=5, height=4)) is KNOWN["connect_four"][1]
    assert known_of(load("connect_four", width=6)) is None
    assert known_of(load("chess")) is None


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_the_entries_name_games_and_parameters_that_exist(name: str) -> None:
    assert name in BUILT_IN
    for known in KNOWN[name]:
        assert known_of(load(name, **known.parameters)) is known


def wins(piles: tuple[int, ...], is_misere: bool) -> bool:
    """Whether the player to move wins, by trying all moves."""

    @cache
    def tried(left: tuple[int, ...]) -> bool:
        if not any(left):
            return is_misere
        return any(
            not tried(tuple(sorted((*left[:i], size - n, *left[i + 1 :]))))
            for i, size in enumerate(left)
            for n in range(1, size + 1)
        )

    return tried(tuple(sorted(piles)))


def test_nim_is_won_as_a_search_of_all_moves_says() -> None:
    numbers = random.Random(3)
    for _ in range(60):
        piles = tuple(numbers.randint(0, 4) for _ in range(numbers.randint(1, 4)))
        for is_misere in (False, True):
            if not any(piles):
                continue
            known = known_of(load("nim", piles=piles, misere=is_misere))
            winner = "first" if wins(piles, is_misere) else "second"
            assert known is not None and known.value == f"The {winner} player wins.", piles
