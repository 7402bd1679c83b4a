"""The gate of a server that other machines can reach: only those who have its link come in.

The link carries a token. Whoever opens it gets the token as a cookie, which the page's files and
its WebSocket need. The page keeps the token in its address, so that every link made there carries
it too. The token follows from the key of this machine: a link is still valid after a restart.
"""

from __future__ import annotations

import hmac

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAME = "token"
COOKIE = "counterplay-token"
REFUSED = "Open the link that the server printed, or ask its owner for it: it ends with a token.\n"


def with_token(address: str, token: str) -> str:
    """The link that leads through the gate to an address."""
    return f"{address}?{NAME}={token}"


class Gate:
    """Refuses requests without the token. A page whose address lacks it is sent to the one that has
    it."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> ASGIApp:
        """What answers a request: the server, a refusal, or the way to the address of the page."""
        if scope["type"] == "lifespan":
            return self.app
        request = HTTPConnection(scope)
        if self._is_token(request.query_params.get(NAME, "")):
            return self._let_in
        if not self._is_token(request.cookies.get(COOKIE, "")):
            return PlainTextResponse(REFUSED, 403)
        return RedirectResponse(with_token("/", self.token)) if scope["path"] == "/" else self.app

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and give the token as a cookie."""
        cookie = f"{COOKIE}={self.token}; Path=/; HttpOnly; SameSite=Lax".encode()

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"set-cookie", cookie)]
            await send(message)

        await self.app(scope, receive, send_with_cookie)
