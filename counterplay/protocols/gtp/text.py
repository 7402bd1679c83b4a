"""Lines in GTP: `id command arguments` in, `=id text` or `?id text` out.

From the specification (Farnebäck 2002, version 2, draft 2): control characters are dropped, a tab
is a space, `#` starts a comment, and an empty line ends an answer.
"""

from __future__ import annotations

import re

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game

COLOURS = ("black", "white")


def split_line(line: str) -> tuple[str, str]:
    """The id, if there is one, and the command with its arguments."""
    line = line.partition("#")[0].replace("\t", " ")
    line = "".join(character for character in line if character.isprintable()).strip()
    found = re.fullmatch(r"([0-9]{1,10})(?:\s+(.*))?", line)
    return (found[1], found[2] or "") if found else ("", line)


def answer_lines(mark: str, number: str, text: str) -> list[str]:
    """The lines of an answer: only the last one is empty."""
    first, *rest = text.rstrip().split("\n")
    return [f"{mark}{number} {first}".rstrip(), *(line.rstrip() or " " for line in rest), ""]


def colours_of(game: Game) -> tuple[str, ...]:
    """The colours of the players: those of the game if it has them, else black and white."""
    names = tuple(name.lower() for name in game.facts.names)
    return names if set(names) == set(COLOURS) else COLOURS


def player_of(game: Game, word: str) -> int:
    """The player of a colour: b, B, black, Black …"""
    for player, colour in enumerate(colours_of(game)):
        if word.lower() in (colour, colour[0]):
            return player
    raise InputError(f"syntax error: {word[:20]!r} is no colour; write black or white")
