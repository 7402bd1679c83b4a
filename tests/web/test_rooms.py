"""Rooms: a game in progress, and the limit on their number."""

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.games import BUILT_IN, load
from counterplay.web.room import Room, new_room, reopened
from counterplay.web.rooms import Rooms
from counterplay.web.sealed import unseal

DICE_RACE = Path(__file__).parents[1] / "data" / "games" / "dice_race.py"
NAMES = [name for name in BUILT_IN if name != "tree"]


def told(room: Room, ply: int | None = None) -> dict[str, Any]:
    """What a page is told, without what is sealed anew each time."""
    return {name: x for name, x in room.as_json(ply).items() if name not in ("kept", "version")}


class Listener:
    key, room = "", None

    def send(self, message: dict[str, Any]) -> None: ...


def played(game: Any, plies: int, seed: int) -> Room:
    dice, room = random.Random(seed), new_room(game, "", (0,) * game.facts.players)
    while not room.is_over and room.ply < plies:
        if not room.play_chance():
            room.play(dice.choice(room.position.legal_moves))
    return room


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_record_of_a_page_restores_the_whole_game(name: str, seed: int) -> None:
    """A restarted server makes the same room from it, move by move."""
    room = played(load(name), {"bridge": 104, "chess": 24}.get(name, 60), seed)
    again = reopened(room.game, unseal(room.as_json()["kept"]))
    sealed = ("position",) if room.game.facts.hidden else ()
    assert {n: x for n, x in told(again).items() if n not in sealed} == {
        n: x for n, x in told(room).items() if n not in sealed
    }
    assert again.version == room.version
    assert again.position.past == room.position.past
    assert again.text == room.position.text


@pytest.mark.parametrize("name", ["pig", "connect_four", "kuhn"])
def test_a_message_that_waits_does_not_change_when_the_game_goes_on(name: str) -> None:
    room = played(load(name), 3, seed=1)
    message = told(room)
    before = copy.deepcopy(message)
    if not room.play_chance():
        room.play(room.position.legal_moves[0])
    assert message == before


def test_the_cached_view_is_current_after_every_change() -> None:
    """A room caches its view. A new room at the same position has the same view."""
    game, dice = load("connect_four"), random.Random(3)
    room = new_room(game, "", (0, 0))
    for _ in range(30):
        if room.is_over or (room.ply and dice.random() < 0.3):
            room.take_back(room.ply)
        else:
            room.play(dice.choice(room.position.legal_moves), room.ply)
        at = dice.randrange(room.ply + 1)
        fresh = reopened(game, room.record)
        for ply in (None, at, at, None):
            assert told(room, ply) == told(fresh, ply)


def test_seats_decide_whether_moves_are_listed() -> None:
    room = new_room(load("nim"), "", (0, 0))
    assert room.as_json()["moves"]
    room.change_seats((1, 0))
    assert room.as_json()["moves"] == []
    assert room.as_json()["levels_to_move"] == 1
    room.change_seats((0, 1))
    assert room.as_json()["moves"]


@pytest.mark.parametrize(("seats", "plies"), [((0, 0), 1), ((0, 1), 2), ((1, 0), 1), ((1, 1), 1)])
def test_taking_back_goes_to_the_last_turn_of_a_person(seats: tuple[int, int], plies: int) -> None:
    room = new_room(load("tic_tac_toe"), "startpos moves a1 b1 c1 a2", seats)
    room.take_back(4)
    assert room.ply == 4 - plies


def test_chance_is_taken_back_with_the_move_before_it() -> None:
    room = new_room(load(DICE_RACE), "", (0, 0))
    room.play("1", 0)
    assert room.position.turn == CHANCE
    assert room.play_chance()
    room.take_back(2)
    assert room.ply == 0


def test_taking_back_removes_later_moves_and_evaluations() -> None:
    room = new_room(load("tic_tac_toe"), "startpos moves a1 b1 c1", (0, 0))
    room.shares |= {1: 0.5, 2: 0.4, 3: 0.3}
    room.sources |= {1: "book", 3: "search"}
    room.take_back(3)
    assert (room.written, room.shares, room.sources) == (
        ["a1", "b1"], {1: 0.5, 2: 0.4}, {1: "book"},
    )  # fmt: skip


def test_the_oldest_room_without_connections_is_removed() -> None:
    rooms, game = Rooms(3), load("nim")
    made = [rooms.add(new_room(game, "", (0, 0))) for _ in range(3)]
    made[0].connections.add(Listener())
    rooms.get(made[1].id)
    rooms.add(new_room(game, "", (0, 0)))
    assert [rooms.get(room.id) is room for room in made] == [True, True, False]


def test_a_room_with_connections_is_never_removed() -> None:
    rooms, game = Rooms(2), load("nim")
    for _ in range(2):
        rooms.add(new_room(game, "", (0, 0))).connections.add(Listener())
    with pytest.raises(InputError, match="too many games on this server"):
        rooms.add(new_room(game, "", (0, 0)))


def test_the_first_room_with_an_id_stays() -> None:
    rooms, game = Rooms(), load("nim")
    first = rooms.add(new_room(game, "", (0, 0)))
    assert rooms.add(reopened(game, first.record)) is first
    assert len(rooms) == 1


def test_a_roll_is_sent_with_the_dice_and_in_words() -> None:
    room = new_room(load("pig"), "", (0, 0), seed=1)
    room.play("roll")
    assert room.as_json()["board"]["rolled"] == ""
    assert room.play_chance()
    sent = room.as_json()
    number = int(room.written[-1])
    assert sent["board"]["rolled"] == f"rolled {number}"
    assert [die["number"] for die in sent["board"]["dice"]] == [number]
    assert sent["movers"] == [0, -1]
