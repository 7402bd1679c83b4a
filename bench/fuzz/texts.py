"""Parsers of texts: positions, moves, files of games and positions, players, parameters."""

from __future__ import annotations

import io
import json
import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import counterplay as cp
from counterplay.core.game.facts import CHANCE, read_parameter
from counterplay.formats import epd, obf
from counterplay.formats.game_file import GameFile
from counterplay.formats.registry import GAME_FORMATS, read_positions
from counterplay.formats.wthor import HEADER, PLAYED
from counterplay.games import BUILT_IN
from counterplay.players.parse import parse_spec

Read = Callable[[bytes], object]
Target = tuple[str, list[bytes], Read]
"""A name, valid inputs, and what reads them. It returns something, or raises InputError."""

PGN = (
    '[Event "é \\"x\\""]\n[White "A"]\n[Black "B"]\n[Date "2024.05.31"]\n[Result "1-0"]\n\n'
    "1. e4 {good [%clk 0:00:07] [%eval 0.35]} e5 $1 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 a6 4. O-O 1-0\n",
    '[FEN "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1"]\n[SetUp "1"]\n\n1... fxg3 2. e4 *\n',
)
SGF = (
    "(;FF[4]GM[2]SZ[8]PB[A]PW[B]DT[2024-05-31]RE[B+4];B[dc];W[cc](;B[cd])(;B[bc]C[a\\]b]))",
    "(;FF[4]GM[2]SZ[6]AB[cc][dd]AW[cd][dc]PL[B];B[];W[tt])",
    "(;GM[2]SZ[4]CA[UTF-8]AB[aa:bb]AW[cc:dd]PL[W];W[])",
)
GGF = (
    "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[A]PW[B]RB[2197.01]TI[05:00//02:00]TY[8]"
    "RE[+12.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[F5//1.2]W[d6/-0.4/2]B[C3];)\n",
    "(;GM[Othello]DT[1071519843]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[B3]W[PA];)",
)
WTHOR = (
    HEADER.pack(20, 26, 11, 18, 2, 0, 1999, 8, 0, 24, 0)
    + PLAYED.pack(0, 0, 0, 40, 40, bytes([56, 64, 33, 43]))
    + PLAYED.pack(0, 1, 0, 24, 32, bytes([43, 33])),
)
MAT = (
    """; [Event "x"]

 3 point match

 Game 1
 A : 0                          B : 0
  1) 31: 8/5 6/5                 66: 24/18 24/18 13/7 13/7
  2)  Doubles => 2                Takes
  3) 21: 13/11 6/5*               Doubles => 4
  4)  Drops
                                  Wins 2 points

 Game 2
 A : 0                          B : 2
  1)                             61: 13/7 8/7
""",
)
PDN = ('[Event "x"]\n[GameType "21"]\n\n1. 11-15 23-18 *\n',)
EPD = (
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm e2a6; id "x.1"; ce 30;',
    "8/8/8/8/8/5k2/4q3/7K w - - am Kh2; dm 3; acd 12; pv Kg1;",
)
OBF = (
    "--XXXXX--OOOXX-O-OOXXOX--OXOXXXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12; % FFO",
    "---------------------------OX------XO--------------------------- X; +4;",
)
SPECS = (
    "alphabeta:killers=off,depth=6,name=x", "uct:exploration=1,nodes=100", "textbook:beam:depth=3",
    "random", "casual:depth=1,attention=0.3", "uci:cat:option.Hash=64,time=1",
    "gtp:'cat x':time=0.5", "auto:time=0.25,book=own,weights=w.json,tables=t",
)  # fmt: skip


def targets() -> Iterator[Target]:
    for name in BUILT_IN:
        game = cp.load(name)
        yield f"positions of {name}", _positions(game), lambda data, g=game: _position(g, data)
        yield f"moves of {name}", _moves(game), lambda data, g=game: _move(g, data)
    formats = {
        "PGN": PGN, "SGF": SGF, "GGF": GGF, "MAT": MAT, "PDN": PDN,
        "JSON lines": _lines(), "match": _match(), "saved": _saved(),
    }  # fmt: skip
    for name, texts in formats.items():
        yield f"files: {name}", [text.encode() for text in texts], _games
    yield "files: WTHOR", list(WTHOR), _games
    yield "EPD", [text.encode() for text in EPD], _epd
    yield "OBF", [text.encode() for text in OBF], _obf
    yield "players", [text.encode() for text in SPECS], lambda data: parse_spec(_text(data))
    yield "parameters", [b"3", b"true", b"(3, 4, 5)", b"5,6", b"classic"], _parameter


