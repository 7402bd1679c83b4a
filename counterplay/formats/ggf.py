"""GGF, the Generic Game Format: games of Othello from the server GGS, from NBoard and from Edax.

    (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Anna]PW[Bert]RE[+12.000]TY[8]
    BO[8 ---…---O*------*O---…--- *]B[F5//1.2]W[F6]B[D3];)

BO has the squares of the first position row by row from a1, and the side to move: black is `*`,
white is `O`. A property for each move follows: the square, and perhaps a score and seconds. A pass
is `PA`. RE is by how many discs black won. Text between games does not count, such as the number
of boards before a game in the archives of GGS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, TextIO

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.record import GameRecord, read_date, show_date
from counterplay.formats.replay import game_of
from counterplay.formats.sgf.points import COLOURS, PASS, played

NAME = "othello"
GAME = re.compile(r"\(\s*;")
PROPERTY = re.compile(r"\s*([A-Za-z]{1,2})\s*\[((?:(?!\(;)[^\]])*)\]")
"""A name and a value. A value that is not closed ends where the next game begins."""
END = re.compile(r"\s*;?\s*\)")
SNIFF = re.compile(rb"(?:\d+\s*)?\(\s*;\s*GM\s*\[\s*Othello\s*\]", re.IGNORECASE)

SHOWN_PASS = "PA"
PASSES = ("pa", "pass", "--", "")
RESULT = re.compile(r"[+-]?\d+(?:\.\d+)?")
SECONDS = re.compile(r"\d{9,}")
"""A date as old files of GGS have it: the seconds since 1970."""

TEXTS = {"PC": "site", "EV": "event", "RO": "round"}
"""Properties, and the fields of a record; EV and RO are those of SGF."""
TAGS = {"RB": "FirstRank", "RW": "SecondRank", "TI": "TimeControl"}
"""Properties that become tags of a record, and the names of these tags."""


def fits(game: Game) -> bool:
    return game.name == NAME


def sniff(head: bytes, path: Path) -> bool:
    return path.suffix.lower() == ".ggf" or SNIFF.match(head) is not None


# Reading -----------------------------------------------------------------------------------------


def read(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[Game, GameRecord]]:
    content = file.read().decode("utf-8", "replace")
    line, counted, at = 1, 0, 0
    while begin := GAME.search(content, at):
        line, counted = line + content.count("\n", counted, begin.start()), begin.start()
        try:
            properties, moves, at = _game(content, begin.end())
            record = _record(properties, moves, game)
        except CounterplayError as error:
            at = max(at, begin.end())
            faults.append(f"{name}, line {line}: the game is skipped: {error}")
        else:
            yield record


def _game(content: str, at: int) -> tuple[dict[str, str], list[tuple[int, str]], int]:
    """The properties of a game, its moves with the players who made them, and where it ends."""
    properties: dict[str, str] = {}
    moves: list[tuple[int, str]] = []
    while found := PROPERTY.match(content, at):
        key, value, at = found[1].upper(), found[2].strip(), found.end()
        if key in COLOURS:
            moves.append((COLOURS.index(key), value))
        else:
            properties[key] = value
    end = END.match(content, at)
    if end is None:
        after = content[at : at + 20].strip().partition("\n")[0] or "the end of the file"
        raise InputError(f"a property such as B[F5], or ;) was expected before {after!r}")
    return properties, moves, end.end()


def _record(
    properties: Mapping[str, str], moves: Iterable[tuple[int, str]], wanted: Game | None
) -> tuple[Game, GameRecord]:
    kind = properties.get("GM", "Othello")
    if kind.lower() != NAME:
        raise InputError(f"GM[{kind}] is not Othello")
    game, start = _start(properties.get("BO", ""))
    if wanted is not None and repr(wanted) != repr(game):
        raise InputError(f"the game is {game!r}, not {wanted!r}")
    position = game.position(start)
    for seat, value in moves:
        text = value.partition("/")[0].strip().lower()
        text = PASS if text in PASSES else text
        if not (position.is_over and text == PASS):
            position = played(position, seat, text)
    return game, GameRecord.of(
        position,
        None if position.is_over else _payoffs(properties.get("RE", "")),
        players=(properties.get("PB", ""), properties.get("PW", "")),
        date=_date(properties.get("DT", "")),
        tags={tag: properties[key] for key, tag in TAGS.items() if properties.get(key)},
        **{field: properties.get(key, "") for key, field in TEXTS.items()},
    )


def _start(board: str) -> tuple[Game, str]:
    """The game and the start position of BO; the usual ones if it is empty."""
    if not board:
        return game_of(NAME, ()), "startpos"
    number, _, rest = board.partition(" ")
    marks = "".join(rest.split()).replace("*", "X").upper()
    size = int(number) if number.isdecimal() and len(number) < 3 else 0
    if not size or len(marks) != size * size + 1 or marks[-1] not in "XO":
        raise InputError(
            f"BO[{board}] is no board: write the size, its squares as *, O and -, and who moves"
        )
    game = game_of(NAME, () if size == 8 else (("size", size),))
    position = game.position(f"{marks[:-1]} {marks[-1]}")
    is_usual = game.shape.encode(position.state) == game.shape.encode(game.initial())
    return game, "startpos" if is_usual else position.text


def _payoffs(result: str) -> tuple[float, float] | None:
    found = RESULT.match(result)
    return (float(found[0]), -float(found[0])) if found else None


def _date(text: str) -> int:
    if SECONDS.fullmatch(text):
        return int(datetime.fromtimestamp(int(text[:11]), UTC).strftime("%Y%m%d"))
    return read_date(text)


# Writing -----------------------------------------------------------------------------------------


def write(file: TextIO, games: Iterable[tuple[Game, GameRecord]]) -> int:
    count = 0
    for game, record in games:
        black, white = record.players or ("", "")
        known = {"DT": show_date(record.date), "PB": black, "PW": white}
        known |= {key: str(getattr(record, field)) for key, field in TEXTS.items()}
        known |= {key: record.tags.get(tag, "") for key, tag in TAGS.items()}
        result = "?" if record.payoffs is None else f"{record.payoffs[0]:+.3f}"
        shown = {key: text for key, text in known.items() if text}
        file.write(show_ggf(record.position(game), shown | {"RE": result}) + "\n")
        count += 1
    return count


def show_ggf(end: Position, properties: Mapping[str, str]) -> str:
    """The game that led to a position, on one line."""
    game = end.game
    start = end.past[0] if end.past else end.state
    board = game.show_position(start).replace("X", "*")
    size = int(game.parameters["size"].value)
    known = {"GM": "Othello"} | dict(properties) | {"TY": str(size), "BO": f"{size} {board}"}
    moves = zip(end.past, end.moves, strict=True)
    return "".join([
        "(;",
        *(f"{key}[{_one_line(text)}]" for key, text in known.items()),
        *(f"{COLOURS[game.player(s)]}[{_move(game.show_move(s, move))}]" for s, move in moves),
        ";)",
    ])  # fmt: skip


def _move(text: str) -> str:
    return SHOWN_PASS if text == PASS else text.upper()


def _one_line(text: str) -> str:
    """A text as a value, which has no closing bracket and no line break."""
    return " ".join(text.replace("]", ")").split())
