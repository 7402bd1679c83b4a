"""Who owns a box, found from the moves; checked against the counts of the game's own state."""

import random
from collections import Counter

import pytest

import counterplay as cp
from counterplay.presentation.drawings import drawing_of
from counterplay.presentation.shapes import board_json
from counterplay.web.owners import has_boxes, owned, owners_of, token
from counterplay.web.room import new_room

DOTS = cp.load("dots_and_boxes")


@pytest.mark.parametrize("seed", range(20))
def test_every_player_owns_as_many_boxes_as_the_notes_say(seed: int) -> None:
    chance, position = random.Random(seed), DOTS.position()
    while not position.is_over:
        position = position.play(chance.choice(position.legal_moves))
        counts = Counter(owners_of(position).values())
        assert board_json(drawing_of(DOTS, position.state))["notes"] == (
            f"boxes: A {counts[0]}  B {counts[1]}"
        )


def test_a_box_shows_its_owner_by_colour_and_letter() -> None:
    room = new_room(DOTS, "startpos moves a1h b1v a2h a1v", (0, 0))
    message = room.as_json()
    boxes = [cell for cell in message["board"]["cells"] if cell.get("kind") == "box"]
    assert [(box["colour"], box["label"]) for box in boxes] == [("red", "B")]
    assert message["tokens"] == [token("AB", 0), token("AB", 1)]
    assert owned(message["board"], room.position_at(3))["cells"] == message["board"]["cells"]


def test_the_same_board_can_have_other_owners() -> None:
    """Both games end with all lines drawn and a box for each player."""
    game = cp.load("dots_and_boxes", rows=1, columns=2)
    one, two = (
        game.position(f"startpos moves {moves}")
        for moves in ("b1h b1v a1h a1v a2h c1v b2h", "b1v b1h c1v a1h b2h a2h a1v")
    )
    assert one.state == two.state
    assert owners_of(one) != owners_of(two)


def test_names_with_the_same_letter_have_numbers() -> None:
    assert [token(("Ann", "Al"), p)["label"] for p in (0, 1)] == ["1", "2"]


def test_other_games_have_no_boxes() -> None:
    for name in ("chess", "tic_tac_toe", "kuhn", "connect_four"):
        assert not has_boxes(drawing_of(cp.load(name), cp.load(name).initial()))
