"""Start the server. By default only this machine can reach it; others need a link with a token."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from collections.abc import Iterable, Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.database import Database
from counterplay.session import Session
from counterplay.web.app import MOST_PAGES, App, make_app
from counterplay.web.deadlines import DeadlineProtocol
from counterplay.web.gate import with_token
from counterplay.web.messages import LONGEST_FRAME
from counterplay.web.sealed import token

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

PORT = 8040
EVERY_ADDRESS = ("0.0.0.0", "::")
BACKLOG = 128
"""Connections that wait until the server runs."""
TRIES = 20
"""Ports that are tried one after the other, if no port is given."""


def listen_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens on the port, or on the first free port from `PORT` on.

    It listens at once: whoever reads the address may connect before the server runs, and no other
    server can take the same port.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [port] if port is not None else range(PORT, PORT + TRIES):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(BACKLOG)
            return listener
        except (OSError, OverflowError) as error:
            listener.close()
            if port is not None:
                why = getattr(error, "strerror", None) or "ports are numbers from 0 to 65535"
                raise InputError(f"port {port} of {host} cannot be used: {why}") from None
    last = PORT + TRIES - 1
    raise InputError(f"no port from {PORT} to {last} of {host} is free: choose one with --port")


def serve(
    games: Mapping[str, Game],
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    hosts: Iterable[str] = (),
    searches: int | None = None,
    sessions: Mapping[str, Session] | None = None,
    database: Database | None = None,
    guests: Mapping[str, Sequence[str]] | None = None,
    learning: Path | None = None,
    ponder: bool = False,
    open_browser: bool = False,
    say: object = print,
) -> None:
    """Serve the page until Ctrl-C. `say` is called with its address."""
    cores = os.cpu_count() or 1
    reached = addresses(host)
    secret = None if is_loopback(host) else token()
    app = make_app(
        games,
        searches=searches or cores,
        analyses=max(1, cores // 2),
        sessions=sessions,
        database=database,
        guests=guests,
        learning=learning,
        ponder=ponder,
        hosts=(*hosts, *reached),
        token=secret,
    )
    listener = listen_socket(host, port)
    address = f"http://{written(reached[0])}:{listener.getsockname()[1]}/"
    if secret is not None:
        address = with_token(address, secret)
    allow_connections()
    if callable(say):
        say(address)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, (address,)).start()
    uvicorn.Server(server_config(app)).run(sockets=[listener])


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def addresses(host: str) -> tuple[str, ...]:
    """The names by which a server that listens on an address is reached; the first is shown."""
    if is_loopback(host):
        return ("localhost", host)
    if host not in EVERY_ADDRESS:
        return (host,)
    own = socket.gethostname()
    return (*filter(None, [outward_address()]), own, f"{own}.local", "localhost")


def outward_address() -> str | None:
    """The address by which others on the network know this machine; None without a network.

    Connecting a datagram socket sends nothing: it only chooses the address to send from. The one
    named here is reserved for documentation.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def written(host: str) -> str:
    """A host as an address of a page has it."""
    return f"[{host}]" if ":" in host else host


def server_config(app: App) -> uvicorn.Config:
    """The settings of the server."""
    return uvicorn.Config(
        app,
        log_level="warning",
        http=DeadlineProtocol,
        ws="websockets-sansio",
        ws_max_size=LONGEST_FRAME,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        server_header=False,
    )


def allow_connections() -> None:
    """Let this process open as many files as pages may connect, if the system allows that."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_PAGES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
