"""The keys of a room: who may play for whom.

Whoever opens a room gets its host's key. It plays for every person who was not invited. A person
who was invited gets a key for one player, as part of a link. Without a key one can only watch.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


def new_key() -> str:
    return secrets.token_urlsafe(15)


@dataclass
class Keys:
    """The keys of a room.

    host     of whoever opened it
    guests   by player, of those who were invited
    """

    host: str = field(default_factory=new_key)
    guests: dict[int, str] = field(default_factory=dict)

    def is_host(self, key: str) -> bool:
        return _is_same(self.host, key)

    def held(self, key: str, people: Sequence[bool]) -> list[bool]:
        """For each player, whether the holder of a key plays it."""
        return [
            is_person and _is_same(self.guests.get(p, self.host), key)
            for p, is_person in enumerate(people)
        ]

    def invite(self, player: int) -> str:
        """The key of a player, for the link to this player's seat."""
        return self.guests.setdefault(player, new_key())

    def dismiss(self, player: int) -> None:
        """Take the seat of a guest back."""
        self.guests.pop(player, None)

    def turned(self, players: int) -> Keys:
        """The keys for another game in which everyone plays the next player."""
        return Keys(self.host, {(p + 1) % players: key for p, key in self.guests.items()})

    def as_json(self) -> dict[str, Any]:
        return {"host": self.host, "guests": {str(p): key for p, key in self.guests.items()}}

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Keys:
        return cls(kept["host"], {int(p): key for p, key in kept["guests"].items()})


def _is_same(key: str, given: str) -> bool:
    return hmac.compare_digest(key.encode(), given.encode())
