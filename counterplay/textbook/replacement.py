"""A transposition table of bounded size: which entry stays if two states need the same place.

A table cannot store every state of a long search. Each state has one place, given by its hash. If
another state is there already, a policy decides (Breuker, Uiterwijk and van den Herik 1994):

    always     the new entry replaces the old one: recent states are likely to be met again
    depth      the entry with more remaining plies stays: it saves more work when it is met
    age        as depth, but an entry of an earlier search is always replaced: it may never be
               needed again
    two_tier   a place has two entries, one by depth and one always; the table has half as many
               places (Ebeling 1986)

`new_search` begins a search, and makes older entries old. Without a size, nothing is ever replaced.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple
from zlib import crc32


class Entry(NamedTuple):
    """What the table stores for one state."""

    value: float
    bound: str
    remaining: float
    move: Any

    def answers(self, remaining: float, alpha: float, beta: float) -> bool:
        """Return whether no new search is needed in this window, this many plies deep."""
        return self.remaining >= remaining and (
            self.bound == "exact"
            or (self.bound == "lower" and self.value >= beta)
            or (self.bound == "upper" and self.value <= alpha)
        )


class Stored(NamedTuple):
    """An entry in a place: whose it is, and the search that stored it."""

    key: Hashable
    entry: Entry
    search: int


POLICIES = ("always", "depth", "age", "two_tier")


class TranspositionTable:
    """A table of at most `size` entries that replaces by a policy; unbounded if `size` is None."""

    def __init__(self, size: int | None = None, policy: str = "two_tier") -> None:
        if policy not in POLICIES:
            raise ValueError(f"policy={policy}: choose from {', '.join(POLICIES)}")
        least = 2 if policy == "two_tier" else 1
        if size is not None and size < least:
            raise ValueError(f"size={size}: a table by {policy} has at least {least} entries")
        self.size, self.policy = size, policy
        self.searches = self.hits = self.replaced = 0
        self._places: dict[Hashable, Stored] = {}

    def __len__(self) -> int:
        return len(self._places)

    def new_search(self) -> None:
        """Begin a search: entries that are stored already become old."""
        self.searches += 1

    def get(self, key: Hashable) -> Entry | None:
        """Return the entry of a state, if it is still there."""
        for place in self._places_of(key):
            stored = self._places.get(place)
            if stored is not None and stored.key == key:
                self.hits += 1
                return stored.entry
        return None

    def put(self, key: Hashable, entry: Entry) -> None:
        """Store the entry of a state, if the policy prefers it."""
        new = Stored(key, entry, self.searches)
        first, *second = self._places_of(key)
        old = self._places.get(first)
        if old is None or self.prefers(new, old):
            if second and old is not None and old.key != key:
                self._store(second[0], old)  # it moves to the other entry of the place
            self._store(first, new)
        elif second:
            self._store(second[0], new)

    def prefers(self, new: Stored, old: Stored) -> bool:
        """Return whether a new entry replaces an old one in the first entry of a place."""
        if self.policy == "always" or self.size is None or new.key == old.key:
            return True
        if self.policy == "age" and old.search < new.search:
            return True
        return new.entry.remaining >= old.entry.remaining

    def _places_of(self, key: Hashable) -> tuple[Hashable, ...]:
        """Return the places where a state can be: numbers, or its key if the size is unbounded."""
        if self.size is None:
            return (key,)
        number = crc32(repr(key).encode())  # unlike hash(), the same in every run
        if self.policy == "two_tier":
            place = number % (self.size // 2)
            return 2 * place, 2 * place + 1
        return (number % self.size,)

    def _store(self, place: Hashable, stored: Stored) -> None:
        old = self._places.get(place)
        self.replaced += old is not None and old.key != stored.key
        self._places[place] = stored
