"""The application: a page and its files, what there is to play, and the WebSocket.

Games are fixed when the server starts; no message can name a file. A WebSocket is opened only for
pages of this server's own address, so that no other site can speak to it through a browser.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from counterplay.core.game.game import Game
from counterplay.database import Database
from counterplay.textbook.catalogue import ALGORITHMS
from counterplay.web.archive import Archive
from counterplay.web.connection import Watching
from counterplay.web.gallery import gallery_json
from counterplay.web.rooms import Rooms
from counterplay.web.state import State
from counterplay.web.trace import EXAMPLES
from counterplay.web.workers import Helps, Thinkers

LOG = logging.getLogger(__name__)

HOME = Path(__file__).parent / "static"
STEPPER = Path(__file__).parents[1] / "drawing" / "step.js"
MOST_PAGES = 2_000
"""Connections at once."""
LOCAL = ("127.0.0.1", "localhost", "::1")
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

App = Starlette


class Guard(BaseHTTPMiddleware):
    """Answers only requests for this server's own names, and says what the page may load."""

    def __init__(self, app: Any, hosts: frozenset[str]) -> None:
        super().__init__(app)
        self.hosts = hosts

    async def dispatch(self, request: Request, answer: RequestResponseEndpoint) -> Response:
        if not is_own(request.headers.get("host", ""), self.hosts):
            return PlainTextResponse("This server does not answer to that name.", 421)
        response = await answer(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def is_own(host: str, hosts: frozenset[str]) -> bool:
    """Whether a Host header names this server."""
    return _split(f"//{host}").hostname in hosts


def is_same_origin(origin: str | None, host: str, hosts: frozenset[str]) -> bool:
    """Whether a page may open a WebSocket: programs name no origin, pages must have this host's."""
    if not is_own(host, hosts):
        return False
    return origin is None or _split(origin).netloc == host


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:  # as of http://[
        return urlsplit("")


def make_app(
    games: Mapping[str, Game],
    *,
    searches: int = 2,
    analyses: int = 1,
    helps: Mapping[str, Helps] | None = None,
    hosts: Iterable[str] = (),
    rooms: int | None = None,
    database: Database | None = None,
    guests: Mapping[str, Sequence[str]] | None = None,
) -> App:
    """The application for some games; `hosts` are names beside localhost that it answers to. With a
    database, games that end are kept in it, and what was played before is shown. `guests` are
    further players by the name of the game, as matches name them."""
    thinkers = Thinkers(searches, analyses, dict(helps or {}))
    archive = None if database is None else Archive(database)
    state = State(
        dict(games), thinkers, Rooms() if rooms is None else Rooms(rooms), archive, guests
    )
    own = frozenset((*LOCAL, *hosts))
    shown: list[dict[str, Any]] = []

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        yield
        state.close()

    async def games_json(request: Request) -> Response:
        if not shown:
            shown[:] = await state.thinkers.read(
                lambda: gallery_json(state.games, state.levels_json)
            )
        named = [{"name": one.name, "about": one.about} for one in ALGORITHMS.values()]
        return JSONResponse({
            "games": shown, "trees": EXAMPLES, "algorithms": named, "archive": archive is not None,
        })  # fmt: skip

    async def health(request: Request) -> Response:
        return JSONResponse({"ok": True, **state.as_json()})

    async def page(request: Request) -> Response:
        return FileResponse(HOME / "index.html")

    async def stepper(request: Request) -> Response:
        return FileResponse(STEPPER, media_type="text/javascript")

    async def socket(websocket: WebSocket) -> None:
        headers = websocket.headers
        if not is_same_origin(headers.get("origin"), headers.get("host", ""), own):
            await websocket.close(4403, "another site's page may not play here")
            return
        if state.pages >= MOST_PAGES:
            await websocket.close(4429, "too many people are here: try again later")
            return
        await websocket.accept()
        state.pages += 1
        try:
            await converse(websocket, Watching(state))
        finally:
            state.pages -= 1

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/api/games", games_json),
            Route("/api/health", health),
            Route("/static/step.js", stepper),
            Mount("/static", StaticFiles(directory=HOME)),
            WebSocketRoute("/ws", socket),
        ],
        middleware=[Middleware(Guard, hosts=own)],
        lifespan=life,
    )
    app.state.held = state
    return app


async def converse(websocket: WebSocket, watching: Watching) -> None:
    """Speak with one page until it goes."""
    tasks = [
        asyncio.create_task(_listen(websocket, watching)),
        asyncio.create_task(_speak(websocket, watching)),
        asyncio.create_task(watching.is_lost.wait()),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if task.exception() is not None:
                LOG.error("a connection failed", exc_info=task.exception())
    finally:
        watching.leave()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        with suppress(RuntimeError, WebSocketDisconnect):
            await websocket.close()


async def _listen(websocket: WebSocket, watching: Watching) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            frame = await websocket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            text = frame.get("text")
            await watching.hear(text if text is not None else "")


async def _speak(websocket: WebSocket, watching: Watching) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await websocket.send_json(await watching.queue.get())
            await asyncio.sleep(0)  # others' turn; and whether the page is still there is noticed
