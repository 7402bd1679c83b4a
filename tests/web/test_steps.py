"""Moves in several steps: the server sends the board after each."""

from typing import Any

TWO = [0, 0]


def test_the_room_has_the_first_steps_of_a_move(page: Any) -> None:
    room = page.room("new", game="backgammon", seats=TWO, position="startpos moves 31")
    assert room["rolled_by"] == 0
    steps = {tuple(step["names"]): step for step in room["steps"]}
    assert steps["8", "5"]["text"] is None
    assert steps["24", "23", "20"]["text"] == "24/20"
    names = [cell["name"] for cell in room["board"]["cells"]]
    assert [names[cells[0]] for cells in steps["8", "5"]["cells"]] == ["8", "5"]


def test_a_step_changes_the_board_but_not_the_room(page: Any) -> None:
    room = page.room("new", game="backgammon", seats=TWO, position="startpos moves 31")
    page.send("step", ply=1, done=[["8", "5"]])
    stepped = page.until(lambda m: m["type"] == "stepped")
    about = {cell["name"]: cell["about"] for cell in stepped["board"]["cells"]}
    assert (about["8"], about["5"]) == ("point 8: 2 white checkers", "point 5: 1 white checker")
    assert {step["text"] for step in stepped["steps"] if step["names"] == ["6", "5"]} == {"8/5,6/5"}
    assert page.room("show", ply=1)["board"] == room["board"]


def test_steps_that_are_not_legal_are_refused(page: Any) -> None:
    page.room("new", game="backgammon", seats=TWO, position="startpos moves 31")
    page.send("step", ply=1, done=[["8", "2"]])
    assert "not a step of a legal play" in page.until(lambda m: m["type"] == "error")["text"]
    page.send("step", ply=7, done=[])
    assert "changed in another window" in page.until(lambda m: m["type"] == "error")["text"]


def test_games_without_steps_say_so(page: Any) -> None:
    assert page.room("new", game="nim", seats=TWO)["steps"] == []
    page.send("step", ply=0, done=[])
    assert page.until(lambda m: m["type"] == "error")["text"] == "Nim has no moves with steps"
