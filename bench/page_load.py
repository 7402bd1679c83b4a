"""People at the page: each plays the engine at full strength, thinks, and waits for the answer.

bench/page_load.py --people 200 --analyses 12 --seconds 120 --rooms 1000

The server is a process of its own. A move is lost where the engine's answer to it does not come
within a minute, or is not the one move that follows; then the exit code is 1. Beside the games run
analyses, which do not end by themselves. Before and after the games, `--rooms` rooms are opened:
two players play ten plies in each, and leave. The last figures are the memory of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from page_server import LONGEST_WAIT, PERSON, Server, room_of

from counterplay.games import load
from counterplay.web.levels import strengths

GAMES = ("connect_four", "othello", "tic_tac_toe")
FULL = {name: len(strengths(load(name))) for name in GAMES}
"""The seat of the engine at full strength."""
ANALYSED = ("connect_four", "othello")
"""Games that are not proven while somebody waits."""
PLIES = 10
"""The length of a game that its players leave."""


@dataclass
class Told:
    """How it went."""

    answers: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    games: int = 0
    reports: list[int] = field(default_factory=list)
    silences: list[float] = field(default_factory=list)


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


async def analyst(server: Server, game: str, end: float, told: Told) -> None:
    """Let the engine analyse a position until the time is over."""
    async with server.connect() as page:
        await page.send(json.dumps({"type": "new", "game": game, "seats": [PERSON, PERSON]}))
        room = await room_of(page, lambda r: True)
        await page.send(json.dumps({"type": "analyse", "ply": room["plies"], "lines": 2}))
        reports, silence, last = 0, 0.0, time.monotonic()
        while (now := time.monotonic()) < end:
            with suppress(TimeoutError):
                async with asyncio.timeout(end - now):
                    reports += json.loads(await page.recv())["type"] == "analysis"
            silence, last = max(silence, time.monotonic() - last), time.monotonic()
    told.reports.append(reports)
    told.silences.append(silence)


async def leave_rooms(server: Server, rooms: int) -> None:
    """Open a number of rooms, play ten plies in each, and leave."""
    dice, together = random.Random(1), asyncio.Semaphore(20)

    async def play_and_leave(game: str) -> None:
        async with together, server.connect() as page:
            await page.send(json.dumps({"type": "new", "game": game, "seats": [PERSON, PERSON]}))
            room = await room_of(page, lambda r: True)
            while not room["over"] and room["plies"] < PLIES:
                chosen, before = dice.choice(room["moves"])["text"], room["plies"]
                await page.send(json.dumps({"type": "move", "ply": before, "move": chosen}))
                room = await room_of(page, lambda r, before=before: r["plies"] > before)

    async with asyncio.TaskGroup() as group:
        for n in range(rooms):
            group.create_task(play_and_leave(GAMES[n % len(GAMES)]))


async def warm(server: Server) -> None:
    """One answer in every game, so that nothing is compiled while people wait."""
    for game in GAMES:
        async with server.connect() as page:
            await page.send(
                json.dumps({"type": "new", "game": game, "seats": [FULL[game], PERSON]})
            )
            await room_of(page, lambda r: r["plies"] == 1)


async def play(
    server: Server, people: int, analyses: int, seconds: float, think: float, seed: int
) -> Told:
    told, end = Told(), time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for n in range(analyses):
            group.create_task(analyst(server, ANALYSED[n % len(ANALYSED)], end, told))
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
        "reports": min(told.reports, default=0),
        "silence": max(told.silences, default=0.0),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, default=200, metavar="N")
    parser.add_argument("--analyses", type=int, default=12, metavar="N")
    parser.add_argument("--rooms", type=int, default=1000, metavar="N", help="rooms that are left")
    parser.add_argument("--seconds", type=float, default=120, metavar="S")
    parser.add_argument("--think", type=float, default=20, metavar="S", help="on average")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    given = parser.parse_args()
    server = Server(GAMES)
    try:
        asyncio.run(warm(server))
        memory = [server.megabytes]
        asyncio.run(leave_rooms(server, given.rooms))
        memory.append(server.megabytes)
        cpu, started = server.cpu_seconds, time.monotonic()
        people = play(server, given.people, given.analyses, given.seconds, given.think, given.seed)
        told = asyncio.run(people)
        busy = (server.cpu_seconds - cpu) / (time.monotonic() - started)
        memory.append(server.megabytes)
        asyncio.run(leave_rooms(server, given.rooms))
        memory.append(server.megabytes)
        figures = report(told) | {"cores": round(busy, 2), "megabytes": list(map(round, memory))}
    finally:
        log = [line for line in server.end().splitlines() if "compiling" not in line]
    print(
        f"{given.people} people, {figures['games']} games, {figures['moves']} moves, "
        f"{figures['lost']} lost; answers: median {figures['median']:.2f} s, "
        f"95 % within {figures['95 %']:.2f} s, worst {figures['worst']:.2f} s; "
        f"the server used {figures['cores']} cores"
    )
    if given.analyses:
        print(
            f"{given.analyses} analyses: at least {figures['reports']} reports each, "
            f"the longest silence {figures['silence']:.1f} s"
        )
    start, before, after, end = figures["megabytes"]
    print(
        f"memory: {start} MB at the start, {before} MB after {given.rooms} rooms, {after} MB after "
        f"the games, {end} MB after {given.rooms} rooms more"
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
