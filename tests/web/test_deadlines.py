"""Requests that are only half sent are answered and closed; complete ones are not."""

import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn

from counterplay.games import load
from counterplay.web import app, deadlines, make_app
from counterplay.web.server import listen_socket, server_config

SECONDS = 0.4
GET = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n"
POST = (
    b"POST /api/games/nim/file HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\n"
    b"content-length: 10\r\n\r\n"
)


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server whose deadlines are short."""
    monkeypatch.setattr(deadlines, "HEAD_SECONDS", SECONDS)
    monkeypatch.setattr(deadlines, "BODY_SECONDS", SECONDS)
    server = uvicorn.Server(server_config(make_app({"nim": load("nim")})))
    with listen_socket("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


def answer(port: int, *parts: bytes) -> bytes:
    """What the server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        for part in parts:
            client.sendall(part)
        found = b""
        while got := client.recv(65536):
            found += got
    return found


@pytest.mark.parametrize("sent", [b"", b"GET", GET[:-2], GET[:-4] + b"\r\nx: "])
def test_a_half_sent_request_is_answered_and_closed(port: int, sent: bytes) -> None:
    found = answer(port, sent)
    assert found.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert found.endswith(b"The request was not complete after 0.4 seconds.\n")


def test_a_half_sent_file_is_answered_and_closed(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    assert answer(port, POST, b"12345").startswith(b"HTTP/1.1 408 ")
    assert not caplog.records


def test_a_second_request_that_is_half_sent_is_closed_too(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(GET)
        found = b""
        while not found.endswith(b"}"):
            found += client.recv(65536)
        assert found.startswith(b"HTTP/1.1 200 OK\r\n")
        client.sendall(GET[:10])
        assert client.recv(65536).startswith(b"HTTP/1.1 408 ")


def test_complete_requests_are_answered(port: int) -> None:
    closing = GET[:-2] + b"connection: close\r\n\r\n"
    assert answer(port, closing).startswith(b"HTTP/1.1 200 OK\r\n")
    for _ in range(3):
        assert answer(port, closing[:20], closing[20:]).startswith(b"HTTP/1.1 200 OK\r\n")


def test_a_websocket_stays_open_for_longer(port: int) -> None:
    from websockets.sync.client import connect

    with connect(f"ws://127.0.0.1:{port}/ws") as page:
        answer(port, b"GET")  # takes as long as the deadline
        page.send('{"type": "ping"}')
        assert page.recv(timeout=60) == '{"type":"pong"}'


def test_one_page_too_many_gets_a_sentence(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    monkeypatch.setattr(app, "MOST_PAGES", 1)
    with connect(f"ws://127.0.0.1:{port}/ws") as page:
        with connect(f"ws://127.0.0.1:{port}/ws") as other:
            with pytest.raises(ConnectionClosed) as closed:
                other.recv(timeout=60)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4429, app.FULL)
        page.send('{"type": "ping"}')
        assert page.recv(timeout=60) == '{"type":"pong"}'
