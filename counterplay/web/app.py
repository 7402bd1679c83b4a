"""The Starlette application: the page, its files, the list of games, and the WebSocket.

The games are fixed when the server starts: no message can name a file. A WebSocket is accepted
only from pages of this server, so another site cannot use it through a visitor's browser.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.database import Database
from counterplay.learning.networks.curve import PICTURE
from counterplay.presentation.board_svg import PIECE_SHAPES
from counterplay.session import Session
from counterplay.web.archive import Archive
from counterplay.web.compact_files import CompactFiles
from counterplay.web.connection import Connection
from counterplay.web.example_trees import EXAMPLES
from counterplay.web.files import (
    MOST_BYTES,
    MOST_GAMES,
    NAME,
    kernels_to_read,
    nth_game,
    titles,
)
from counterplay.web.gallery import algorithms_json
from counterplay.web.gate import Gate
from counterplay.web.messages import number_field
from counterplay.web.own_files import OwnFiles
from counterplay.web.quiz import quiz_games
from counterplay.web.rooms import Rooms
from counterplay.web.state import State
from counterplay.web.workers import Workers

LOG = logging.getLogger(__name__)

HOME = Path(__file__).parent / "static"
STEPPER = Path(__file__).parents[1] / "drawing" / "step.js"
PIECES = f"export const PIECES = {json.dumps(PIECE_SHAPES)};\n"
"""The shapes of the pieces as a module for the page. Pictures in notebooks use the same."""
MOST_PAGES = 2_000
"""The most connections at once."""
GALLERY_SECONDS = 1.0
"""At the start, the server draws the gallery before it answers, but no longer than this."""
FULL = "The server is full. Trying again …"
LOCAL = ("127.0.0.1", "localhost", "::1")
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

App = Starlette


class HostCheck(BaseHTTPMiddleware):
    """Refuses requests for other host names (DNS rebinding), and adds security headers."""

    def __init__(self, app: Any, hosts: frozenset[str]) -> None:
        super().__init__(app)
        self.hosts = hosts

    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        if not is_own(request.headers.get("host", ""), self.hosts):
            return PlainTextResponse("This server has another host name.", 421)
        response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def is_own(host: str, hosts: frozenset[str]) -> bool:
    """Whether a Host header names this server."""
    return _split(f"//{host}").hostname in hosts


def is_same_origin(origin: str | None, host: str, hosts: frozenset[str]) -> bool:
    """Whether a WebSocket may be opened: by a page from this host, or by a program, which sends no
    origin."""
    if not is_own(host, hosts):
        return False
    return origin is None or _split(origin).netloc == host


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:  # for example http://[
        return urlsplit("")


def make_app(
    games: Mapping[str, Game],
    *,
    searches: int = 2,
    analyses: int = 1,
    sessions: Mapping[str, Session] | None = None,
    hosts: Iterable[str] = (),
    rooms: int | None = None,
    database: Database | None = None,
    guests: Mapping[str, Sequence[str]] | None = None,
    learning: Path | None = None,
    ponder: bool = False,
    token: str | None = None,
) -> App:
    """Make the application.

    hosts      host names that the server answers to, beside localhost
    database   where finished games are saved and past games are looked up
    guests     by the name of the game, further opponents, written as players of matches
    learning   the folder of a course of `counterplay learn`, whose curve is shown
    ponder     whether the engine at full strength thinks on a person's time
    token      what a link must carry to be let in; None lets everybody in
    """
    workers = Workers(searches, analyses, sessions, ponder)
    archive = None if database is None else Archive(database)
    state = State(dict(games), workers, Rooms() if rooms is None else Rooms(rooms), archive, guests)
    own = frozenset((*LOCAL, *hosts))
    own_files = OwnFiles(state)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(own_files.watch())
        drawing = asyncio.create_task(state.catalogue.as_json())
        await asyncio.wait([drawing], timeout=GALLERY_SECONDS)
        yield
        for task in (watching, drawing):
            task.cancel()
        await asyncio.wait([watching, drawing])
        state.close()

    async def game_json(request: Request) -> Response:
        """A game or a variant of it: its entry in the gallery, and its rules page."""
        try:
            game = await state.catalogue.find(request.path_params["name"])
            entry = await state.catalogue.entry(game)
            return JSONResponse({"game": entry, "rules": await state.catalogue.rules(game)})
        except CounterplayError as error:
            return JSONResponse({"error": str(error)}, 400)

    async def games_json(request: Request) -> Response:
        return JSONResponse({
            "games": await state.catalogue.as_json(),
            "trees": EXAMPLES, "algorithms": algorithms_json(),
            "archive": archive is not None, "learning": learning is not None,
            "quiz": quiz_games(state.games),
        })  # fmt: skip

    async def learning_curve(request: Request) -> Response:
        if learning is None:
            return PlainTextResponse("Start the server with --learning FOLDER.", 404)
        path = learning / PICTURE
        if not path.is_file():
            return PlainTextResponse(f"{path} does not exist yet: no epoch has ended.", 404)
        return FileResponse(path, media_type="image/svg+xml")

    async def read_file(request: Request) -> Response:
        """The games of a file that a page sends; with `number`, one of them as a text."""
        headers = request.headers
        if not is_same_origin(headers.get("origin"), headers.get("host", ""), own):
            return PlainTextResponse("Only pages of this server may send files.", 403)
        try:
            content = await read_body(request)
        except ClientDisconnect:
            return PlainTextResponse("The file was not sent whole.", 408)
        except CounterplayError as error:
            return JSONResponse({"error": str(error)}, 400)
        try:
            asked = request.query_params
            name, number = asked.get("name", NAME), asked.get("number")
            game = await state.catalogue.find(request.path_params["name"])
            await state.compile_kernels(game, kernels_to_read(content, name))
            if number is None:
                found = await state.workers.run_in_thread(lambda: titles(game, content, name))
                return JSONResponse({"games": found})
            given = {"number": int(number[:9]) if number.isdecimal() else number}
            index = number_field(given, "number", 0, MOST_GAMES)
            opened = await state.workers.run_in_thread(lambda: nth_game(game, content, index, name))
            return JSONResponse(opened)
        except CounterplayError as error:
            return JSONResponse({"error": str(error)}, 400)

    async def health(request: Request) -> Response:
        return JSONResponse({"ok": True, **state.as_json()})

    async def page(request: Request) -> Response:
        return FileResponse(HOME / "index.html")

    async def stepper(request: Request) -> Response:
        return FileResponse(STEPPER, media_type="text/javascript")

    async def piece_shapes(request: Request) -> Response:
        return Response(PIECES, media_type="text/javascript")

    async def socket(websocket: WebSocket) -> None:
        headers = websocket.headers
        if not is_same_origin(headers.get("origin"), headers.get("host", ""), own):
            await websocket.close(4403, "only pages of this server may connect")
            return
        await websocket.accept()
        if state.pages >= MOST_PAGES:
            await websocket.close(4429, FULL)  # a page sees why only if it was accepted
            return
        connection = Connection(state)
        state.pages += 1
        state.connections.add(connection)
        state.progress.tell(connection.send)
        try:
            await run_connection(websocket, connection)
        finally:
            state.pages -= 1
            state.connections.discard(connection)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/api/games", games_json),
            Route("/api/games/{name}", game_json),
            Route("/api/games/{name}/file", read_file, methods=["POST"]),
            Route("/api/health", health),
            Route("/api/learning", learning_curve),
            Route("/static/step.js", stepper),
            Route("/static/piece-shapes.js", piece_shapes),
            Mount("/static", CompactFiles(directory=HOME)),
            WebSocketRoute("/ws", socket),
        ],
        middleware=[
            Middleware(GZipMiddleware),
            Middleware(HostCheck, hosts=own),
            *([] if token is None else [Middleware(Gate, token=token)]),
        ],
        lifespan=lifespan,
    )


async def read_body(request: Request) -> bytes:
    """The file that a page sends."""
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > MOST_BYTES:
            most = MOST_BYTES >> 20
            raise InputError(f"the file is larger than {most} MB, the most that is opened")
    return bytes(content)


async def run_connection(websocket: WebSocket, connection: Connection) -> None:
    """Receive and send messages until the page goes away."""
    tasks = [
        asyncio.create_task(_receive(websocket, connection)),
        asyncio.create_task(_send(websocket, connection)),
        asyncio.create_task(connection.is_lost.wait()),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if task.exception() is not None:
                LOG.error("a connection failed", exc_info=task.exception())
    finally:
        connection.leave()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        with suppress(RuntimeError, WebSocketDisconnect):
            await websocket.close()


async def _receive(websocket: WebSocket, connection: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            frame = await websocket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            text = frame.get("text")
            await connection.receive(text if text is not None else "")


async def _send(websocket: WebSocket, connection: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await websocket.send_json(await connection.queue.get())
            await asyncio.sleep(0)  # let other tasks run, and notice a closed connection
