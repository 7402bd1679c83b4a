"""Starting the server: the port."""

import socket

import pytest

from counterplay.core.game.errors import InputError
from counterplay.web import server
from counterplay.web.server import listen_socket


def test_the_first_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(server, "PORT", port)
        with listen_socket("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + server.TRIES


def test_a_connection_before_the_server_runs_waits_for_it() -> None:
    with listen_socket("127.0.0.1", 0) as listener:
        socket.create_connection(listener.getsockname(), timeout=10).close()


def test_a_used_port_is_refused() -> None:
    with listen_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port} of 127.0.0.1 cannot be used: "):
            listen_socket("127.0.0.1", port)


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_an_invalid_port_is_refused(port: int) -> None:
    with pytest.raises(InputError, match=f"port {port} "):
        listen_socket("127.0.0.1", port)


def test_an_error_says_that_no_port_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "TRIES", 1)
    with listen_socket("127.0.0.1", 0) as taken:
        monkeypatch.setattr(server, "PORT", taken.getsockname()[1])
        with pytest.raises(InputError, match="choose one with --port"):
            listen_socket("127.0.0.1", None)


def test_an_ipv6_address_is_bound() -> None:
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    try:
        with listen_socket("::1", 0) as made:
            assert made.family == socket.AF_INET6
    except InputError as error:
        assert "::1" in str(error)
