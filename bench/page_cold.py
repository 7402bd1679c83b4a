"""A cold machine: how long a person waits for the page, for the first move, for the answer to it.

bench/page_cold.py                             every built-in game
bench/page_cold.py chess my_game.py …          these games

Each game has a server of its own, in a process of its own, with an empty folder of kernels. The
person plays first, against the engine at full strength, and moves as soon as the board is there.
All the while, another person asks for the list of games. The figures are seconds of wall time, so
measure on a quiet machine:

page     from the command to the page
board    from the command to the board, with its legal moves
move     from the first move to the board that shows it
answer   from the first move to the answer of the engine, or of what stands in for it
games    the longest wait for the list of games, until the answer

The exit code is 1 where an answer takes longer than 3 s or a list of games longer than 0.3 s.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from page_server import PERSON, Server, room_of

from counterplay.core.game.game import Game
from counterplay.games import BUILT_IN, load
from counterplay.web.levels import strengths

SERVED = tuple(name for name in BUILT_IN if name != "tree")
"""The built-in games in the gallery; a tree is drawn on a page of its own."""
ANSWER, LIST = 3.0, 0.3
"""Seconds that a person waits at most: for the first answer, and for the list of games."""


@dataclass(frozen=True)
class Waits:
    """What one game took, in seconds."""

    page: float
    board: float
    move: float
    answer: float
    games: float

    @property
    def is_too_long(self) -> bool:
        return self.answer > ANSWER or self.games > LIST


class Asker:
    """Asks for the list of games again and again, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self.address, self.longest = f"http://localhost:{port}/api/games", 0.0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.ask)
        self.thread.start()

    def ask(self) -> None:
        while not self.over.wait(0.05):
            self.longest = max(self.longest, fetched(self.address))

    def end(self) -> float:
        """The longest wait."""
        self.over.set()
        self.thread.join()
        return self.longest


def fetched(address: str) -> float:
    """Seconds until something has arrived."""
    started = time.perf_counter()
    with urllib.request.urlopen(address, timeout=60) as answer:
        answer.read()
    return time.perf_counter() - started


async def first_moves(server: Server, game: Game, started: float) -> tuple[float, float, float]:
    """The board, the first move of a person, and the first answer of the engine.

    Where a person may move again, as in Pig, they do until it is the engine's turn.
    """
    dice = random.Random(1)
    seats = [PERSON, *([len(strengths(game))] * (game.facts.players - 1))]
    async with server.connect() as page:
        await page.send(json.dumps({"type": "new", "game": game.name, "seats": seats}))
        room = await room_of(page, is_persons)
        board, shown, was_engines = time.perf_counter() - started, None, False
        while not (was_engines or room["over"]):
            chosen = dice.choice(room["moves"])["text"]
            moved, before = time.perf_counter(), room["plies"]
            await page.send(json.dumps({"type": "move", "ply": before, "move": chosen}))
            while room["plies"] == before or not is_persons(room):
                room = await room_of(page, lambda r: True)
                if room["plies"] > before and shown is None:
                    shown = time.perf_counter() - moved
                was_engines = was_engines or not is_persons(room)
        return board, shown or 0.0, time.perf_counter() - moved


def is_persons(room: dict[str, Any]) -> bool:
    """Whether the game is over or waits for a person."""
    return bool(room["over"] or (room["moves"] and room["levels_to_move"] is None))


def measured(name: str) -> Waits:
    """One game on a server of its own: the whole gallery, and the file if it is one."""
    game = load(name)
    with tempfile.TemporaryDirectory() as cache:
        started = time.perf_counter()
        server = Server(() if game.is_built_in else (name,), Path(cache))
        try:
            fetched(f"http://localhost:{server.port}/")
            page = time.perf_counter() - started
            asker = Asker(server.port)
            try:
                board, move, answer = asyncio.run(first_moves(server, game, started))
            finally:
                longest = asker.end()
            return Waits(page, board, move, answer, longest)
        finally:
            server.end()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=SERVED, help="names or files of games")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    given = parser.parse_args()
    names = [part.name for part in fields(Waits)]
    print(f"{'':22}" + "".join(f"{name:>8}" for name in names))
    found: dict[str, dict[str, float]] = {}
    slow = []
    for game in given.games:
        waits = measured(game)
        found[Path(game).stem] = asdict(waits)
        print(
            f"{Path(game).stem:22}" + "".join(f"{x:8.2f}" for x in asdict(waits).values()),
            flush=True,
        )
        if waits.is_too_long:
            slow.append(Path(game).stem)
    worst = {name: max(waits[name] for waits in found.values()) for name in names}
    print(f"{'worst':22}" + "".join(f"{x:8.2f}" for x in worst.values()))
    if given.json:
        Path(given.json).write_text(json.dumps(found))
    if slow:
        sys.exit(f"too long: {', '.join(slow)}")


if __name__ == "__main__":
    main()
