"""A UCI session of wrong lines: real ones, mutated. The engine must go on, and move legally.

bench/uci_fuzz.py --lines 300000 --seed 1

Each `go` is stopped at once. It ends with exit code 1 where an answer is missing or illegal, or a
line was answered with a fault of the engine's own.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from counterplay.protocols.lines import serve
from counterplay.protocols.uci.moves import legal_moves
from counterplay.protocols.uci.server import Uci

LINES = (
    "uci", "isready", "ucinewgame", "debug on", "debug off", "stop", "ponderhit", "d",
    "register later",
    "position startpos", "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "position startpos moves d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 moves e2e4 f4e3",
    "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q",
    "go", "go depth 1", "go infinite", "go nodes 20", "go movetime 1", "go mate 1",
    "go wtime 100 btime 100 winc 10 binc 10 movestogo 3", "go ponder wtime 10 btime 10",
    "go searchmoves e2e4 d2d4 depth 1", "setoption name MultiPV value 2",
    "setoption name MultiPV value 1",
    "setoption name Clear Hash", "setoption name Hash value 1", "setoption name Hash value 2",
    "setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false",
    "setoption name UCI_LimitStrength value true", "setoption name UCI_LimitStrength value false",
    "setoption name UCI_Elo value 900", "setoption name Ponder value true",
    "setoption name Move Overhead value 50", "setoption name OwnBook value false",
)  # fmt: skip
BAD = (
    "",
    " ",
    "-1",
    "0",
    "99999999999999999999",
    "moves",
    "fen",
    "startpos",
    "\x00",
    "é",
    "e2e4",
    "/",
    "8",
    "k",
)
NOT_SENT = ("quit",)
LARGE = ("hash", "threads", "bookfile")
"""Options whose large values are a matter of memory and time, and not of reading lines."""


@dataclass
class Told:
    """How a session went."""

    lines: int = 0
    searches: int = 0
    answers: int = 0
    faults: list[str] = field(default_factory=list)


def mutated_lines(count: int, seed: int) -> Iterator[str]:
    """Lines of a session, some as they should be and most of them changed in one to four places."""
    dice = random.Random(seed)
    for _ in range(count):
        line = dice.choice(LINES)
        for _ in range(dice.choice((0, 1, 1, 2, 4))):
            line = _mutated(line, dice)
        words = line.lower().split()
        is_large = words[:1] == ["setoption"] and any(word in words for word in LARGE)
        if words[:1] == list(NOT_SENT) or (is_large and line not in LINES):
            line = "isready"
        yield line


def _mutated(line: str, dice: random.Random) -> str:
    words, place = line.split(" "), dice.randrange(len(line) + 1)
    kind = dice.randrange(6)
    if kind == 0:
        return line[:place] + dice.choice("abcdefgh12345678KQkq/- wb\t\x07ÿ") + line[place:]
    if kind == 1:
        return line[:place] + line[place + 1 :]
    at = dice.randrange(len(words))
    if kind == 2:
        words[at] = dice.choice(BAD)
    elif kind == 3:
        words.insert(at, dice.choice(BAD))
    elif kind == 4:
        words.insert(at, words[dice.randrange(len(words))])
    else:
        return dice.choice(LINES) + " " + line if dice.random() < 0.3 else line[:place]
    return " ".join(words)


def converse(count: int, seed: int) -> Told:
    """Send the lines to an engine in this process, and look at what it says."""
    told, said = Told(), list[str]()
    program = Uci(lambda *lines: said.extend(lines), "fuzz")  # type: ignore[arg-type]
    program.commands.pop("quit")

    def tell(line: str) -> None:
        serve(iter([line]), program.commands, program.talk.complain)

    tell("isready")
    while "readyok" not in said:
        time.sleep(0.05)
    before = None
    for line in mutated_lines(count, seed):
        said.clear()
        told.lines += 1
        tell(line)
        thinking = program.talk.thinking
        if thinking is not None and thinking is not before:
            before = thinking
            told.searches += 1
            thinking.stop()
            thinking.join()
            told.answers += sum(text.startswith("bestmove ") for text in said)
            if not _is_legal(program, said[-1]):
                told.faults.append(f"{line!r}: {said[-1]}")
        for text in said:
            if " failed: " in text or "Error" in text:
                told.faults.append(f"{line!r}: {text}")
    return told


def _is_legal(program: Uci, answer: str) -> bool:
    """Whether `bestmove …` names a legal move of the position, or none where there is none."""
    assert program._loaded is not None
    position = program._loaded.track.position
    named = {} if position is None else legal_moves(program._loaded.game, position.state)
    move = answer.split()[1]
    return move in named if named else move == "(none)"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=int, default=300_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args()
    started = time.perf_counter()
    told = converse(given.lines, given.seed)
    seconds = time.perf_counter() - started
    print(
        f"{told.lines:,} lines in {seconds:.0f} s: {told.searches:,} searches, "
        f"{told.answers:,} answers, {len(told.faults)} faults"
    )
    for fault in told.faults[:20]:
        print(fault)
    sys.exit(1 if told.faults or told.answers != told.searches else 0)


if __name__ == "__main__":
    main()
