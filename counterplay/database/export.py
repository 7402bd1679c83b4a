"""Games of the database written out: PGN for chess, SGF where it fits, lines of JSON for all."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Literal, TextIO

from counterplay.core.game.errors import InputError
from counterplay.database.played import Played, show_date, winner
from counterplay.database.stored import StoredGame
from counterplay.database.texts import is_chess
from counterplay.formats.pgn import Game as PgnGame
from counterplay.formats.pgn import Move
from counterplay.formats.pgn.write import write_pgn
from counterplay.formats.sgf import show_sgf
from counterplay.formats.sgf.points import GAMES as IN_SGF
from counterplay.formats.sgf.points import Record, to_tree

Format = Literal["pgn", "sgf", "jsonl"]
RESULTS = {None: "*", 0: "1-0", 1: "0-1", -1: "1/2-1/2"}
SGF_TAGS = {"Name": "GN", "Annotator": "AN", "Scribe": "US", "FirstRank": "BR", "SecondRank": "WR"}


def format_of(stored: StoredGame) -> Format:
    """The format in which others read games of this kind, else lines of JSON."""
    if is_chess(stored.game):
        return "pgn"
    return "sgf" if stored.game.name in IN_SGF else "jsonl"


def export(games: Iterable[StoredGame], target: TextIO, chosen: Format | None = None) -> int:
    """Write games, in the format that fits the first of them if none is named; how many."""
    count = 0
    for stored in games:
        fitting = format_of(stored)
        chosen = chosen or fitting
        if chosen not in (fitting, "jsonl"):
            raise InputError(
                f"{chosen} has no games of {stored.game.name}: export them as {fitting}"
            )
        if chosen == "pgn":
            target.write("\n" if count else "")
            write_pgn(target, [_as_pgn(stored)])
        elif chosen == "sgf":
            target.write(show_sgf([to_tree(_as_sgf(stored))]))
        else:
            target.write(json.dumps(stored.as_json(), ensure_ascii=False) + "\n")
        count += 1
    return count


def _as_pgn(stored: StoredGame) -> PgnGame:
    played = stored.played
    start = stored.game.position(played.start).state if played.start else None
    return PgnGame(
        tuple(map(Move, played.moves.tolist())),
        _tags(played),
        RESULTS[winner(played.payoffs)],
        "",
        start,
    )


def _tags(played: Played) -> dict[str, str]:
    """Tags of PGN; what is not known is left out, and becomes a question mark."""
    year, rest = divmod(played.date, 10_000)
    day = f"{year:04}.{rest // 100 or '??':02}.{rest % 100 or '??':02}" if year else ""
    white, black = played.players or ("", "")
    known = {
        "Event": played.event, "Site": played.site, "Date": day, "Round": played.round,
        "White": white, "Black": black,
    }  # fmt: skip
    return {name: text for name, text in (known | dict(played.tags)).items() if text}


def _as_sgf(stored: StoredGame) -> Record:
    played = stored.played
    black, white = played.players or ("", "")
    known = {
        "PB": black, "PW": white, "DT": show_date(played.date), "EV": played.event,
        "PC": played.site, "RO": played.round,
        **{SGF_TAGS[name]: text for name, text in played.tags.items() if name in SGF_TAGS},
    }  # fmt: skip
    about = {name: (text,) for name, text in known.items() if text}
    return Record(stored.position, played.payoffs, about)
