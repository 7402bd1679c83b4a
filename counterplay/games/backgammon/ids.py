"""Position IDs and match IDs of GNU Backgammon: bits, from the lowest of the first byte, in base64.

A position ID has 10 bytes. For the other player, and then for the player who rolls, it has each
point from 1 to 24 and the bar: a 1 for each checker, and a 0. A match ID has 9 bytes:

     0  cube, as a power of two      11  player who decides        21  length of the match, 15 bits
     4  owner of the cube, 2 bits    12  a double is offered       36  points of player 0, 15 bits
     6  player who rolls             13  resignation, 2 bits       51  points of player 1, 15 bits
     7  Crawford game                15  first die, 3 bits         66  no Jacoby rule
     8  state of the game, 3 bits    18  second die, 3 bits

Source: the manual of GNU Backgammon, "A technical description of the Position ID" and "of the
Match ID".
"""

import base64
import binascii
from typing import NamedTuple

POSITION_BYTES, MATCH_BYTES = 10, 9
POSITION_LENGTH, MATCH_LENGTH = 14, 12
FIELDS = {
    "cube": (0, 4), "owner": (4, 2), "roller": (6, 1), "crawford": (7, 1), "state": (8, 3),
    "decider": (11, 1), "doubled": (12, 1), "resigned": (13, 2), "first_die": (15, 3),
    "second_die": (18, 3), "length": (21, 15), "points0": (36, 15), "points1": (51, 15),
    "no_jacoby": (66, 1),
}  # fmt: skip
"""The first bit and the number of bits of each field."""


class Match(NamedTuple):
    """The fields of a match ID."""

    cube: int
    owner: int
    roller: int
    crawford: int
    state: int
    decider: int
    doubled: int
    resigned: int
    first_die: int
    second_die: int
    length: int
    points0: int
    points1: int
    no_jacoby: int


def write_position(mine, theirs):
    """The position ID, from the checkers on the points 1 to 25 of the player who rolls, and of the
    other."""
    bits = "".join("1" * n + "0" for n in (*theirs, *mine))
    return encode(int(bits[::-1], 2), POSITION_BYTES)


def read_position(text):
    """The checkers on the points 1 to 25 of the player who rolls, and of the other."""
    number = decode(text, POSITION_BYTES, POSITION_LENGTH, "a position ID")
    bits = f"{number:080b}"[::-1]
    counts = [len(ones) for ones in bits.split("0")]
    if len(counts) <= 50:
        raise ValueError(f"{text!r} is not a position ID: it has more than 30 checkers")
    theirs, mine = counts[:25], counts[25:50]
    if sum(mine) > 15 or sum(theirs) > 15 or sum(counts[50:]):
        raise ValueError(f"{text!r} is not a position ID: a player has more than 15 checkers")
    if any(mine[i] and theirs[23 - i] for i in range(24)):
        raise ValueError(f"{text!r} is not a position ID: both players are on one point")
    return mine, theirs


def write_match(match):
    """The match ID of the fields."""
    number = sum(value << FIELDS[name][0] for name, value in zip(match._fields, match, strict=True))
    return encode(number, MATCH_BYTES)


def read_match(text):
    """The fields of a match ID."""
    number = decode(text, MATCH_BYTES, MATCH_LENGTH, "a match ID")
    return Match(
        *(number >> FIELDS[name][0] & (1 << FIELDS[name][1]) - 1 for name in Match._fields)
    )


def encode(number, length):
    return base64.b64encode(number.to_bytes(length, "little")).decode().rstrip("=")


def decode(text, length, characters, what):
    """The number that base64 characters stand for. Raises ValueError."""
    if len(text) != characters:
        raise ValueError(f"{what} has {characters} characters, but {text!r} has {len(text)}")
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error:
        raise ValueError(f"{text!r} is not {what}: it has characters that are not base64") from None
    return int.from_bytes(data[:length], "little")
