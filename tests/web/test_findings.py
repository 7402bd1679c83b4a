"""The findings of a review: mistakes, and the accuracy of each player."""

import math
import random
from typing import Any

import pytest

from counterplay.web.findings import accuracy, findings, lost_share, nag_of

NAMES = ("White", "Black")
TWO = [0, 0]


def row(ply: int, share: float, best: str = "best", **fields: Any) -> dict[str, Any]:
    usual = {"player": ply % 2, "verdict": "", "lost": "", "loss": None, "is_forced": False}
    return {"ply": ply, "share": share, "best": best, **usual, **fields}


def found(shares: list[float], **changed: dict[str, Any]) -> Any:
    rows = {ply: row(ply, share, **changed.get(f"at{ply}", {})) for ply, share in enumerate(shares)}
    return findings(NAMES, ["played"] * (len(shares) - 1), rows)


@pytest.mark.parametrize(
    ("loss", "nag"), [(0, None), (0.049, None), (0.05, 6), (0.1, 2), (0.149, 2), (0.15, 4), (1, 4)]
)
def test_the_glyph_of_a_loss(loss: float, nag: int | None) -> None:
    assert nag_of(loss, has_dice=False) == nag


def test_with_dice_the_limits_are_those_of_gnu_backgammon() -> None:
    assert [nag_of(x, has_dice=True) for x in (0.039, 0.04, 0.08, 0.16)] == [None, 6, 2, 4]


def test_each_player_loses_what_the_other_gains() -> None:
    assert lost_share(0, 0.6, 0.5) == pytest.approx(0.1)
    assert lost_share(1, 0.6, 0.5) == 0
    assert lost_share(1, 0.5, 0.6) == pytest.approx(0.1)


def test_mistakes_are_listed_in_the_order_of_the_game() -> None:
    result = found([0.5, 0.44, 0.44, 0.1, 0.5])
    assert [(one["ply"], one["player"], one["nag"]) for one in result["mistakes"]] == [
        (1, 0, 6), (3, 0, 4), (4, 1, 4),
    ]  # fmt: skip
    assert [player["counts"] for player in result["players"]] == [[1, 0, 1], [0, 0, 1]]


def test_the_best_move_and_forced_moves_are_no_mistakes() -> None:
    assert found([0.9, 0.1], at0={"best": "played"})["mistakes"] == []
    forced = found([0.9, 0.1], at0={"is_forced": True})
    assert forced["mistakes"] == [] and forced["players"][0]["accuracy"] is None


def test_with_dice_the_loss_of_the_decision_counts() -> None:
    [mistake] = found([0.5, 0.5, 0.5], at0={"loss": 0.1})["mistakes"]
    assert (mistake["ply"], mistake["nag"]) == (1, 2)


def test_several_players_have_no_mistakes() -> None:
    rows = {0: row(0, 0.9), 1: row(1, 0.1)}
    assert findings(("A", "B", "C"), ["x"], rows) == {"mistakes": [], "players": []}


def test_accuracy_falls_with_every_loss() -> None:
    dice = random.Random(2)
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100
    for _ in range(500):
        losses = [dice.random() for _ in range(dice.randrange(1, 40))]
        value = accuracy(losses)
        assert value is not None and 0 < value < 100
        assert value == pytest.approx(
            math.fsum(100 * math.e ** (-4.35 * loss) for loss in losses) / len(losses), abs=0.051
        )
        worse = accuracy([*losses[1:], losses[0] + 0.2])
        assert worse is not None and worse <= value


def test_a_review_is_sent_with_its_mistakes_and_found_once(page: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b1 a2 b2 a3")
    assert not room["reviewed"]
    told = []
    for _ in range(2):
        page.send("review")
        told.append(page.all_until(lambda m: m["type"] == "reviewed" and m.get("done")))
    assert told[0] == told[1]
    [mistake] = told[0][-1]["mistakes"]
    assert (mistake["ply"], mistake["text"], mistake["nag"]) == (2, "b1", 4)
    players = told[0][-1]["players"]
    assert players[0] == {"name": "X", "accuracy": 100.0, "counts": [0, 0, 0]}
    assert players[1]["counts"] == [0, 0, 1] and players[1]["accuracy"] < 100
    assert page.room("show", ply=1)["reviewed"]


@pytest.mark.parametrize(("move", "is_good"), [("b2", True), ("b1", False), ("c3", False)])
def test_another_move_is_judged(page: Any, move: str, is_good: bool) -> None:
    """After a corner only the centre draws."""
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b1 a2 b2 a3")
    page.send("judge", ply=1, move=move)
    judged = page.until(lambda m: m["type"] == "judged")
    assert (judged["ply"], judged["move"], judged["good"]) == (1, move, is_good)
    assert judged["best"] == "b2"


def test_an_illegal_move_is_not_judged(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b1")
    assert "a1" in page.error("judge", ply=1, move="a1")
    assert page.seen["node"] == 1