def _text(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def _walk(game: cp.Game, seed: int) -> Iterator[cp.Position]:
    """The positions of a random game: of its first deal, and 30 plies more."""
    rng, position, dealt = random.Random(seed), game.position(), 0
    while not position.is_over and len(position.moves) < dealt + 30:
        yield position
        is_chance = position.turn == CHANCE
        dealt += is_chance and dealt == len(position.moves)
        moves = [o for o, _ in game.chance(position.state)] if is_chance else position.legal_moves
        position = position.play(rng.choice(moves))


def _positions(game: cp.Game) -> list[bytes]:
    found = [p for seed in range(3) for p in list(_walk(game, seed))[::7]]
    texts = [p.text for p in found if len(p.moves) < 8]
    texts += [game.show_position(p.state) for p in found]
    if not game.shape.is_record:
        texts += [f"state {' '.join(str(int(n)) for n in found[0].state)}"]
    return [text.encode() for text in texts]


def _position(game: cp.Game, data: bytes) -> None:
    """What is read can be shown, and read again."""
    position = game.position(_text(data))
    again = game.position(position.text)
    assert game.shape.encode(again.state) == game.shape.encode(position.state), position.text
    assert again.moves == position.moves


def _moves(game: cp.Game) -> list[bytes]:
    walked = [p for p in _walk(game, 1) if p.turn != CHANCE][::7]
    return [p.show_move(a).encode() for p in walked for a in p.legal_moves]


def _move(game: cp.Game, data: bytes) -> None:
    """A text is read as a move in one position of a game; which one depends on the text."""
    positions = _some(game)
    position = positions[zlib.crc32(data) % len(positions)]
    action = game.parse_move(position.state, _text(data))
    assert action in position.legal_moves
    assert game.parse_move(position.state, position.show_move(action)) == action


_walked: dict[str, list[cp.Position]] = {}


def _some(game: cp.Game) -> list[cp.Position]:
    if game.name not in _walked:
        _walked[game.name] = [p for p in _walk(game, 1) if p.turn != CHANCE][::7]
    return _walked[game.name]


def _lines() -> tuple[str, ...]:
    one = {
        "game": "connect_four", "parameters": {"width": "5"}, "players": ["A", "B"],
        "payoffs": [1, -1], "date": "2024-05-31", "event": "", "site": "", "round": "1",
        "tags": {"x": "y"}, "start": "startpos", "moves": ["3", "3", "2"],
    }  # fmt: skip
    return (json.dumps(one), "\n".join(json.dumps({**one, "round": str(n)}) for n in range(3)))


def _match() -> tuple[str, ...]:
    effort = {"moves": 2, "seconds": 0.1, "nodes": 5, "depth": 2, "looked": 2}
    header = {
        "format": "counterplay match", "version": 1, "game": "tic_tac_toe", "parameters": {},
        "players": ["A", "B"], "seed": 0,
    }  # fmt: skip
    game = {
        "number": 0, "opening": "startpos moves b2", "seats": [0, 1], "moves": ["a1", "a2"],
        "payoffs": None, "score": 1.0, "ending": "time", "text": "x", "efforts": [effort, effort],
    }  # fmt: skip
    return (f"{json.dumps(header)}\n{json.dumps(game)}\n{json.dumps({**game, 'number': 1})}\n",)


def _saved() -> tuple[str, ...]:
    saved = {
        "format": "counterplay game", "version": 1, "game": "tic_tac_toe", "parameters": {},
        "start": "startpos", "date": "2024-05-31", "moves": ["b2", "a1"],
        "players": ["person", "engine"], "limit": {"time": 1.0}, "seed": 3, "book": None,
        "table": None,
    }  # fmt: skip
    return (json.dumps(saved),)


def _games(data: bytes) -> int:
    """The games that are read can be written and read again, in each format that fits them."""
    file = GameFile("x.txt", data)
    found = list(file.games())
    for game, record in found:
        row = GAME_FORMATS["jsonl"]
        assert row.write is not None
        written = io.StringIO()
        row.write(written, [(game, record)])
        again = GameFile("x.jsonl", written.getvalue().encode(errors="surrogatepass"))
        [(_, same)] = list(again.games(game))
        assert same.moves.tolist() == record.moves.tolist() and same.payoffs == record.payoffs
    if not found and not file.faults:
        raise cp.InputError("there is no game in it")
    return len(found)


def _epd(data: bytes) -> None:
    for record in epd.parse_epd(_text(data).splitlines()):
        [again] = epd.parse_epd([epd.show_epd(record)])
        assert replace(again, line=record.line) == record


def _obf(data: bytes) -> None:
    othello = {64: "othello"}
    for problem in obf.parse_obf(_text(data).splitlines()):
        if len(problem.position.split()[0]) in othello:
            cp.load("othello").position(problem.position)


def _parameter(data: bytes) -> None:
    kinds = 0
    for default in (7, True, (3, 4, 5)):
        try:
            value = read_parameter("size", _text(data), default)
        except cp.InputError:
            continue
        kinds += 1
        assert type(value) is type(default)
    if not kinds:
        raise cp.InputError("it is of no kind")


def positions_file(path: Path, data: bytes) -> object:
    path.write_bytes(data)
    return read_positions(path, [])
