"""The page's server for the scripts beside this one: a process of its own, and its rooms."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PERSON = 0
"""The seat of a person."""
LONGEST_WAIT = 60.0


class Server:
    """`counterplay serve` in a process of its own. Without games it has all built-in ones."""

    def __init__(self, games: Sequence[str] = (), cache: Path | None = None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        command = [sys.executable, "-m", "counterplay", "serve", *games, "--no-keep"]
        command += ["--port", str(self.port)]
        kernels = {} if cache is None else {"COUNTERPLAY_CACHE": str(cache)}
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=os.environ | kernels
        )
        while self.process.poll() is None:
            with suppress(OSError):
                self.health()
                return
            time.sleep(0.01)
        raise SystemExit("the server did not start")

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"http://localhost:{self.port}/api/health", timeout=10) as told:
            found: dict[str, Any] = json.load(told)
        return found

    def connect(self) -> connect:
        address = f"ws://localhost:{self.port}/ws"
        return connect(address, max_size=None, compression=None, open_timeout=LONGEST_WAIT)

    @property
    def megabytes(self) -> float:
        """Memory that the process holds."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * 4096 / 2**20

    @property
    def cpu_seconds(self) -> float:
        ticks = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return sum(map(int, ticks)) / 100

    def end(self) -> str:
        """What it wrote to its log."""
        self.process.terminate()
        return self.process.communicate(timeout=30)[1].decode()


async def room_of(page: ClientConnection, fits: Any) -> dict[str, Any]:
    """The first room that the server shows for which something is so."""
    while True:
        message: dict[str, Any] = json.loads(await page.recv())
        if message["type"] == "error":
            raise ValueError(message["text"])
        if message["type"] == "room" and fits(message):
            return message
