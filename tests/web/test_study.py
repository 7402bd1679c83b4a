"""Study in a room: who may add variations, and what becomes of the game."""

import random
from typing import Any

import pytest

from counterplay.core.game.errors import InputError
from counterplay.formats.move_tree import FIRST_VARIATION
from counterplay.games import BUILT_IN, load
from counterplay.web import study
from counterplay.web.clocks import Clocks
from counterplay.web.room import Room, new_room, reopened
from counterplay.web.sealed import unseal

TWO = [0, 0]
NAMES = [name for name in BUILT_IN if name not in ("tree", "bridge", "crosswords")]
GAME = "startpos moves a1 b1 a2 b2"
NOT_NOW = "variations can be added after the game, or in a game of your own"


def opened(position: str = GAME, seats: tuple[int, ...] = (0, 0)) -> Room:
    return new_room(load("tic_tac_toe"), position, seats)


def shown(room: Room) -> dict[str, Any]:
    """What a page is told, without what is sealed anew each time."""
    return {name: x for name, x in room.as_json().items() if name not in ("kept", "position")}


def test_a_variation_is_sent_to_all_pages_and_shown_in_one(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO, position=GAME)
    assert (room["study"], room["own"], room["tree"]) == (True, True, None)
    other.room("join", room=room["room"])
    [studied, there] = page.ask("try", ply=1, moves=["b2", "c3"])
    rows = [
        [FIRST_VARIATION, 1, "b2", 1, [], ""],
        [FIRST_VARIATION + 1, FIRST_VARIATION, "c3", 0, [], ""],
    ]
    assert [row for row in studied["tree"] if row[0] >= FIRST_VARIATION] == rows
    assert (there["node"], there["ply"], there["player"]) == (FIRST_VARIATION + 1, 3, 1)
    pieces = [cell["name"] for cell in there["board"]["cells"] if cell.get("piece")]
    assert sorted(pieces) == ["a1", "b2", "c3"]
    assert there["written"] == ["a1", "b1", "a2", "b2"]
    [told] = other.heard()
    assert told["type"] == "studied" and told["tree"] == studied["tree"]


def test_an_illegal_move_is_not_added(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position=GAME)
    assert "a1" in page.error("try", ply=1, moves=["b2", "a1"])
    assert page.seen["node"] == 1  # the page stays there
    assert page.room("show", ply=0)["tree"] is None


def test_those_who_only_watch_cannot_study(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO, position=GAME)
    assert not other.room("join", room=room["room"])["study"]
    for message in ({"type": "try", "moves": ["b2"]}, {"type": "promote"}, {"type": "delete"},
                    {"type": "annotate", "glyph": "!"}):  # fmt: skip
        assert other.error(**message, ply=1) == NOT_NOW


def test_nobody_studies_while_people_play_and_both_do_afterwards(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO, position=GAME)
    invited = next(m for m in page.ask("invite", player=1) if m["type"] == "invited")
    other.room("join", room=room["room"], key=invited["key"])
    for one in (page, other):
        assert one.error("try", ply=1, moves=["b2"]) == NOT_NOW
    page.room("move", ply=4, move="a3")
    for one, move in ((page, "b2"), (other, "c3")):
        one.room("try", ply=1, moves=[move])
        assert one.error("delete", ply=3).startswith("the moves of the game cannot be deleted")
    last = page.room("promote", ply=FIRST_VARIATION + 1)
    assert last["written"] == ["a1", "b1", "a2", "b2", "a3"]
    assert [row[2] for row in last["tree"] if row[1] == 1] == ["b1", "c3", "b2"]


def test_nobody_studies_against_an_engine_before_the_end() -> None:
    room = opened(seats=(0, 1))
    assert not study.may_study(room, room.keys.host)
    room.resign(0)
    assert study.may_study(room, room.keys.host)
    assert not study.may_study(room, "")


def test_hidden_cards_are_not_studied_before_the_end() -> None:
    room = new_room(load("kuhn"), "", (0, 0))
    while room.play_chance():
        pass
    assert not study.may_study(room, room.keys.host)
    while not room.is_over:
        room.play(room.position.legal_moves[0])
    assert study.may_study(room, room.keys.host)
    study.add_line(room, room.ply - 1, [room.position_at(room.ply - 1).legal_moves_text[-1]])
    assert room.as_json()["tree"]


