"""Pairs of deals of every hidden game that one player cannot tell apart, and what is compared.

If two games differ only in what is hidden from a player, all that reaches this player must be
equal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

BRIDGE = "N:QJ6.K652.J85.T98 873.J97.{east}.Q4 K5.T83.{south}.A7652 AT942.AQ4.{west}.KJ3 S4 SJ"
MASKED = ("room", "key", "kept")
"""Fields with random texts: names of rooms, keys, and what only the server can read."""
WORD = re.compile(r"[^\s,;:()/]+")


@dataclass(frozen=True)
class Deal:
    """A game whose deals look the same to a player.

    deals     positions that differ in what is hidden from the player
    viewer    the player, whom a guest plays
    moves     moves that can follow each of them, and do not end the game or deal cards
    secrets   for each deal, the cards that the guest must not get
    """

    game: str
    deals: tuple[str, str]
    viewer: int
    moves: tuple[str, ...]
    secrets: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


DEALS = (
    Deal(
        "kuhn", ("startpos moves J K", "startpos moves Q K"), 1, ("pass", "bet"), (("J",), ("Q",))
    ),
    Deal(
        "leduc",
        ("startpos moves J K", "startpos moves Q K"),
        1,
        ("check", "bet", "raise"),
        (("J",), ("Q",)),
    ),
    Deal("liars_dice", ("startpos moves 4 6", "startpos moves 2 6"), 1, ("1x1", "2x1", "2x3")),
    Deal(
        "limit_holdem",
        ("startpos moves As Kd Qh Qc", "startpos moves 2s 7d Qh Qc"),
        1,
        ("raise", "raise"),
        (("As", "Kd"), ("2s", "7d")),
    ),
    Deal(
        "no_limit_holdem",
        ("startpos moves As Kd Qh Qc", "startpos moves 2s 7d Qh Qc"),
        1,
        ("raise4", "raise12"),
        (("As", "Kd"), ("2s", "7d")),
    ),
    Deal("dark_hex", ("startpos moves c1", "startpos moves a1"), 1, ("b2", "b1", "a3")),
    Deal(
        "kuhn", ("startpos moves K J", "startpos moves K Q"), 0, ("pass", "bet"), (("J",), ("Q",))
    ),
    Deal(
        "limit_holdem",
        ("startpos moves Qh Qc As Kd", "startpos moves Qh Qc 2s 7d"),
        0,
        ("raise", "raise"),
        (("As", "Kd"), ("2s", "7d")),
    ),
    Deal(
        "bridge",
        (
            BRIDGE.format(east="AT764", south="KQ9", west="32"),
            BRIDGE.format(east="A9764", south="KQT", west="32"),
        ),
        1,
        ("S7", "SK"),
        (("9♦", "D9", "T♦", "DT"), ("9♦", "D9", "T♦", "DT")),
    ),
    Deal(
        "bridge",
        (
            BRIDGE.format(east="AT764", south="KQ9", west="32"),
            BRIDGE.format(east="AT764", south="KQ2", west="93"),
        ),
        2,
        ("S7", "SK"),
        (("9♦", "D9"), ("9♦", "D9")),
    ),
)


def masked(value: Any) -> Any:
    """A message without what is random in it."""
    if isinstance(value, dict):
        return {name: masked(one) for name, one in value.items() if name not in MASKED}
    if isinstance(value, list):
        return [masked(one) for one in value]
    return "sealed" if isinstance(value, str) and value.startswith("sealed:") else value


def as_text(message: Any) -> str:
    return json.dumps(masked(message), sort_keys=True, ensure_ascii=False)


def words(value: Any) -> Iterator[str]:
    """All words of the texts of a message, apart from what only the server can read."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name not in MASKED:
                yield from words(one)
    elif isinstance(value, list):
        for one in value:
            yield from words(one)
    elif isinstance(value, str) and not value.startswith("sealed:"):
        yield from WORD.findall(value)
