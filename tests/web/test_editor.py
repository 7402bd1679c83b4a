"""The board editor: pieces become a text, and the rules say what is wrong with them."""

from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.web.editor import OTHER, edited

OWN = Path(__file__).parents[1] / "data" / "games" / "crosses_and_rings.py"


def pieces_of(found: dict[str, Any]) -> list[str]:
    return [cell.get("piece", "") for cell in found["board"]["cells"]]


def test_the_start_has_a_palette_and_sides() -> None:
    found = edited(cp.load("chess"), "")
    assert [piece["piece"] for piece in found["palette"]] == [*"KQRBNPkqrbnp"]
    assert (found["sides"], found["player"], found["fault"]) == ([0, 1], 0, "")


def test_a_text_of_many_fields_is_written_anew() -> None:
    """Each empty field could be left out or not: more texts than anyone can try."""
    game = cp.load("breakthrough")
    start = edited(game, "")
    pieces = pieces_of(start)
    pieces[0], pieces[20] = "", pieces[0]
    found = edited(game, start["text"] + " " * 60, pieces)
    assert pieces_of(found) == pieces and found["text"].split() == [*found["text"].split(" ")]


def test_a_king_that_moved_has_no_right_to_castle() -> None:
    game = cp.load("chess")
    start = edited(game, "")
    pieces = pieces_of(start)
    pieces[60], pieces[36] = "", "K"
    found = edited(game, start["text"], pieces, 1)
    assert found["text"] == "rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR b kq - 0 1"
    assert found["player"] == 1 and pieces_of(found) == pieces


@pytest.mark.parametrize(
    ("name", "pieces", "fault"),
    [
        ("chess", [""] * 64, "White has 0 kings (K): each side has exactly one"),
        ("tic_tac_toe", ["X", "X", *[""] * 7],
         "x moves first, so there must be as many x as o, or one more"),
        (str(OWN), [*"XXXOOO", "", "", ""], "two rows of three cannot be made in one game"),
    ],
)  # fmt: skip
def test_pieces_that_make_no_position_get_the_sentence_of_the_rules(
    name: str, pieces: list[str], fault: str
) -> None:
    found = edited(cp.load(name), "", pieces, 0)
    assert found["fault"] == fault and "board" not in found


def test_a_game_of_ones_own_is_edited() -> None:
    found = edited(cp.load(OWN), "", ["X", *[""] * 7, "O"], 1)
    assert (found["text"], found["player"]) == ("X../.../..O Ben", 1)
    assert edited(cp.load(OWN), "X../.../..O Ben")["board"] == found["board"]


def test_a_game_without_pieces_in_its_text_is_edited_by_its_text() -> None:
    game = cp.load("connect_four")
    found = edited(game, "startpos moves 4 4")
    assert found["palette"] == [] and pieces_of(found).count("X") == 1
    assert sorted(move["text"] for move in found["moves"]) == [*"1234567"]
    assert found["text"] == "startpos moves 4 4"
    after = edited(game, f"{found['text']} 4")
    assert pieces_of(after).count("X") == 2
    assert "not a legal move" in edited(game, "startpos moves 4 99")["fault"]
    with pytest.raises(cp.InputError, match="Connect Four has no text for single pieces"):
        edited(game, "", [""] * 42)


def test_cards_are_dealt_and_dice_are_rolled_by_hand() -> None:
    dealt = edited(cp.load("kuhn"), "startpos moves Q")
    assert [move["text"] for move in dealt["moves"]] == ["J", "K"] and dealt["player"] == -1
    rolled = edited(cp.load("backgammon"), "startpos")["moves"]
    assert "31" in [move["text"] for move in rolled]


def test_faulty_requests_get_a_sentence() -> None:
    game = cp.load("checkers")
    with pytest.raises(cp.InputError, match="the number of pieces must be"):
        edited(game, "", ["w"])
    with pytest.raises(cp.InputError, match="'z' is not a piece of Checkers"):
        edited(game, "", ["", "z", *[""] * 62])
    with pytest.raises(cp.InputError, match="only stand on a cell that has a name"):
        edited(game, "", ["w", *[""] * 63])
    assert OTHER.startswith("the rules")


def test_a_page_asks_for_a_position(page: Any) -> None:
    answers = page.ask("edit", game="tic_tac_toe", text="x../.o./...", number=7)
    assert [a["number"] for a in answers] == [7] and answers[0]["fault"] == ""
    assert page.error("edit", game="tic_tac_toe", pieces=[1]) == (
        "pieces must be a list of at most 1,024 texts"
    )
