"""Small pictures are light, and lose nothing that they show."""

import json

import pytest

from counterplay.games import BUILT_IN, load
from counterplay.presentation.drawings import drawing_at
from counterplay.presentation.shapes import board_json
from counterplay.web.gallery import example_position
from counterplay.web.thumbnails import USUAL, thumbnail


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "tree"])
def test_only_names_and_usual_values_are_left_out(name: str) -> None:
    board = board_json(drawing_at(example_position(load(name))))
    light = thumbnail(board)
    nameless = [{**cell, "name": ""} for cell in board["cells"]]
    assert [{**USUAL, **cell} for cell in light["cells"]] == [{**USUAL, **one} for one in nameless]
    assert {**light, "cells": []} == {**board, "cells": [], "rows": [], "columns": []}
    assert len(json.dumps(light)) < len(json.dumps(board))


def test_a_text_stays_a_text() -> None:
    assert thumbnail({"text": "left 6"}) == {"text": "left 6"}
