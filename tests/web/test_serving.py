"""Starting the server: ports, and what is left when it ends."""

import socket

import pytest

from counterplay.core.game.errors import InputError
from counterplay.web import server as serving
from counterplay.web.server import bound


def test_the_first_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with bound("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(serving, "PORT", port)
        with bound("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + serving.TRIES


def test_a_port_that_is_taken_is_refused_in_a_sentence() -> None:
    with bound("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port} of 127.0.0.1 cannot be used: "):
            bound("127.0.0.1", port)


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_port_that_cannot_be_is_refused_in_a_sentence(port: int) -> None:
    with pytest.raises(InputError, match=f"port {port} "):
        bound("127.0.0.1", port)


def test_no_port_may_be_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "TRIES", 1)
    with bound("127.0.0.1", 0) as taken:
        taken.listen()
        monkeypatch.setattr(serving, "PORT", taken.getsockname()[1])
        with pytest.raises(InputError, match="give --port"):
            bound("127.0.0.1", None)


def test_an_address_of_the_new_kind_is_bound() -> None:
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    try:
        with bound("::1", 0) as made:
            assert made.family == socket.AF_INET6
    except InputError as error:
        assert "::1" in str(error)
