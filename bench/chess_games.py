"""Random games of chess and Chess960, cross-checked with python-chess at every ply.

    bench/chess_games.py --games 10000

Compared are the legal moves, FEN, the move played and, at times, all moves in the standard
notation; check, mate, stalemate, dead positions, fifty and 75 moves, and positions that came up
three and five times. A third of the games begins from a row of Chess960; a third goes back and
forth, so that positions come up again. Each game has a seed of its own, so that `--skip` and
`--games` choose a share of the same games. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chess
import numpy as np

import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.position import Position
from counterplay.formats.chess.text import ChessText

KERNEL = Path(__file__).parent / "kernels" / "chess_walk.py"
CODES = {chess.PAWN: 1, chess.KNIGHT: 2, chess.KING: 3, chess.BISHOP: 5, chess.ROOK: 6,
         chess.QUEEN: 7}  # fmt: skip
LONGEST = 1200
SAMPLE = 16
"""At one ply of so many, all moves are compared in the standard notation."""


@dataclass
class Told:
    """What python-chess says of a game."""

    number: int
    played: list[int] = field(default_factory=list)
    sans: list[str] = field(default_factory=list)
    fens: list[str] = field(default_factory=list)
    legal: list[list[int]] = field(default_factory=list)
    named: dict[int, set[str]] = field(default_factory=dict)
    keys: list[Any] = field(default_factory=list)
    checks: list[bool] = field(default_factory=list)
    dead: list[bool] = field(default_factory=list)
    clocks: list[int] = field(default_factory=list)
    result: str = "*"


def encoded(board: chess.Board, move: chess.Move) -> int:
    """A move of theirs in our numbers: from, to and kind, seen by the side to move."""
    turn = 0 if board.turn else 56
    kind = CODES[board.piece_type_at(move.from_square) or 0]
    if move.promotion:
        kind = 8 | CODES[move.promotion]
    elif kind == 1 and abs(move.from_square - move.to_square) == 16:
        kind = 9
    elif kind == 1 and board.is_en_passant(move):
        kind = 4
    elif kind == 3 and board.is_castling(move):
        kind = 0
    return (move.from_square ^ turn) | (move.to_square ^ turn) << 6 | kind << 12


def told(seed: int, chess960: bool, shuffles: bool) -> Told:
    """Play a random game by python-chess's rules, and note all it says."""
    rng = random.Random(seed)
    number = rng.randrange(960) if chess960 else 518
    board = chess.Board.from_chess960_pos(number)
    board.chess960 = True
    game = Told(number)
    seen: Counter[Any] = Counter()
    while True:
        legal = list(board.legal_moves)
        key = board._transposition_key()
        seen[key] += 1
        game.keys.append(key)
        game.fens.append(board.fen())
        game.legal.append(sorted(encoded(board, move) for move in legal))
        game.checks.append(board.is_check())
        game.dead.append(board.is_insufficient_material())
        game.clocks.append(board.halfmove_clock)
        if rng.randrange(SAMPLE) == 0:
            game.named[len(game.played)] = {board.san(move) for move in legal}
            if board.is_repetition(3) != (seen[key] >= 3):
                raise AssertionError(f"{board.fen()}: is_repetition(3) and the count differ")
        is_over = not legal or game.dead[-1] or board.halfmove_clock >= 150 or seen[key] >= 5
        if is_over or len(game.played) == LONGEST:
            game.result = board.result()
            return game
        move = chosen(board, legal, rng, shuffles)
        game.played.append(encoded(board, move))
        game.sans.append(board.san(move))
        board.push(move)


def chosen(
    board: chess.Board, legal: list[chess.Move], rng: random.Random, shuffles: bool
) -> chess.Move:
    """A random move; where pieces are to shuffle, often the last but one taken back."""
    if shuffles and len(board.move_stack) > 1 and rng.random() < 0.6:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in legal and not board.is_castling(back):
            return back
    return rng.choice(legal)


class Ours:
    """Our rules, compiled, and our texts."""

    def __init__(self) -> None:
        self.game = cp.load("chess").with_evaluator(None)
        self.patient = cp.load("chess", claims=False)
        self.kernel = bind(self.game, KERNEL)
        self.context = Context(self.game, self.kernel)
        self.text = ChessText()
        self.arrays = {
            name: np.zeros(size, kind)
            for name, size, kind in (
                ("actions", LONGEST + 1, np.int64),
                ("legal", 218 * (LONGEST + 2), np.int64),
                ("counts", LONGEST + 1, np.int64),
                ("keys", LONGEST + 1, np.uint64),
                ("flags", LONGEST + 1, np.int64),
            )
        }
        for name, array in self.arrays.items():
            self.context.keep(name, array)
        self.context.record.room = len(self.arrays["legal"])

    def walk(self, start: Any, played: list[int]) -> int:
        self.context.set_root(start)
        self.arrays["actions"][: len(played)] = played
        self.context.record.plies = len(played)
        return int(self.context.call(self.kernel.walk))


