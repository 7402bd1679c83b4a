"""Whether a resampled state can occur: no card is dealt twice, and none is lost."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

import numpy as np

from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

ENOUGH = 100
"""States that are needed before something that never happened in them counts as impossible."""


class Dealing:
    """What all states that occurred in play have in common.

    In a small game they are all states, so any other state cannot occur. In a large one, cards are
    recognised by what never happened: two fields were never equal, two sets of bits never shared
    one, an array never held a number twice.
    """

    def __init__(self, game: Game, positions: list[Position], is_all: bool) -> None:
        self._game = game
        records = [game.shape.encode(here.state) for here in positions]
        self._all = {r.tobytes() for r in records} if is_all else None
        fields = [f for f in game.shape.fields if game.shape.dtype[f].kind in "iu"]
        self._arrays = [f for f in game.shape.fields if game.shape.dtype[f].shape]
        self._apart: set[tuple[str, str]] = set()
        self._disjoint: set[tuple[str, str]] = set()
        self._once: dict[str, set[int]] = {}
        if len(records) >= ENOUGH and not is_all:
            columns = {f: np.array([r[f] for r in records]).astype(np.int64) for f in fields}
            for pair in combinations(fields, 2):
                self._learn_pair(pair, columns[pair[0]], columns[pair[1]])
            for field in self._arrays:
                self._once[field] = _never_twice([r[field] for r in records])

    def _learn_pair(self, pair: tuple[str, str], a: Any, b: Any) -> None:
        values = set(a.tolist()) & set(b.tolist())
        cards = values - {0, -1}  # an undealt card is often 0 or -1 in both
        if (
            len(cards) > 2
            and len(a) >= 10 * len(values)
            and not np.any((a == b) & np.isin(a, list(cards)))
        ):
            self._apart.add(pair)
        both = (a != 0) & (b != 0)
        if both.sum() >= ENOUGH and not np.any(a & b):
            self._disjoint.add(pair)

    def fault(self, t: Any) -> str | None:
        """Why a state cannot occur; None if it can."""
        record = self._game.shape.encode(t)
        for a, b in sorted(self._apart):
            if record[a] == record[b] and record[a] not in (0, -1):
                return f"{a} and {b} are both {record[a]}, as if a card were dealt twice"
        for a, b in sorted(self._disjoint):
            if int(record[a]) & int(record[b]):
                return f"{a} and {b} share a bit, as if a card were dealt twice"
        for field, values in self._once.items():
            counts = Counter(record[field].ravel().tolist())
            twice = [v for v in values if counts[v] > 1]
            if twice:
                return f"{field} holds {twice[0]} twice, as if a card were dealt twice"
        if self._all is not None and record.tobytes() not in self._all:
            shown = " ".join(map(str, record.item()))
            return f"no game leads to state {shown}; is a card dealt twice?"
        return None


def _never_twice(arrays: list[Any]) -> set[int]:
    """The numbers that occurred often, but never twice in one array."""
    most: dict[int, int] = defaultdict(int)
    seen: Counter[int] = Counter()
    for array in arrays:
        for value, count in Counter(array.ravel().tolist()).items():
            most[value] = max(most[value], count)
            seen[value] += 1
    return {value for value, count in most.items() if count == 1 and seen[value] >= ENOUGH // 5}
