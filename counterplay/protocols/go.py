"""The `go` command: which moves to search, and for how long."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import MOST, Limit
from counterplay.protocols.lines import shortened

HELD_BACK = 3
"""How many move overheads always stay on the clock, as a reserve."""
LEAST = 0.001
"""The shortest time for a move, in seconds."""
LONGEST = 1e8
"""The longest time for a move, in seconds: three years."""
NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{0,18})?")
"""A number; a program that computes clocks may send fractions, which are cut off."""


@dataclass(frozen=True)
class Words:
    """The words of a protocol's `go`.

    sides     the prefix of `time` and `inc` for each player
    numbers   further words that are followed by a number
    switches  words that stand alone
    moves     the word that is followed by moves
    """

    sides: tuple[str, ...]
    numbers: tuple[str, ...] = ("movestogo", "movetime", "depth", "nodes")
    switches: tuple[str, ...] = ("infinite",)
    moves: str = "searchmoves"

    @property
    def counted(self) -> tuple[str, ...]:
        """All words that are followed by a number."""
        clocks = (f"{side}{what}" for what in ("time", "inc") for side in self.sides)
        return (*clocks, *self.numbers)


@dataclass(frozen=True)
class Go:
    """The content of a `go` command. Times are in milliseconds.

    sides     the prefixes of the players
    numbers   the numbers that were given, by their words
    moves     the moves to search, as written; none for all
    """

    sides: tuple[str, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    infinite: bool = False
    ponder: bool = False

    def limit(self, player: int, spent: float, overhead: float) -> Limit | None:
        """The limit of a player's search; None if it goes on until `stop`.

        `spent` is the time in seconds since the command came, `overhead` the time that messages
        may take. Both are subtracted from the clock.
        """
        given, side = self.numbers, self.sides[player]
        time = clock = None
        increment, moves_to_go = 0.0, None
        if "movetime" in given:
            time = _seconds(given["movetime"] / 1000 - spent)
        if f"{side}time" in given:
            clock = _seconds(given[f"{side}time"] / 1000 - spent - HELD_BACK * overhead)
            increment = min(max(given.get(f"{side}inc", 0), 0) / 1000, LONGEST)
            moves_to_go = _count(given.get("movestogo"))
        depth, nodes = _count(given.get("depth")), _count(given.get("nodes"))
        if time is clock is depth is nodes is None:
            return None
        return Limit(time, depth, nodes, clock, increment, moves_to_go)

    @property
    def mate_plies(self) -> int | None:
        """The number of plies within which to find a mate."""
        moves = _count(self.numbers.get("mate"))
        return None if moves is None else 2 * moves - 1


def parse_go(text: str, known: Words) -> tuple[Go, list[str]]:
    """The content of a `go` command, and a sentence about each part that makes no sense."""
    words, wrong = text.split(), list[str]()
    all_known = (*known.counted, *known.switches, known.moves)
    numbers, moves, switches = dict[str, int](), list[str](), set[str]()
    while words:
        word = words.pop(0)
        if word in known.counted:
            if words and NUMBER.fullmatch(words[0]):
                numbers[word] = int(words.pop(0).partition(".")[0])
            else:
                wrong.append(f"go {word}: a whole number is needed after it")
        elif word in known.switches:
            switches.add(word)
        elif word == known.moves:
            while words and words[0] not in all_known:
                moves.append(words.pop(0))
        else:
            wrong.append(f"go: {shortened(word)!r} means nothing and is ignored")
    asked = Go(known.sides, numbers, tuple(moves), "infinite" in switches, "ponder" in switches)
    return asked, wrong


def _seconds(wanted: float) -> float:
    return min(max(wanted, LEAST), LONGEST)


def _count(given: int | None) -> int | None:
    return None if given is None else min(max(given, 1), MOST)


def split_position(text: str) -> tuple[str, list[str]]:
    """The start (`startpos`, or a position) and the moves of a `position` command."""
    start, _, moves = f" {text} ".partition(" moves ")
    start = start.strip()
    if start == "startpos":
        return start, moves.split()
    word, _, fen = start.partition(" ")
    if word != "fen" or not fen.strip():
        raise InputError(
            f"position {shortened(text)!r}: 'startpos' or 'fen' and a FEN is needed, then 'moves …'"
        )
    return " ".join(fen.split()), moves.split()
