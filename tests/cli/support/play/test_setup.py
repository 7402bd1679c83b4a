"""Who plays: --you names the players that are people."""

import pytest

from counterplay.cli.support.play.setup import Setup, labels_of, people_of
from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.games import load

TWO, THREE = load("tic_tac_toe").facts, load("dots_and_boxes", players=3).facts


@pytest.mark.parametrize(
    ("you", "people"),
    [
        ("first", (True, False)),
        ("Second", (False, True)),
        ("2", (False, True)),
        ("o", (False, True)),
        ("1,2", (True, True)),
        ("all", (True, True)),
        ("none", (False, False)),
    ],
)
def test_you_can_be_either_both_or_nobody(you, people):
    assert people_of(you, TWO) == people


def test_more_players_have_more_seats():
    assert people_of("1, 3", THREE) == (True, False, True)
    assert people_of("B", THREE) == (False, True, False)


@pytest.mark.parametrize("you", ["third", "3", "0", "", "me", "1,"])
def test_nobody_else_is_there(you):
    with pytest.raises(InputError, match=r"write 1 \(X\), 2 \(O\), all or none"):
        people_of(you, TWO)


def test_labels_say_who_is_who():
    def labels(you: str) -> list[str]:
        return labels_of(Setup("tic_tac_toe", {}, people_of(you, TWO), Limit(), 0), TWO)

    assert labels("first") == ["X (you)", "O (engine)"]
    assert labels("all") == labels("none") == ["X", "O"]
