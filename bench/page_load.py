"""People at the page: each plays the engine at full strength, thinks, and waits for the answer.

bench/page_load.py --people 200 --seconds 120

The server is a process of its own. A move is lost where the engine's answer to it does not come
within a minute, or is not the one move that follows; then the exit code is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from counterplay.games import load
from counterplay.web.levels import strengths

GAMES = ("connect_four", "othello", "tic_tac_toe")
PERSON = 0
FULL = {name: len(strengths(load(name))) for name in GAMES}
"""The seat of the engine at full strength."""
LONGEST_WAIT = 60.0


@dataclass
class Told:
    """How it went."""

    answers: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    games: int = 0


class Server:
    """`counterplay serve` in a process of its own."""

    def __init__(self, games: tuple[str, ...]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        command = [sys.executable, "-m", "counterplay", "serve", *games, "--no-keep"]
        command += ["--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while self.process.poll() is None:
            with suppress(OSError):
                self.health()
                return
            time.sleep(0.1)
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


async def person(
    server: Server, game: str, think: float, end: float, dice: random.Random, told: Told
) -> None:
    """Play one game after the other until the time is over."""
    await asyncio.sleep(dice.uniform(0, think))
    async with server.connect() as page:
        room: dict[str, Any] | None = None
        while time.monotonic() < end:
            if room is None or room["over"]:
                seats = dice.choice(([PERSON, FULL[game]], [FULL[game], PERSON]))
                new = {"type": "new", "game": game, "seats": seats}
                await page.send(json.dumps(new))
                room = await room_of(page, lambda r: r["over"] or r["levels_to_move"] is None)
                told.games += 1
            pause = dice.expovariate(1 / think)
            await asyncio.sleep(min(pause, max(0.0, end - time.monotonic())))
            if time.monotonic() >= end:
                return
            chosen = dice.choice(room["moves"])["text"]
            move = {"type": "move", "ply": room["plies"], "move": chosen}
            started = time.monotonic()
            try:
                async with asyncio.timeout(LONGEST_WAIT):
                    await page.send(json.dumps(move))
                    after = await room_of(page, lambda r: r["over"] or r["levels_to_move"] is None)
                is_next = after["written"][: room["plies"] + 1] == [*room["written"], chosen]
                if not is_next:
                    told.lost.append(f"{game}: {move} led to {after['written']}")
                told.answers.append(time.monotonic() - started)
                room = after
            except (OSError, ValueError, TimeoutError, EOFError) as error:
                told.lost.append(f"{game}: {move}: {type(error).__name__} {error}")
                return


async def warm(server: Server) -> None:
    """One answer in every game, so that nothing is compiled while people wait."""
    for game in GAMES:
        async with server.connect() as page:
            await page.send(
                json.dumps({"type": "new", "game": game, "seats": [FULL[game], PERSON]})
            )
            await room_of(page, lambda r: r["plies"] == 1)


async def play(server: Server, people: int, seconds: float, think: float, seed: int) -> Told:
    told, end = Told(), time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for n in range(people):
            game = GAMES[n % len(GAMES)]
            group.create_task(person(server, game, think, end, random.Random(seed + n), told))
    return told


def report(told: Told) -> dict[str, Any]:
    times = sorted(told.answers)
    return {
        "moves": len(times),
        "games": told.games,
        "lost": len(told.lost),
        "median": statistics.median(times),
        "95 %": times[int(0.95 * (len(times) - 1))],
        "worst": times[-1],
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, default=200, metavar="N")
    parser.add_argument("--seconds", type=float, default=120, metavar="S")
    parser.add_argument("--think", type=float, default=20, metavar="S", help="on average")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    given = parser.parse_args()
    server = Server(GAMES)
    try:
        asyncio.run(warm(server))
        cpu, started = server.cpu_seconds, time.monotonic()
        told = asyncio.run(play(server, given.people, given.seconds, given.think, given.seed))
        busy = (server.cpu_seconds - cpu) / (time.monotonic() - started)
        figures = report(told) | {"cores": round(busy, 2), "megabytes": round(server.megabytes)}
    finally:
        log = [line for line in server.end().splitlines() if "compiling" not in line]
    print(
        f"{given.people} people, {figures['games']} games, {figures['moves']} moves, "
        f"{figures['lost']} lost; answers: median {figures['median']:.2f} s, "
        f"95 % within {figures['95 %']:.2f} s, worst {figures['worst']:.2f} s; "
        f"the server used {figures['cores']} cores and {figures['megabytes']} MB"
    )
    for lost in told.lost[:20]:
        print(lost)
    if log:
        print("\n".join(log[-50:]), file=sys.stderr)
    if given.json:
        Path(given.json).write_text(json.dumps(figures))
    sys.exit(1 if told.lost or log else 0)


if __name__ == "__main__":
    main()
