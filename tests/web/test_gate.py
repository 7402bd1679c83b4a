"""The gate of a server that other machines can reach."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from counterplay.games import load
from counterplay.web import make_app, sealed
from counterplay.web.gate import COOKIE, REFUSED
from counterplay.web.server import addresses, is_loopback, written

TOKEN = "a-token"


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = make_app({"nim": load("nim")}, token=TOKEN)
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as made:
        yield made


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/api/health", "/static/page.css", "/?token=", "/?token=é", "/no"]
)
def test_nobody_comes_in_without_the_token(client: TestClient, path: str) -> None:
    refused = client.get(path)
    assert (refused.status_code, refused.text) == (403, REFUSED)
    assert COOKIE not in refused.cookies


def test_a_websocket_needs_the_token(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("ws://localhost/ws"):
        pass


def test_the_link_lets_a_page_in_with_its_files_and_its_websocket(client: TestClient) -> None:
    page = client.get(f"/?token={TOKEN}")
    assert page.status_code == 200 and page.cookies[COOKIE] == TOKEN
    assert "HttpOnly; SameSite=Lax" in page.headers["set-cookie"]
    assert client.get("/api/games").json()["games"][0]["name"] == "nim"
    with client.websocket_connect("ws://localhost/ws") as session:
        session.send_json({"type": "ping"})
        assert session.receive_json() == {"type": "pong"}


def test_a_page_without_the_token_in_its_address_gets_it_back(client: TestClient) -> None:
    """So that a link made there lets others in."""
    client.cookies.set(COOKIE, TOKEN)
    sent = client.get("/")
    assert (sent.status_code, sent.headers["location"]) == (307, f"/?token={TOKEN}")


def test_a_refusal_has_the_security_headers(client: TestClient) -> None:
    assert "default-src 'self'" in client.get("/").headers["content-security-policy"]


def test_the_token_is_the_same_after_a_restart() -> None:
    first = sealed.token()
    sealed._key.cache_clear()
    assert sealed.token() == first and len(first) >= 20


@pytest.mark.parametrize(
    ("host", "is_so"),
    [("127.0.0.1", True), ("127.0.0.9", True), ("::1", True), ("localhost", True),
     ("0.0.0.0", False), ("::", False), ("192.168.1.5", False), ("games.example.org", False)],
)  # fmt: skip
def test_only_loopback_needs_no_token(host: str, is_so: bool) -> None:
    assert is_loopback(host) == is_so


def test_a_server_on_every_address_is_reached_by_all_names_of_the_machine() -> None:
    assert {socket.gethostname(), "localhost"} < set(addresses("0.0.0.0"))
    assert addresses("127.0.0.1")[0] == "localhost"
    assert addresses("192.168.1.5") == ("192.168.1.5",)
    assert (written("::1"), written("192.168.1.5")) == ("[::1]", "192.168.1.5")
