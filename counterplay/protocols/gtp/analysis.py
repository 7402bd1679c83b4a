"""Analysis between moves: `info move d3 visits 812 winrate 0.55 … pv d3 c5`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.protocols.engine_options import NO_END
from counterplay.protocols.gtp.clock import read_count
from counterplay.protocols.gtp.text import player_of
from counterplay.protocols.lines import Speaker
from counterplay.protocols.moves import show_line, show_move
from counterplay.protocols.scores import winning_chance
from counterplay.protocols.thinking import Thinking
from counterplay.session import Session

INTERVAL = 1.0
"""The default number of seconds between lines."""
MOVES = 3
"""The default number of moves shown; each costs as much as the first."""
MOST_MOVES = 64
LEELA = "lz-analyze"
"""This command counts winning chances in ten thousandths."""
IGNORED = ("minmoves", "ownership", "movesOwnership", "pvVisits", "rootInfo")
"""Options that controllers send to KataGo and that are ignored here."""


@dataclass(frozen=True)
class Asked:
    """The player to move (None for the side to move), seconds between lines, number of moves."""

    player: int | None = None
    interval: float = INTERVAL
    moves: int = MOVES


def read_analyze(game: Game, words: list[str], command: str) -> Asked:
    """Read `[colour] [interval] [interval N] [maxmoves N]`; an interval is in centiseconds."""
    player, interval, moves = None, INTERVAL, MOVES
    words = list(words)
    if words and words[0][:1].isalpha() and words[0] not in ("interval", "maxmoves", *IGNORED):
        player = player_of(game, words.pop(0))
    if words and words[0][:1].isdigit():
        interval = read_count(words.pop(0), command) / 100
    for name, value in zip(words[::2], words[1::2], strict=False):
        if name == "interval":
            interval = read_count(value, command) / 100
        elif name == "maxmoves":
            moves = min(max(read_count(value, command), 1), MOST_MOVES)
        elif name not in IGNORED:
            raise InputError(f"syntax error: {command}: {name[:20]!r} means nothing here")
    if len(words) % 2:
        raise InputError(f"syntax error: {command}: {words[-1][:20]!r} needs a value")
    return Asked(player, max(interval, 0.01), moves)


class Analysis:
    """A search that reports until it is stopped. The last line it writes is empty."""

    def __init__(
        self,
        session: Session,
        position: Position,
        lines: int,
        interval: float,
        say: Speaker,
        show: Callable[[Result], str],
    ) -> None:
        self._session, self._position, self._lines = session, position, lines
        self._interval, self._say, self._show = interval, say, show
        self._found: Result | None = None
        self.thinking = Thinking(self._work, say, waits=True)

    def _work(self) -> str:
        done = threading.Event()
        ticking = threading.Thread(target=self._tick, args=(done,), daemon=True)
        ticking.start()
        try:
            self._found = self._session.search(
                self._position,
                NO_END,
                stop=self.thinking.stopping,
                report=self._keep,
                lines=self._lines,
            )
        except CounterplayError as error:
            self._say(f"# {' '.join(str(error).split())}")
        finally:
            done.set()
            ticking.join()
        return ""

    def _keep(self, found: Result) -> None:
        self._found = found

    def _tick(self, done: threading.Event) -> None:
        """Write a line after each interval if there is news, and one at the end."""
        told = None
        is_over = False
        while not is_over:
            is_over = done.wait(self._interval)
            found = self._found
            if found is not None and found is not told:
                told = found
                self._say(self._show(found))


def show_leela(found: Result) -> str:
    """The result in the format of Leela Zero."""

    def numbers(line: Result) -> str:
        return f"winrate {round(10_000 * winning_chance(line))}"

    return _show(found, numbers)


def show_kata(found: Result) -> str:
    """The result in the format of KataGo: winning chance and lead of the side to move."""

    def numbers(line: Result) -> str:
        lead = line.value - line.position.game.facts.even_share
        return f"winrate {winning_chance(line):.4f} scoreLead {lead:.4f}"

    return _show(found, numbers)


def _show(found: Result, numbers: Callable[[Result], str]) -> str:
    """All moves in one line. `visits` counts the nodes of the whole search."""
    return " ".join(
        f"info move {show_move(line.position, line.move)} visits {found.nodes} {numbers(line)} "
        f"order {order} pv {' '.join(show_line(line.position, line.line))}"
        for order, line in enumerate((found, *found.alternatives))
    )
