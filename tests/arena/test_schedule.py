"""The schedule: every opening from every side."""

import pytest

import counterplay as cp
from counterplay.arena.schedule import games_each, schedule, seatings


def test_two_seats_make_a_pair_of_games() -> None:
    assert seatings(2) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 6), (4, 14)])
def test_each_player_has_every_seat_equally_often(players: int, games: int) -> None:
    seats = seatings(players)
    assert len(seats) == len(set(seats)) == games
    for seat in range(players):
        assert sum(seated[seat] for seated in seats) == games / 2


def test_the_games_of_an_opening_share_the_dice_and_nothing_else() -> None:
    tasks = schedule(["a", "b"], 2, seed=7)
    assert [(task.number, task.opening) for task in tasks] == [
        (0, "a"),
        (1, "a"),
        (2, "b"),
        (3, "b"),
    ]
    assert tasks[0].dice == tasks[1].dice != tasks[2].dice
    assert len({task.seed for task in tasks}) == 4


def test_a_longer_schedule_begins_with_the_shorter_one() -> None:
    assert schedule(["a", "b", "c"], 2, 0)[:4] == schedule(["a", "b"], 2, 0)


def test_a_game_of_one_player_is_refused() -> None:
    solitaire = cp.load("tree", tree=[{"payoffs": [1]}, {"payoffs": [2]}])
    with pytest.raises(cp.UnfitError, match="a match needs a game for 2 to 4"):
        games_each(solitaire)
