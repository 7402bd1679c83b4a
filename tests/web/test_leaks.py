"""Nothing that the server sends to a player depends on what is hidden from this player."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.games import BUILT_IN, load
from counterplay.web import connection, make_app
from tests.web.leaks import DEALS, Deal, as_text, words

REFUSED = ("save", "explore", "review", "advise", "analyse", "resign", "back", "seats", "rematch")
"""Messages that a guest sends to learn more."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are not slowed down."""
    monkeypatch.setattr(connection, "BURST", 1e9)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    games = {deal.game: load(deal.game) for deal in DEALS}
    with TestClient(make_app(games), base_url="http://localhost") as made:
        yield made


def test_every_hidden_game_has_deals() -> None:
    hidden = {name for name in BUILT_IN if name != "tree" and load(name).facts.hidden}
    assert hidden == {deal.game for deal in DEALS}


def heard_by_guest(host: Any, guest: Any, deal: Deal, text: str) -> list[dict[str, Any]]:
    """All messages to a guest who plays one player, and asks for everything after each move."""
    seats = [0] * load(deal.game).facts.players
    room = host.room("new", game=deal.game, seats=seats, position=text)
    [invited] = [m for m in host.ask("invite", player=deal.viewer) if m["type"] == "invited"]
    heard = guest.ask("join", room=room["room"], key=invited["key"])
    for ply, move in enumerate(deal.moves, room["plies"]):
        host.heard()
        mover = guest if guest.seen["player"] == deal.viewer else host
        mover.room("move", ply=ply, move=move)
        heard += guest.heard()
        for earlier in range(max(0, ply - 4), ply + 2):
            heard += guest.ask("show", ply=earlier)
        for type in REFUSED:
            player = (deal.viewer + 1) % len(seats)
            heard += guest.ask(type, ply=ply + 1, lines=3, player=player, seats=seats)
    assert not guest.seen["over"] and guest.seen["plies"] == room["plies"] + len(deal.moves)
    guest.ask("leave")
    return heard


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal.game}-{deal.viewer}")
def test_two_deals_that_look_the_same_send_the_same(page: Any, other: Any, deal: Deal) -> None:
    first, second = (heard_by_guest(page, other, deal, text) for text in deal.deals)
    assert [as_text(message) for message in first] == [as_text(message) for message in second]
    for heard, secrets in zip((first, second), deal.secrets, strict=True):
        assert len(heard) > 10
        assert not set(secrets) & {word for message in heard for word in words(message)}


def test_the_host_gets_what_the_guest_does_not(page: Any, other: Any) -> None:
    """The comparison can fail: whoever sees everything gets different messages."""
    deal = DEALS[0]
    rooms = [page.room("new", game=deal.game, seats=[0, 0], position=text) for text in deal.deals]
    assert as_text(rooms[0]) != as_text(rooms[1])
    assert "J" in set(words(rooms[0]))
