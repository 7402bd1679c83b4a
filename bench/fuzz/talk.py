"""Lines of UGI and GTP, answers of others' programs, and messages of the page.

`bench/uci_fuzz.py` does the same for UCI, and `bench/page_fuzz.py` over real connections.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from weakref import finalize

from texts import Target

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.protocols.engine_options import EngineOptions
from counterplay.protocols.go import Words, parse_go, split_position
from counterplay.protocols.gtp.server import Gtp
from counterplay.protocols.lines import serve
from counterplay.protocols.options import parse_option
from counterplay.protocols.program import _number
from counterplay.protocols.uci.server import WORDS
from counterplay.protocols.ugi.server import Ugi
from counterplay.web.connection import Connection
from counterplay.web.handlers import HANDLERS
from counterplay.web.rooms import Rooms
from counterplay.web.state import FAILED, State
from counterplay.web.workers import Workers

UGI = """\
ugi
isready
uginewgame
stop
d
position startpos
query p1turn
query result
position startpos moves b2 a1
position fen x.o/.x./..o x moves a2
query gameover
go depth 1
go nodes 20
go movetime 1
go p1time 100 p2time 100 p1inc 10 movestogo 3
go infinite
setoption name MultiPV value 2
setoption name Hash value 1
setoption name Clear Hash
setoption name Method value alphabeta
setoption name Move Overhead value 50
go searchmoves a1 depth 1
""".splitlines()
GTP = """\
1 protocol_version
name
version
known_command play
list_commands
boardsize 3
clear_board
komi 6.5
play black b2
play white a1
play b pass
genmove black
undo
reg_genmove w
showboard
all_legal black
time_settings 60 10 5
time_left b 10 3
final_score
counterplay-position startpos moves b2
counterplay-limit nodes 5
lz-analyze b 10
analyze 1
kata-analyze black interval 10 maxmoves 3
# x
play x c3
""".splitlines()
GO = """\
wtime 100 btime 100 winc 10 binc 10 movestogo 3
infinite
searchmoves e2e4 d2d4 depth 1
ponder wtime 10
mate 3 nodes 100
movetime 50
""".splitlines()
POSITION = ("startpos moves e2e4 e7e5", "fen 8/8/8/8/8/5k2/4q3/7K w - - 0 1 moves h1g1")
ANSWERS = """\
option name Hash type spin default 16 min 1 max 33554432
option name Style type combo default Solid var Solid var Risky
option name X type check default false
option name F type string default <empty>
info depth 5 seldepth 9 nodes 1234 score cp 12 pv e2e4 e7e5
bestmove e2e4 ponder e7e5
""".splitlines()
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "new", "game": "tic_tac_toe", "seats": [0, 0]},
    {
        "type": "new",
        "game": "tic_tac_toe",
        "seats": [0, 0],
        "position": "startpos moves b2",
        "seed": 3,
    },
    {"type": "move", "ply": 0, "move": "b2"},
    {"type": "back", "ply": 1},
    {"type": "resign", "player": 0},
    {"type": "seats", "seats": [0, 0]},
    {"type": "save", "format": "jsonl"},
    {"type": "ping"},
    {"type": "stop"},
    {"type": "show", "ply": 0},
    {"type": "join", "room": "abcdefgh1234"},
    {"type": "leave"},
    {"type": "explore", "ply": 0},
    {"type": "trace", "tree": "[3 [4 5]]", "algorithm": "alphabeta"},
)


def targets() -> Iterator[Target]:
    yield "UGI", [line.encode() for line in UGI], Talk(_ugi())
    yield "GTP", [line.encode() for line in GTP], Talk(_gtp())
    yield "UCI: go", [line.encode() for line in GO], lambda data: _go(_text(data), WORDS)
    yield (
        "UCI: position",
        [line.encode() for line in POSITION],
        lambda data: split_position(_text(data)),
    )
    yield "others' programs", [line.encode() for line in ANSWERS], lambda data: _answer(_text(data))
    yield "page messages", [json.dumps(m).encode() for m in MESSAGES], Page()


def _text(data: bytes) -> str:
    """A line as `read_lines` gives it."""
    return data.replace(b"\n", b" ").decode(errors="replace").strip()


def _go(line: str, words: Words) -> None:
    asked, _ = parse_go(line, words)
    for player in range(2):
        asked.limit(player, 0.1, 0.03)
    assert asked.mate_plies is None or asked.mate_plies > 0


def _answer(line: str) -> None:
    option = parse_option(line)
    if option is not None:
        option.read("1")
    _number(line.split(), "depth", 2**31)


class Talk:
    """A conversation that goes on through all inputs. Answers must not be failures."""

    def __init__(self, program: Any) -> None:
        self._program, self._said = program, program.said

    def __call__(self, data: bytes) -> None:
        line, program = _text(data), self._program
        words = line.lower().split()
        numbered = words[1:] if words and words[0].isdigit() else words
        if numbered[:1] == ["quit"] or _is_large(words):
            return
        self._said.clear()
        program.tell(line)
        wrong = [text for text in self._said if " failed: " in text or "Error" in text]
        assert not wrong, wrong
        if any(text.startswith(("?", "info string")) for text in self._said):
            raise cp.InputError("refused")


def _is_large(words: list[str]) -> bool:
    """A large table or many threads are a matter of memory, and not of reading lines."""
    return (
        "setoption" in words and any(w in ("hash", "threads") for w in words) and "1" not in words
    )


def _ugi() -> Any:
    said: list[str] = []
    say: Any = lambda *lines: said.extend(lines)  # noqa: E731
    program: Any = Ugi(say, "fuzz", cp.load("tic_tac_toe"))
    program.commands.pop("quit")

    def tell(line: str) -> None:
        serve(iter([line]), program.commands, program.talk.complain)
        if program.talk.thinking is not None:
            program.talk.thinking.stop()
            program.talk.thinking.join()

    program.said, program.tell = said, tell
    return program


def _gtp() -> Any:
    said: list[str] = []
    options, limit = EngineOptions.of("auto", {"memory": "1", "threads": "1"}, ""), Limit(nodes=5)
    program: Any = Gtp(
        lambda *lines: said.extend(lines), "fuzz", cp.load("tic_tac_toe"), options, limit
    )  # type: ignore[arg-type]
    program.commands.pop("quit")

    def tell(line: str) -> None:
        program.listen(iter([line]))
        program.close()

    program.said, program.tell = said, tell
    return program


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """Run the loop until it is stopped, then close it."""
    with closing(loop):
        loop.run_forever()


class Page:
    """A page of the server. Each message is handled to its end.

    Its event loop has a thread of its own: whoever calls it may be in another one's loop.
    """

    def __init__(self) -> None:
        games = {name: cp.load(name) for name in ("tic_tac_toe", "nim")}
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=_run, args=(self._loop,), daemon=True).start()
        finalize(self, self._loop.call_soon_threadsafe, self._loop.stop)
        self._state = State(games, Workers(1, 1), Rooms(50))
        self._page: Connection | None = None

    def __call__(self, data: bytes) -> None:
        told = self._receive(data.decode(errors="replace"))
        asyncio.run_coroutine_threadsafe(told, self._loop).result()

    async def _receive(self, frame: str) -> None:
        if self._page is None:
            self._page = Connection(self._state)
            await self._page.receive(json.dumps(MESSAGES[0]))
        page = self._page
        page._allowance = 1e9
        await page.receive(frame)
        said = []
        while not page.queue.empty():
            said.append(page.queue.get_nowait())
        json.dumps(said)
        assert all(message.get("text") != FAILED for message in said), said
        if page.room is None:
            await page.receive(json.dumps(MESSAGES[0]))
        if any(message["type"] == "error" for message in said):
            raise cp.InputError("refused")


assert {str(m["type"]) for m in MESSAGES} <= HANDLERS.keys()
