"""An hour of UCI: games and wrong lines, one after another. The engine's memory must level off.

python bench/uci_soak.py
python bench/uci_soak.py --minutes 10 --games-a-minute 60

The engine is a process of its own, as in a chess program. Between the games it gets lines of
`uci_fuzz.py`. A row a minute tells what it has done and its memory in MB. It ends with exit code 1
where an answer is missing or illegal, or the memory of the last minutes is above that of the first.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import chess
from uci_fuzz import mutated_lines

WARM_MINUTES = 5
"""After these the memory must stay: tables fill, and the memory of the first searches is kept."""
GROWTH = 1.05
RECENT = 3_000
"""Lines that are kept, to be shown after a fault."""
ONLY_MOVE = ("7k/8/5P2/8/8/1q6/8/K7 w - - 0 1", "f6f7")
"""A position with one legal move, which is legal in no other position here."""
FAULTS = (" failed: ", "Traceback", "Error:")


class Engine:
    """The engine's process. `ask` sends a line and reads up to the line that begins with a word."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "counterplay", "uci"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.recent: deque[str] = deque(maxlen=RECENT)

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.recent.append(f"> {line}")
        self.process.stdin.write(line + "\n")

    def ask(self, line: str, word: str) -> str:
        self.say(line)
        return self.wait_for(word)

    def wait_for(self, word: str) -> str:
        assert self.process.stdout is not None
        for text in self.process.stdout:
            self.recent.append(text.rstrip("\n"))
            if any(fault in text for fault in FAULTS):
                raise self.fault("a fault of the engine")
            if text.startswith(word):
                return self.recent[-1]
        raise self.fault(f"the engine ended, with code {self.process.wait()}")

    def fault(self, sentence: str) -> SystemExit:
        """The end of the run: what was said last, and a sentence. > marks lines that were sent."""
        return SystemExit("\n".join([*self.recent, sentence]))

    def catch_up(self) -> None:
        """Wait until all searches before have answered: each tells its move when it has ended."""
        position, move = ONLY_MOVE
        self.say(f"position fen {position}")
        self.ask("go depth 1", f"bestmove {move}")

    def megabytes(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        [kilobytes] = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        return int(kilobytes) / 1024


def play_game(engine: Engine, dice: random.Random, nodes: int) -> int:
    """A game of the engine with itself after random moves. Returns its moves; each is legal."""
    board, moves = chess.Board(), 0
    for _ in range(dice.randrange(8)):
        board.push(dice.choice(list(board.legal_moves)))
        if board.is_game_over():
            return 0
    engine.say("ucinewgame")
    while not board.is_game_over(claim_draw=True):
        engine.say(f"position startpos moves {' '.join(move.uci() for move in board.move_stack)}")
        answer = engine.ask(f"go nodes {nodes}", "bestmove ").split()[1]
        if answer not in map(chess.Move.uci, board.legal_moves):
            raise engine.fault(f"{answer} is not legal in {board.fen()}")
        board.push_uci(answer)
        moves += 1
    return moves


def send_wrong_lines(engine: Engine, count: int, seed: int) -> None:
    for line in mutated_lines(count, seed):
        if "\n" not in line and "\r" not in line:
            engine.say(line)
            engine.say("stop")
    for name, value in (("MultiPV", 1), ("UCI_LimitStrength", "false"), ("UCI_Chess960", "false")):
        engine.say(f"setoption name {name} value {value}")
    engine.catch_up()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=int, default=60, metavar="N")
    parser.add_argument("--games-a-minute", type=float, default=12, metavar="N")
    parser.add_argument("--nodes", type=int, default=1500, metavar="N", help="of a move")
    parser.add_argument("--lines", type=int, default=300, metavar="N", help="after each game")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args()
    engine, dice = Engine(), random.Random(given.seed)
    engine.ask("isready", "readyok")
    started = time.perf_counter()
    games, moves, memory = 0, 0, list[float]()
    print("minute    games     moves     lines      MB")
    while len(memory) < given.minutes:
        began = time.perf_counter()
        moves += play_game(engine, dice, given.nodes)
        games += 1
        send_wrong_lines(engine, given.lines, given.seed + games)
        if time.perf_counter() - started >= 60 * (len(memory) + 1):
            memory.append(engine.megabytes())
            row = f"{len(memory):6} {games:8,} {moves:9,} {games * given.lines:9,}"
            print(f"{row} {memory[-1]:7.1f}", flush=True)
        time.sleep(max(0.0, 60 / given.games_a_minute - (time.perf_counter() - began)))
    engine.say("quit")
    code = engine.process.wait(60)
    is_flat = len(memory) <= WARM_MINUTES or memory[-1] <= GROWTH * memory[WARM_MINUTES - 1]
    print(f"ended with code {code}; memory {'levels off' if is_flat else 'GROWS'}")
    sys.exit(0 if is_flat and code == 0 else 1)


if __name__ == "__main__":
    main()