def test_a_promoted_variation_is_the_game() -> None:
    room = opened()
    node = study.add_line(room, 1, ["b2", "c3"])
    node = study.promote(room, node)
    assert (node, room.written, room.ply) == (3, ["a1", "b2", "c3"], 3)
    assert room.text == room.position.text == "startpos moves a1 b2 c3"
    assert [row[2] for row in study.tree_json(room) or []] == [
        "", "a1", "b2", "c3", "b1", "a2", "b2",
    ]  # fmt: skip
    room.play("a2", 3)
    assert room.tree.moves_to(4) == room.position.moves


def test_a_variation_that_is_played_is_the_game_and_the_others_keep_their_names() -> None:
    room = opened("startpos moves a1")
    for moves in (["b1", "b2"], ["c1", "c2"], ["c3"]):
        study.add_line(room, 1, moves)
    study.tree_json(room)
    room.play("c1", 1)
    rows = study.tree_json(room) or []
    assert sorted(row[2] for row in rows) == ["", "a1", "b1", "b2", "c1", "c2", "c3"]
    assert rows == study.tree_json(reopened(room.game, room.record))


def test_evaluations_go_with_their_moves_when_a_variation_is_promoted() -> None:
    room = opened()
    node = study.add_line(room, 1, ["b2", "c3"])
    room.shares |= {0: 0.5, 2: 1.0, 4: 0.9, node: 0.4}
    study.promote(room, node)
    found = {room.tree.moves_to(n): share for n, share in room.shares.items()}
    names = {tuple(map(room.game.position().show_move, moves)): x for moves, x in found.items()}
    assert names == {(): 0.5, ("a1", "b1"): 1.0, ("a1", "b1", "a2", "b2"): 0.9,
                     ("a1", "b2", "c3"): 0.4}  # fmt: skip


def test_a_line_of_a_study_is_not_saved_as_a_game_that_was_played() -> None:
    room = opened("startpos moves a1 b1 a2")
    node = study.add_line(room, 3, ["b2", "a3"])
    study.promote(room, node)
    assert room.is_over and room.archived == room.position.moves


def test_hidden_cards_that_were_shown_are_not_played_on() -> None:
    room = new_room(load("kuhn"), "", (0, 0), seed=1)
    while not room.is_over:
        if not room.play_chance():
            room.play(room.position.legal_moves[0])
    moves = room.position.moves
    node = study.add_line(room, room.ply - 1, [room.position_at(room.ply - 1).legal_moves_text[-1]])
    study.promote(room, node)
    assert room.position.moves == moves and room.is_over
    with pytest.raises(InputError, match="only variations can"):
        study.delete(room, 1)


def test_a_step_of_a_move_in_a_variation_is_shown(page: Any) -> None:
    text = "startpos moves 31 8/5,6/5 64"
    page.room("new", game="backgammon", seats=TWO, position=text)
    page.send("step", ply=1, done=[["8", "5"]])
    stepped = page.until(lambda m: m["type"] == "stepped")
    assert stepped["ply"] == 1 and stepped["steps"]
    there = page.room("try", ply=1, moves=["24/20"])
    assert there["player"] == -1 and len(there["moves"]) == 21  # the dice are chosen


def test_moves_of_a_game_of_ones_own_are_deleted() -> None:
    room = opened()
    study.add_line(room, 2, ["c3"])
    assert study.delete(room, 3) == 2
    assert room.written == ["a1", "b1"]
    assert [row[2] for row in study.tree_json(room) or []] == ["", "a1", "b1", "c3"]
    room.play("c3", 2)
    assert study.tree_json(room) is None  # the variation is the game now
    with pytest.raises(InputError, match="start of the game"):
        study.delete(room, 0)


def test_a_clock_waits_for_the_next_move_when_moves_are_deleted() -> None:
    room = new_room(load("tic_tac_toe"), "startpos", (0, 0), Clocks.new(60, 0, 2))
    room.play("a1", 0)
    room.play("b1", 1)
    assert room.clocks is not None and room.clocks.running == room.position.turn
    study.delete(room, 2)
    assert room.clocks.running is None


