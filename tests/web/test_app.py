"""The files of the page, host names, and the origin of WebSockets."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from counterplay.web import app, make_app

OURS = "ws://localhost/ws"
STATIC = sorted(path.name for path in app.HOME.iterdir())


def test_the_page_and_all_its_files_are_served(client: TestClient) -> None:
    assert "<title>counterplay</title>" in client.get("/").text
    for name in [*STATIC, "step.js", "piece-shapes.js"]:
        assert client.get(f"/static/{name}").status_code == 200


def test_a_file_that_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    for name in ("room.js", "style.css", "icon.svg"):
        first = client.get(f"/static/{name}")
        again = client.get(f"/static/{name}", headers={"if-none-match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_every_file_that_the_page_names_is_there(client: TestClient) -> None:
    for name in STATIC:
        text = (app.HOME / name).read_text(encoding="utf-8")
        for part in text.split('"'):
            if part.startswith(("/static/", "./")):
                assert client.get(f"/static/{Path(part).name}").status_code == 200


def test_the_page_loads_nothing_from_elsewhere(client: TestClient) -> None:
    headers = client.get("/").headers
    parts = headers["content-security-policy"].split("; ")
    policy = dict(part.split(" ", 1) for part in parts)
    assert policy["default-src"] == "'self'"
    assert "script-src" not in policy
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/static/board.js", "/api/games", "/nothing"])
def test_every_response_has_the_security_headers(client: TestClient, path: str) -> None:
    assert "content-security-policy" in client.get(path).headers


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/app.py"]
)
def test_no_other_file_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_learning_curve_is_shown_once_there_is_one(tmp_path: Path) -> None:
    with TestClient(make_app({}, learning=tmp_path), base_url="http://localhost") as client:
        assert client.get("/api/games").json()["learning"] is True
        missing = client.get("/api/learning")
        assert missing.status_code == 404 and "no epoch has ended" in missing.text
        (tmp_path / "learning.svg").write_text("<svg/>")
        assert client.get("/api/learning").text == "<svg/>"
    with TestClient(make_app({}), base_url="http://localhost") as client:
        assert client.get("/api/games").json()["learning"] is False
        assert client.get("/api/learning").status_code == 404


HOSTS = ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.nip.io", "", "["]


@pytest.mark.parametrize("host", HOSTS)
def test_other_host_names_are_refused(client: TestClient, host: str) -> None:
    """This stops DNS rebinding: a site whose name resolves to this server."""
    for path in ("/", "/api/games", "/api/health", "/static/app.js"):
        assert client.get(path, headers={"host": host}).status_code == 421
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(OURS, headers={"host": host}):
        pass


@pytest.mark.parametrize("host", ["localhost", "localhost:8040", "127.0.0.1:9", "[::1]:8040"])
def test_local_host_names_are_accepted(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).json()["ok"]


def test_given_host_names_are_accepted(games: Any) -> None:
    with TestClient(make_app(games, hosts=["play.example.org"])) as client:
        assert client.get("/", headers={"host": "play.example.org"}).status_code == 200
        headers = {"host": "play.example.org", "origin": "https://play.example.org"}
        with client.websocket_connect("/ws", headers=headers) as session:
            session.send_json({"type": "ping"})
            assert session.receive_json() == {"type": "pong"}


ORIGINS = [
    "http://evil.example",
    "http://localhost:1",
    "null",
    "",
    "http://localhost.evil",
    "http://[",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_page_of_another_site_cannot_connect(client: TestClient, origin: str) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect(OURS, headers={"origin": origin, "host": "localhost"}),
    ):
        pass
    assert refused.value.code == 4403


@pytest.mark.parametrize("headers", [{}, {"origin": "http://localhost:8040"}])
def test_a_page_of_this_server_and_a_program_can_connect(
    client: TestClient, headers: dict[str, str]
) -> None:
    with client.websocket_connect(OURS, headers={"host": "localhost:8040", **headers}) as session:
        session.send_json({"type": "ping"})
        assert session.receive_json() == {"type": "pong"}


def test_the_number_of_connections_is_limited(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "MOST_PAGES", 1)
    with client.websocket_connect(OURS) as first:
        with client.websocket_connect(OURS) as second:
            with pytest.raises(WebSocketDisconnect) as refused:
                second.receive_json()
            assert (refused.value.code, refused.value.reason) == (4429, app.FULL)
        first.send_json({"type": "ping"})
        assert first.receive_json() == {"type": "pong"}


def test_health_counts_games_and_pages(client: TestClient, page: Any) -> None:
    before = client.get("/api/health").json()
    page.room("new", game="nim", seats=[0, 0])
    after = client.get("/api/health").json()
    assert (before["pages"], after["rooms"] - before["rooms"]) == (1, 1)
    assert after["waiting"] == 0


def test_the_games_are_listed_as_they_were_given(client: TestClient, games: Any) -> None:
    told = client.get("/api/games").json()
    assert [game["name"] for game in told["games"]] == list(games)
    assert told["trees"][0][0] == "Two plies"
    assert "alphabeta" in [one["name"] for one in told["algorithms"]]
