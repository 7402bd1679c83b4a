"""Rubbish for the page's server: it must refuse it in sentences, and go on.

bench/page_fuzz.py --frames 100000 --connections 20

Frames are random bytes and text, random JSON, messages of the page changed in some places, too long
or nested too deep. A connection sends so many as a page may send at once, waits for what is said to
them, and comes back as a new one. It ends with exit code 1 where the server falls silent, writes to
its log, or does not play a game afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from page_load import FULL
from page_server import PERSON, Server, room_of
from websockets.exceptions import ConnectionClosed

GAMES = ("tic_tac_toe", "connect_four", "nim", "othello", "checkers", "chess")
BURST = 55
"""Frames of a connection: fewer than a page may send at once, so that none has to wait."""
SILENCE = 240.0
"""Seconds after which a server that says nothing hangs; a busy machine is slow."""
VALID: tuple[dict[str, Any], ...] = (
    {"type": "new", "game": "tic_tac_toe", "seats": [0, 0], "position": "x../.o./... moves a1"},
    {"type": "new", "game": "connect_four", "seats": [0, 1], "position": "startpos moves 4 4"},
    {"type": "new", "game": "chess", "seats": [0, 0],
     "position": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves O-O"},
    {"type": "new", "game": "checkers", "seats": [0, 0], "position": "startpos moves 11-15 23-19"},
    {"type": "new", "game": "othello", "seats": [0, 0], "clocks": [300, 5],
     "position": "startpos moves d3 c5"},
    {"type": "join", "room": "a-room-for-everyone", "key": "a-key", "kept": "sealed:AAAA"},
    {"type": "edit", "game": "checkers", "text": "", "pieces": [""] * 64, "player": 0},
    {"type": "edit", "game": "connect_four", "text": "startpos moves 4 4", "number": 3},
    {"type": "invite", "player": 1}, {"type": "dismiss", "player": 1},
    {"type": "draw", "player": 0},
    {"type": "pause", "paused": 1}, {"type": "rematch"},
    {"type": "move", "ply": 0, "move": "a1"}, {"type": "move", "ply": 2, "move": "e4"},
    {"type": "back", "ply": 1}, {"type": "resign", "player": 0}, {"type": "seats", "seats": [0, 1]},
    {"type": "show", "ply": 0}, {"type": "analyse", "ply": 0, "lines": 3}, {"type": "review"},
    {"type": "stop"}, {"type": "leave"}, {"type": "ping"},
    {"type": "try", "ply": 0, "moves": ["a1", "e4"]}, {"type": "promote", "ply": 1 << 20},
    {"type": "preview", "ply": 1, "moves": ["b2"]}, {"type": "delete", "ply": 1 << 20},
    {"type": "annotate", "ply": 1, "glyph": "!?", "comment": "a plan"},
    {"type": "judge", "ply": 0, "move": "a1"}, {"type": "save", "format": "jsonl"},
    {"type": "trace", "tree": "[[3, 12, 8], [2, 4, 6]]", "algorithm": "alphabeta", "depth": 0},
    {"type": "trace", "tree": '[{"chance": [[0.5, 1], [0.5, [2, 3]]]}, 4]', "algorithm": ""},
    {"type": "trace", "tree": "A\n  x noisy: B eval=3\n    1\n    2\n  C 4", "algorithm": "beam",
     "options": {"width": "1"}, "other": "quiescence", "other_options": {}, "depth": 1},
    {"type": "trace", "game": "nim", "position": "startpos", "algorithm": "minimax", "depth": 1},
)  # fmt: skip
ODD = (None, True, False, -1, 0, 1, 1.5, 10**40, "", "startpos", "a1", "/etc/passwd", "moves",
       "\ud800", "\x00", "ß", [], [0, 0], {}, {"type": "new"}, "x" * 20_000)  # fmt: skip


def random_json(dice: random.Random, depth: int = 4) -> Any:
    kind = dice.randrange(7 if depth else 5)
    if kind == 5:
        return [random_json(dice, depth - 1) for _ in range(dice.randrange(5))]
    if kind == 6:
        names = ["type", "game", "room", "ply", "seats", "move", "x"]
        return {dice.choice(names): random_json(dice, depth - 1) for _ in range(dice.randrange(5))}
    letters = "".join(map(chr, (dice.randrange(0x300) for _ in range(dice.randrange(12)))))
    return (None, dice.random() < 0.5, dice.randint(-(2**70), 2**70), dice.gauss(0, 1e9), letters)[
        kind
    ]


def mutated(dice: random.Random) -> str:
    """A message of the page with fields, or signs, that it should not have."""
    message = dict(dice.choice(VALID))
    for _ in range(dice.choice((0, 1, 1, 2, 3))):
        name = dice.choice([*message, "seed", "extra"])
        if dice.random() < 0.2:
            message.pop(name, None)
        elif isinstance(message.get(name), str) and dice.random() < 0.6:
            message[name] = scratched(message[name], dice)
        else:
            message[name] = dice.choice((dice.choice(ODD), random_json(dice, 2)))
    text = json.dumps(message)
    return scratched(text, dice) if dice.random() < 0.2 else text


def scratched(text: str, dice: random.Random) -> str:
    """A text with some signs left out, put in or doubled."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(text) + 1)
        sign = dice.choice(["", "", text[:at], *' {}[]",:\\/xX019-+.éÿ\x00'])
        text = (text[:at] + sign + text[at + dice.randrange(2) :])[:60_000]
    return text


