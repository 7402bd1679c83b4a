"""Mutated lines of FEN, EPD, PGN and single moves: nothing but a sentence may come of them.

    bench/chess_fuzz.py --lines 1000000

A line may be read or refused with an `InputError`; anything else is a fault. What is read is held
against the rules: a position is written and read again, every move of a game is played again by
the rules and, in a share of games, by python-chess, and a move that the kernel reads is the one
that plain Python reads. Exits with 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import faulthandler
import io
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

import chess

import counterplay as cp
from counterplay.formats.chess.game import chess as rules
from counterplay.formats.chess.text import ChessText
from counterplay.formats.epd import parse_epd, show_epd
from counterplay.formats.pgn import Entry, Fault, read_pgn, show_pgn

FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
)
OPERATIONS = (
    'bm {0}; id "x.1";', "am {0} {1}; dm 3;", 'c0 "a; \\"b\\""; pv {0};', "bm #3; acd 12; ce -30;",
)  # fmt: skip
SIGNS = "KQRBNPkqrbnpabcdefgh12345678/ -+=#x!?.;:%$*()[]{}\"'\\wOo0\n\r\t\0é\u2026"
TIMEOUT = 120
"""Seconds after which a reader that does not come back is a fault."""


def mutated(rng: random.Random, text: str, most: int) -> str:
    """The text with a few signs changed, put in, taken out, or moved about."""
    for _ in range(rng.randrange(most + 1)):
        i = rng.randrange(len(text) + 1)
        j = min(len(text), i + rng.choice((0, 1, 1, 1, 2, 5, 40)))
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:i] + text[j:]
        elif kind == 1:
            text = text[:i] + rng.choice(SIGNS) + text[j:]
        elif kind == 2:
            text = text[:i] + rng.choice(SIGNS) + text[i:]
        elif kind == 3:
            text = text[:j] + text[i:]
        elif kind == 4:
            k = rng.randrange(len(text) + 1)
            text = text[:k] + text[i:j] + text[k:]
        elif rng.random() < 0.1:
            text = text[:i]
    return text


class Fuzz:
    """Texts to begin with, and what became of their mutations."""

    def __init__(self, seed: int) -> None:
        self.rng, self.writer = random.Random(seed), ChessText()
        self.game = rules()
        self.starts = [self.game.position(fen).state for fen in FENS]
        self.choices = [self.writer.choices(start) for start in self.starts]
        self.archive = "\n".join(self._games())
        self.counted: Counter[str] = Counter()
        self.faults: list[str] = []

    def _games(self) -> Iterator[str]:
        """Games with tags, comments, NAGs and variations."""
        for number, start in enumerate(self.starts * 3):
            place, words = start, list[str]()
            for ply in range(40):
                legal = self.writer.choices(place)
                if not legal:
                    break
                move, other = self.rng.choice(list(legal)), self.rng.choice(list(legal))
                words.append(f"{ply // 2 + 1}{'...' if ply % 2 else '.'} {move}")
                if self.rng.random() < 0.2:
                    words.append(self.rng.choice(("{good [%clk 0:00:07]}", "$5", "!?", "; all\n")))
                if self.rng.random() < 0.1:
                    words.append(f"( {other} {{instead}} )")
                place = self.writer.line(place, [legal[move]])[1][-1]
            tags = f'[Event "{number}"]\n[White "é \\"x\\""]\n[Variant "Chess960"]\n'
            yield f'{tags}[FEN "{self.writer.fen(start)}"]\n\n{" ".join(words)} 1-0\n'

    def attempt(self, kind: str, text: str, read: Callable[[str], int]) -> None:
        """Read a text; `read` says how many of its parts were sound."""
        try:
            sound = read(text)
        except cp.InputError:
            sound = 0
        except Exception as error:
            self.faults.append(f"{kind}: {type(error).__name__}: {error} in {text!r}")
            return
        lines = text.count("\n") + 1 if kind == "PGN" else 1
        self.counted[f"{kind} lines"] += lines
        self.counted[f"{kind} sound"] += sound

    def fen(self) -> None:
        self.attempt("FEN", mutated(self.rng, self.rng.choice(FENS), 3), self._read_fen)

    def _read_fen(self, text: str) -> int:
        state = self.game.position(text).state
        shown = self.game.show_position(state)
        again = self.game.position(shown).state
        assert again == state and self.writer.fen(state) == shown
        return 1

    def epd(self) -> None:
        place = self.rng.randrange(len(FENS))
        moves = self.rng.sample(list(self.choices[place]), 2)
        fields = " ".join(FENS[place].split()[:4])
        line = f"{fields} {self.rng.choice(OPERATIONS).format(*moves)}"
        self.attempt("EPD", mutated(self.rng, line, 3).replace("\n", " "), self._read_epd)

    def _read_epd(self, text: str) -> int:
        records = list(parse_epd([text]))
        for record in records:
            [again] = parse_epd([show_epd(record)])
            assert again == record
        return len(records)

    def pgn(self) -> None:
        self.attempt("PGN", mutated(self.rng, self.archive, 30), self._read_pgn)

    def _read_pgn(self, text: str) -> int:
        faults: list[Fault] = []
        entries = list(
            read_pgn(io.BytesIO(text.encode(self.rng.choice(CODINGS), "replace")), faults)
        )
        for entry in entries:
            self._replay(entry)
        return len(entries)

    def _replay(self, entry: Entry) -> None:
        start = self.game.initial() if entry.start is None else entry.start
        texts = self.writer.moves(start, entry.moves)
        again = entry
        if self.rng.random() < 0.05:
            [again] = read_pgn(io.BytesIO(show_pgn(entry).encode()))
            assert again.game.line == entry.game.line
        if self.rng.random() < 0.01:
            board = chess.Board(self.writer.fen(start), chess960=True)
            for name in texts:
                board.push_san(name)

    def moves(self) -> None:
        """A hundred games of one move each, all from one position."""
        place = self.rng.randrange(len(FENS))
        names = list(self.choices[place])
        said = [mutated(self.rng, self.rng.choice(names), 2) for _ in range(100)]
        for name in said:
            text = f'[Event "x"]\n[FEN "{FENS[place]}"]\n\n{name}\n\n'
            self.attempt("move", text, lambda text: self._read_move(text, place))

    def _read_move(self, text: str, place: int) -> int:
        faults: list[Fault] = []
        entries = list(read_pgn(io.BytesIO(text.encode()), faults))
        legal = set(self.choices[place].values())
        assert all(entry.start != self.starts[place] or entry.moves[0] in legal
                   for entry in entries if entry.moves)  # fmt: skip
        name = text.split("\n")[3].strip()
        is_read = len(entries) == 1 and entries[0].moves and name.isalnum()
        if is_read and self.rng.random() < 0.05:
            assert self.game.parse_move(self.starts[place], name) == entries[0].moves[0]
        return sum(bool(entry.moves) for entry in entries)


CODINGS = ("utf-8", "utf-8", "latin-1")


def run(lines: int, seed: int) -> Fuzz:
    """Read so many lines: most of them PGN, then single moves, FEN, and EPD."""
    fuzz = Fuzz(seed)
    shares = ((fuzz.pgn, "PGN lines", 0.7), (fuzz.moves, "move lines", 0.15),
              (fuzz.fen, "FEN lines", 0.1), (fuzz.epd, "EPD lines", 0.05))  # fmt: skip
    for step, name, share in shares:
        said = time.monotonic()
        while fuzz.counted[name] < share * lines and len(fuzz.faults) < 20:
            faulthandler.dump_traceback_later(TIMEOUT, exit=True)
            step()
            if time.monotonic() - said > 20:
                said = time.monotonic()
                print(dict(fuzz.counted), file=sys.stderr, flush=True)
    faulthandler.cancel_dump_traceback_later()
    return fuzz


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--lines", type=int, default=1_000_000, help="how many lines")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    started = time.process_time()
    fuzz = run(given.lines, given.seed)
    for name, count in fuzz.counted.items():
        print(f"{name:>12}  {count:>9,}")
    for fault in fuzz.faults:
        print(fault)
    print(f"{len(fuzz.faults)} faults, {time.process_time() - started:.0f} s of CPU time")
    return 1 if fuzz.faults else 0


if __name__ == "__main__":
    sys.exit(main())
