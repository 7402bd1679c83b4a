"""Starting the server: ports, and what is left when it ends."""

import socket

import pytest

from counterplay.core.game.errors import InputError
from counterplay.web import server
from counterplay.web.server import listen_socket


def test_the_first_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen_socket("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(server, "PORT", port)
        with listen_socket("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + server.TRIES


def test_a_port_that_is_taken_is_refused_in_a_sentence() -> None:
    with listen_socket("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port} of 127.0.0.1 cannot be used: "):
            listen_socket("127.0.0.1", port)


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_port_that_cannot_be_is_refused_in_a_sentence(port: int) -> None:
    with pytest.raises(InputError, match=f"port {port} "):
        listen_socket("127.0.0.1", port)


def test_no_port_may_be_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "TRIES", 1)
    with listen_socket("127.0.0.1", 0) as taken:
        taken.listen()
        monkeypatch.setattr(server, "PORT", taken.getsockname()[1])
        with pytest.raises(InputError, match="choose one with --port"):
            listen_socket("127.0.0.1", None)


def test_an_address_of_the_new_kind_is_listen_socket() -> None:
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    try:
        with listen_socket("::1", 0) as made:
            assert made.family == socket.AF_INET6
    except InputError as error:
        assert "::1" in str(error)
