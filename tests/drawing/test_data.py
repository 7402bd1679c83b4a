"""A search is data that any program can read."""

import json
from typing import Any

import counterplay as cp
from counterplay.drawing import as_json, explanation_json
from counterplay.textbook import alphabeta
from counterplay.textbook.maxn import maxn


def test_a_traced_decision_is_plain_json() -> None:
    game = cp.load("tree")
    data = as_json(alphabeta(game, game.initial(), trace=True), game)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert (data["move"], data["value"]) == ("1", 3)
    assert data["counts"] == {"nodes": 11, "evaluated": 7, "pruned": 2, "hits": 0}
    assert len(data["nodes"]) == 13 and len(data["steps"]) == 16


def test_nodes_say_where_they_hang_and_when_they_were_reached(figure: Any) -> None:
    nodes = explanation_json(figure)["nodes"]
    assert [node["parent"] for node in nodes] == [None, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [node["reached"] for node in nodes[:5]] == [1, 2, 7, 11, 3]
    assert [node["number"] for node in nodes if not node["searched"]] == [8, 9]


def test_numbers_without_end_are_texts_that_python_and_javascript_read(figure: Any) -> None:
    info = explanation_json(figure)["steps"][2]["changes"]["1"]
    assert info["range"] == ["-Infinity", 3]
    assert float(info["range"][0]) == float("-inf")
    assert info["text"] == "[−∞, 3]"


def test_values_of_several_players_are_lists(draw: Any, three: Any) -> None:
    data = explanation_json(draw(three, maxn))
    assert data["values"] == [1, 2, 6]
    assert data["steps"][-1]["changes"]["0"]["value"] == [1, 2, 6]
    assert data["steps"][-1]["changes"]["0"]["range"] is None