def differences(ours: Ours, game: Told, counted: Counter[str]) -> list[str]:
    """Sentences about all in which a game differs."""
    found: list[str] = []

    def compare(what: str, ply: int, mine: Any, theirs: Any) -> None:
        counted[what] += 1
        if mine != theirs:
            found.append(f"{what} at ply {ply}, {game.fens[ply]}: {mine} and not {theirs}")

    start = cp.load("chess", start=game.number).initial()
    if ours.walk(start, game.played) < 0:
        return [f"width and actions differ in a game from {game.fens[0]}"]
    texts, places = ours.text.line(start, game.played)
    arrays = {name: array[: len(game.keys)].tolist() for name, array in ours.arrays.items()
              if name != "legal"}  # fmt: skip
    kernel, first = ours.kernel, 0
    mine_seen: Counter[int] = Counter()
    seen: Counter[Any] = Counter()
    for ply, key in enumerate(game.keys):
        last = first + arrays["counts"][ply]
        compare("legal moves", ply, sorted(ours.arrays["legal"][first:last].tolist()),
                game.legal[ply])  # fmt: skip
        first = last
        compare("FEN", ply, ours.text.fen(places[ply]), game.fens[ply])
        if ply < len(game.played):
            compare("SAN", ply, texts[ply], game.sans[ply])
        if ply in game.named:
            compare("all SAN", ply, set(ours.text.choices(places[ply])), game.named[ply])
        flags = arrays["flags"][ply]
        compare("check", ply, bool(flags & kernel.CHECK), game.checks[ply])
        no_moves, is_dead, clock = not game.legal[ply], game.dead[ply], game.clocks[ply]
        compare("mate", ply, bool(flags & kernel.MATED), no_moves and game.checks[ply])
        is_drawn = no_moves or is_dead or clock >= 100
        is_drawn = is_drawn and not (no_moves and game.checks[ply])
        compare("draw", ply, bool(flags & kernel.DRAWN), is_drawn)
        mine_seen[arrays["keys"][ply]] += 1
        seen[key] += 1
        compare("repetitions", ply, mine_seen[arrays["keys"][ply]], seen[key])
        if seen[key] in (3, 5):
            rules = ours.game if seen[key] == 3 else ours.patient
            position = position_of(rules, places, game.played, ply)
            compare(f"{seen[key]}-fold", ply, position.repeated and position.is_over, True)
        if clock >= 99:
            state = ours.patient.shape.decode(places[ply])
            compare("75 moves", ply, ours.patient.drawn(state), clock >= 150 or is_dead)
    compare("result", len(game.played), result_of(ours, places, game), game.result)
    return found


def position_of(rules: cp.Game, places: Any, played: list[int], ply: int) -> Position:
    states = [rules.shape.decode(place) for place in places[: ply + 1]]
    return Position(rules, states[-1], tuple(played[:ply]), tuple(states[:-1]))


def result_of(ours: Ours, places: Any, game: Told) -> str:
    """How the game ends by the rules without claims."""
    position = position_of(ours.patient, places, game.played, len(game.played))
    if not position.is_over:
        return "*"
    return {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[int(position.payoffs[0])]


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--games", type=int, default=10_000, help="how many games")
    arguments.add_argument("--skip", type=int, default=0, help="begin after so many games")
    arguments.add_argument("--seed", type=int, default=0, help="of all the games")
    arguments.add_argument("--json", help="write the counts to this file")
    given = arguments.parse_args()
    ours, counted, found = Ours(), Counter[str](), []
    results: Counter[str] = Counter()
    started, said = time.process_time(), time.monotonic()
    for number in range(given.skip, given.skip + given.games):
        seed = 1_000_003 * given.seed + number
        game = told(seed, chess960=number % 3 == 1, shuffles=number % 3 == 2)
        found += [f"game {number}: {text}" for text in differences(ours, game, counted)]
        results[game.result] += 1
        if time.monotonic() - said > 20:
            said = time.monotonic()
            done = number + 1 - given.skip
            print(f"{done} games, {counted['FEN']:,} positions, {len(found)} differences",
                  file=sys.stderr, flush=True)  # fmt: skip
    seconds = time.process_time() - started
    for text in found[:20]:
        print(text)
    print(f"{given.games} games from {given.skip}, {seconds:.0f} s of CPU time; {dict(results)}")
    for what, count in counted.items():
        print(f"{what:>12}  {count:>10,} compared")
    print(f"{len(found)} differences")
    if given.json:
        text = json.dumps({"compared": counted, "results": results, "differences": found}, indent=2)
        Path(given.json).write_text(text)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
