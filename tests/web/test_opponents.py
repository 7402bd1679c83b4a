"""Guests: other programs and players as opponents on the page."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.core.game.errors import InputError
from counterplay.games import load
from counterplay.web import make_app, opponents
from counterplay.web.levels import require_guests, strengths
from counterplay.web.room import new_room
from counterplay.web.sealed import seal

ADDRESS = "ws://localhost/ws"
HONEST, CHEAT, DEAD = "honest", "cheat", "dead"
QUITTER, EXITER, SLEEPER = "quitter", "exiter", "sleeper"
OTHERS = {QUITTER: "quits", EXITER: "exits", SLEEPER: "sleeps"}

UGI = """
import sys
kind, turns = sys.argv[1], 0
for line in sys.stdin:
    word = line.split()[:1]
    if word == ["ugi"]:
        print("id name Mine\\nugiok", flush=True)
    elif word == ["isready"]:
        print("readyok", flush=True)
    elif word == ["position"]:
        played = line.split("moves")[1].split() if "moves" in line else []
    elif word == ["go"]:
        if kind == "dead":
            sys.exit("out of luck")
        free = [c + r for c in "abc" for r in "123" if c + r not in played]
        print("bestmove", "z9" if kind == "cheat" else free[0], flush=True)
    elif word == ["quit"]:
        break
"""
OWN = """
import time

from counterplay.players.base import Resigned


def choose(position, limit, how):
    if how == "quits":
        raise Resigned
    if how == "exits":
        raise SystemExit(3)
    time.sleep(60)
"""


@pytest.fixture(scope="module")
def specs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("guests")
    program, own = folder / "program.py", folder / "quitter.py"
    program.write_text(UGI)
    own.write_text(OWN)
    kinds = (HONEST, CHEAT, DEAD)
    programs = [f"ugi:{sys.executable} {program} {kind}:name={kind}" for kind in kinds]
    others = [f"{own}:how={how},name={name}" for name, how in OTHERS.items()]
    return [*programs, *others]


@pytest.fixture(scope="module")
def client(specs: list[str]) -> Iterator[TestClient]:
    games = {"tic_tac_toe": load("tic_tac_toe")}
    app = make_app(games, guests={"tic_tac_toe": specs})
    with TestClient(app, base_url="http://localhost") as made:
        yield made


def seat_of(client: TestClient, name: str) -> int:
    """The seat of an opponent, by its name on the page."""
    [game] = client.get("/api/games").json()["games"]
    return 1 + [level["name"] for level in game["levels"]].index(name)


def play(client: TestClient, page: Any, name: str) -> dict[str, Any]:
    page.room("new", game="tic_tac_toe", seats=[0, seat_of(client, name)])
    page.room("move", ply=0, move="b2")

    def is_answered(room: dict[str, Any]) -> bool:
        return room["type"] == "room" and (room["over"] or room["plies"] == 2)

    room: dict[str, Any] = page.seen if is_answered(page.seen) else page.until(is_answered)
    return room


def test_a_program_answers(client: TestClient, page: Any) -> None:
    assert play(client, page, HONEST)["written"] == ["b2", "a1"]
    room = page.room("move", ply=2, move="c3")
    assert page.at_ply(4)["written"][3] == "a2"
    assert not room["over"]


def test_a_program_plays_several_games_at_once(client: TestClient, page: Any, other: Any) -> None:
    assert play(client, page, HONEST)["written"] == ["b2", "a1"]
    seats = [seat_of(client, HONEST), 0]
    other.room("new", game="tic_tac_toe", seats=seats, position="xo./.../...")
    assert other.at_ply(1)["written"] == ["a1"]
    page.room("move", ply=2, move="c3")
    assert page.at_ply(4)["written"] == ["b2", "a1", "c3", "a2"]
    other.room("move", ply=1, move="c1")
    assert other.at_ply(3)["position"] == "xo./.../... moves a1 c1 a2"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (CHEAT, "O loses (cheat: 'z9' is not a legal move here"),
        (DEAD, "O loses (dead: it ended with exit code 1 (out of luck), and sent no bestmove)"),
        (QUITTER, "O resigns, X wins"),
        (EXITER, "O loses (exiter: RuntimeError: choose() called sys.exit)"),
        (SLEEPER, "O loses (sleeper: no move in 0.5 s)"),
    ],
)
def test_a_guest_that_cheats_crashes_or_resigns_loses(
    client: TestClient, page: Any, name: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "GRACE", 0.25)
    monkeypatch.setattr(opponents, "START_SECONDS", 2.0)
    room = play(client, page, name)
    assert room["over"]
    assert room["result"].startswith(sentence)
    assert room["result"].endswith("X wins")
    assert room["written"] == ["b2"]


def test_a_guest_that_hangs_does_not_delay_others(
    client: TestClient, page: Any, other: Any
) -> None:
    for _ in range(3):  # more than there are threads
        page.room("new", game="tic_tac_toe", seats=[seat_of(client, SLEEPER), 0])
        page.ask("leave")
    seats = [0, seat_of(client, "engine: full strength")]
    other.room("new", game="tic_tac_toe", seats=seats)
    other.room("move", ply=0, move="b2")
    assert other.at_ply(2)["written"][0] == "b2"
    other.room("new", game="tic_tac_toe", seats=[seat_of(client, HONEST), 0])
    assert other.at_ply(1)["written"] == ["a1"]


def test_a_missing_opponent_is_replaced_by_a_person(page: Any) -> None:
    room = new_room(load("tic_tac_toe"), "", (0, 99))
    heard = page.ask("join", room=room.id, key=room.keys.host, kept=seal(room.record))
    assert [m["text"] for m in heard if m["type"] == "notice"] == [
        "An opponent of this game is not on this server. Choose another one."
    ]
    assert page.seen["seats"] == [0, 0]


def test_a_program_that_crashed_is_started_again(client: TestClient, page: Any, other: Any) -> None:
    assert play(client, page, DEAD)["over"]
    assert "exit code 1" in play(client, other, DEAD)["result"]


def test_the_reason_of_a_loss_survives_a_restart_of_the_server(page: Any) -> None:
    room = new_room(load("tic_tac_toe"), "startpos moves b2", (0, 0))
    room.forfeit(1, "dead: it ended")
    seen = page.room("join", room=room.id, kept=seal(room.record))
    assert seen["result"] == "O loses (dead: it ended), X wins"


def test_guests_come_after_full_strength(specs: list[str]) -> None:
    names = [one.name for one in strengths(load("tic_tac_toe"), specs)]
    assert names[-7:] == ["full strength", HONEST, CHEAT, DEAD, *OTHERS]


def test_guests_are_tried_before_the_server_starts(specs: list[str]) -> None:
    game = load("tic_tac_toe")
    require_guests(game, specs)
    with pytest.raises(InputError, match="two players are called honest"):
        require_guests(game, [specs[0], specs[0]])
    with pytest.raises(InputError, match="there is no program 'nowhere'"):
        require_guests(game, ["ugi:nowhere"])
    with pytest.raises(InputError, match="is no UGI program"):
        require_guests(game, [f"ugi:{sys.executable} -c 0"])


def test_a_saved_game_has_the_name_of_the_guest(client: TestClient, page: Any) -> None:
    play(client, page, QUITTER)
    saved = next(m for m in page.ask("save") if m["type"] == "saved")
    assert '"players": ["a person", "quitter"]' in saved["text"]
    assert '"payoffs": [1, -1]' in saved["text"]