def test_taking_back_keeps_earlier_variations() -> None:
    room = opened()
    study.add_line(room, 1, ["c1"])
    study.add_line(room, 3, ["c2"])
    room.take_back(4)
    assert [row[2] for row in study.tree_json(room) or []] == [
        "", "a1", "b1", "a2", "c2", "c1",
    ]  # fmt: skip
    room.take_back(3)
    assert [row[2] for row in study.tree_json(room) or []] == ["", "a1", "b1", "c1"]


def test_a_glyph_replaces_another_one_and_others_of_a_file_stay(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position=GAME)

    def row(**fields: Any) -> list[Any]:
        [studied] = page.ask("annotate", ply=1, **fields)
        return next((list(row[4:]) for row in studied["tree"] or () if row[0] == 1), [])

    assert row(glyph="!") == [[1], ""]
    assert row(glyph="??", comment=" lost ") == [[4], "lost"]
    assert row() == []
    assert (
        page.error("annotate", ply=1, glyph="x") == "glyph must be one of ! ? !! ?? !? ?!, or empty"
    )


def test_chance_is_chosen_in_a_variation_or_drawn() -> None:
    room = new_room(load("pig"), "startpos moves roll 3 hold roll 4", (0, 0))
    node = study.add_line(room, 0, ["roll"])
    sent = room.as_json(node)
    assert sent["player"] == -1
    assert [move["text"] for move in sent["moves"]] == ["1", "2", "3", "4", "5", "6"]
    assert room.tree.children[node] == (2,) and node == 1  # it is the move of the game
    node = study.add_line(room, 1, ["6", "hold"])
    assert [row[2:4] for row in study.tree_json(room) or [] if row[0] > 5] == [
        ["6", -1],
        ["hold", 0],
    ]


def test_the_board_after_a_line_is_shown_and_nothing_changes(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position=GAME)
    [seen] = page.ask("preview", ply=2, moves=["c3", "c2"])
    assert len([cell for cell in seen["board"]["cells"] if cell.get("piece")]) == 4
    assert page.room("show", ply=4)["tree"] is None
    [seen] = page.ask("preview", ply=2, moves=["a1", "c3"])  # as far as the moves are legal
    assert len([cell for cell in seen["board"]["cells"] if cell.get("piece")]) == 2


def test_a_study_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    room = opened()
    monkeypatch.setattr(study, "MOST_NODES", 6)
    study.add_line(room, 1, ["b2"])
    with pytest.raises(InputError, match="at most 6 moves"):
        study.add_line(room, 1, ["b3"])
    monkeypatch.setattr(study, "LONGEST_TREE", 300)
    with pytest.raises(InputError, match="too long"):
        study.annotate(
            room, 1, (), "".join(chr(random.Random(i).randrange(99, 9999)) for i in range(300))
        )
    assert len(room.tree.nodes) == 6


@pytest.mark.parametrize("name", NAMES)
def test_a_random_study_is_restored_from_its_record(name: str) -> None:
    """Variations, glyphs and comments at random plies, in every game; promoted and deleted, too."""
    game, dice = load(name), random.Random(5)
    room = new_room(game, "", (0,) * game.facts.players, seed=3)
    while not room.is_over and room.ply < 14:
        if not room.play_chance():
            room.play(dice.choice(room.position.legal_moves))
    if game.facts.hidden and not room.is_over:
        room.forfeit(0)
    for number in range(12):
        node = dice.choice([n for n in room.tree.nodes if not study.position_of(room, n).is_over])
        position = study.position_of(room, node)
        moves = position.legal_moves if position.turn >= 0 else study.outcomes(position)
        if moves:
            study.add_line(room, node, [position.show_move(dice.choice(moves))])
        study.annotate(room, node, (dice.randrange(1, 7),), f"comment {number} on ü")
    last = dice.choice([n for n in room.tree.nodes if n])
    study.promote(room, last)
    study.delete(room, max(room.tree.nodes))
    again = reopened(game, unseal(room.as_json()["kept"]))
    assert again.tree == room.tree
    assert study.tree_json(again) == study.tree_json(room)
    assert shown(again) == {**shown(room), "shares": {}, "sources": {}}
    for node in room.tree.nodes:
        assert study.position_of(again, node).state == study.position_of(room, node).state