def frame(dice: random.Random) -> tuple[str, str | bytes]:
    """A frame and what kind of rubbish it is."""
    kind = dice.choices(
        ("changed", "JSON", "text", "bytes", "deep", "long"), (60, 15, 10, 10, 4, 1)
    )[0]
    if kind == "changed":
        return kind, mutated(dice)
    if kind == "JSON":
        return kind, json.dumps(random_json(dice))
    if kind == "text":
        return kind, "".join(chr(dice.randrange(0x20, 0xD800)) for _ in range(dice.randrange(80)))
    if kind == "bytes":
        return kind, dice.randbytes(dice.randrange(200))
    if kind == "deep":
        if dice.random() < 0.3:
            return kind, json.dumps(
                {"type": "trace", "tree": "[" * dice.choice((300, 1_900, 5_000))}
            )
        return kind, dice.choice(("[", '{"a":')) * dice.choice((1, 50, 5_000))
    return kind, json.dumps({"type": "new", "game": "x" * dice.choice((40_000, 66_000, 300_000))})


def kind_of(text: str) -> str:
    """What a refusal says, without what was sent."""
    return re.sub(r"'.*'|\".*\"|\d[\d,]*", "…", text, flags=re.DOTALL)[:70]


async def visit(server: Server, dice: random.Random, count: int, told: Counter[str]) -> int:
    """Send some frames as one connection, and hear what is said to them; how many were sent before
    it was closed."""
    page, done = await server.connect(), 0
    is_heard = asyncio.Event()

    async def hear() -> None:
        async for text in page:
            message = json.loads(text)
            if message["type"] == "error":
                told[f"refused: {kind_of(message['text'])}"] += 1
            elif message["type"] == "pong":
                is_heard.set()
            else:
                told[f"answered: {message['type']}"] += 1

    hearing = asyncio.create_task(hear())
    try:
        for _ in range(count):
            kind, sent = frame(dice)
            await page.send(sent)
            told[f"sent: {kind}"] += 1
            done += 1
        if dice.random() < 0.7:  # others leave without a word
            is_heard.clear()
            await page.send('{"type": "ping"}')
            async with asyncio.timeout(SILENCE):
                while not is_heard.is_set() and not hearing.done():
                    await asyncio.sleep(0.01)
    except ConnectionClosed:
        pass
    finally:
        hearing.cancel()
        if dice.random() < 0.5:
            await page.close()
        else:
            page.transport.abort()
        await asyncio.wait([hearing])
        if not hearing.cancelled() and isinstance(hearing.exception(), ConnectionClosed):
            told[f"closed: {kind_of(str(hearing.exception()))}"] += 1
    return done


async def fuzz(server: Server, frames: int, connections: int, seed: int) -> Counter[str]:
    told: Counter[str] = Counter()
    left = frames

    async def one(n: int) -> None:
        nonlocal left
        dice = random.Random(seed * 1000 + n)
        while left > 0:
            count = min(left, dice.randint(1, BURST))
            left -= count
            sent = await visit(server, dice, count, told)
            left += count - sent

    async with asyncio.TaskGroup() as group:
        for n in range(connections):
            group.create_task(one(n))
    return told


async def is_alive(server: Server) -> bool:
    """Whether a game is played as ever."""
    async with asyncio.timeout(SILENCE), server.connect() as page:
        seats = [PERSON, FULL["tic_tac_toe"]]
        await page.send(json.dumps({"type": "new", "game": "tic_tac_toe", "seats": seats}))
        room = await room_of(page, lambda r: True)
        while not room["over"]:
            move = {"type": "move", "ply": room["plies"], "move": room["moves"][0]["text"]}
            await page.send(json.dumps(move))
            room = await room_of(page, lambda r: r["over"] or r["levels_to_move"] is None)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--frames", type=int, default=100_000, metavar="N")
    parser.add_argument("--connections", type=int, default=20, metavar="N", help="at once")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    given = parser.parse_args()
    server = Server(GAMES)
    try:
        asyncio.run(is_alive(server))
        # What is used for the first time, above all engines, is not counted as growth.
        asyncio.run(fuzz(server, given.frames // 10, given.connections, given.seed + 1))
        before, started = server.megabytes, time.monotonic()
        told = asyncio.run(fuzz(server, given.frames, given.connections, given.seed))
        seconds = time.monotonic() - started
        is_well = asyncio.run(is_alive(server))
        after, health = server.megabytes, server.health()
    finally:
        log = [line for line in server.end().splitlines() if "compiling" not in line]
    for what, count in told.most_common(60):
        print(f"{count:>8,}  {what}")
    print(
        f"{given.frames:,} frames in {seconds:.0f} s; memory {before:.0f} MB before and "
        f"{after:.0f} MB after; {health['rooms']:,} games, {health['pages']} connections left"
    )
    if log:
        print("\n".join(log[-50:]), file=sys.stderr)
    if given.json:
        Path(given.json).write_text(json.dumps({"told": told, "before": before, "after": after}))
    sys.exit(0 if is_well and not log and health["pages"] == 0 else 1)


if __name__ == "__main__":
    main()
