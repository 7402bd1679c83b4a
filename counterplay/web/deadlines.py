"""HTTP with deadlines: a request that is only half sent is answered and closed.

uvicorn waits without end for the rest of a request, so idle connections could use up the server.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 15.0
"""How long the first lines of a request may take, from the connection or its first byte on."""
BODY_SECONDS = 120.0
"""How long the rest of a request, such as a file, may take."""
ANSWER = (
    "HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain; charset=utf-8\r\n"
    "connection: close\r\ncontent-length: {}\r\n\r\n{}"
)


class DeadlineProtocol(H11Protocol):
    """One connection. A clock runs while a request is incomplete."""

    _clock: asyncio.TimerHandle | None = None
    _is_head = True
    """Whether the clock runs for the first lines."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._start_clock(is_head=True)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Let the clock run for the part of the request that is missing, if one is."""
        cycle = self.cycle
        is_handed_on = self.transport.get_protocol() is not self  # to a WebSocket
        if is_handed_on or self.transport.is_closing():
            self._stop_clock()
        elif cycle is None or cycle.response_complete:
            self._start_clock(is_head=True)
        elif cycle.more_body:
            self._start_clock(is_head=False)
        else:
            self._stop_clock()

    def _start_clock(self, is_head: bool) -> None:
        if self._clock is not None and self._is_head == is_head:
            return  # more bytes give no more time
        self._stop_clock()
        self._is_head = is_head
        seconds = HEAD_SECONDS if is_head else BODY_SECONDS
        self._clock = self.loop.call_later(seconds, self._time_is_up, seconds)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _time_is_up(self, seconds: float) -> None:
        self._clock = None
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        cycle = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            text = f"The request was not complete after {seconds:g} seconds.\n"
            self.transport.write(ANSWER.format(len(text), text).encode())
        self.transport.close()
