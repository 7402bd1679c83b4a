"""Bo Haglund's double dummy solver, called as a library.

Build it from https://github.com/dds-bridge/dds, in its folder `src`:

    g++ -O3 -march=native -std=c++11 -fPIC -shared -DDDS_THREADS_STL -o libdds.so *.cpp -lpthread
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

ANY_TARGET, BEST_CARD, ALL_CARDS, ALWAYS_SEARCH, NO_FAULT = -1, 1, 3, 1, 1


class _Deal(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("table_suits", ctypes.c_int * 3),
        ("table_ranks", ctypes.c_int * 3),
        ("hands", ctypes.c_char * 80),
    )


class _Found(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    )


class _Hands(ctypes.Structure):
    _fields_ = (("hands", ctypes.c_char * 80),)


class _Tricks(ctypes.Structure):
    _fields_ = (("tricks", (ctypes.c_int * 4) * 5),)


class Dds:
    """The library, with one thread."""

    def __init__(self, library: Path) -> None:
        self.library = ctypes.CDLL(str(library))
        self.library.SolveBoardPBN.argtypes = [
            _Deal, *[ctypes.c_int] * 3, ctypes.POINTER(_Found), ctypes.c_int
        ]  # fmt: skip
        self.library.CalcDDtablePBN.argtypes = [_Hands, ctypes.POINTER(_Tricks)]
        self.library.SetMaxThreads(1)

    def scores(self, deal: str, trump: int, leader: int, table: Sequence[int]) -> dict[int, int]:
        """The tricks of the side to play after each card, numbered as in `games/bridge/cards.py`.

        Of equal cards the highest has a score.
        """
        found = self._solved(deal, trump, leader, table, ALL_CARDS)
        return {16 * found.suit[i] + found.rank[i] - 2: found.score[i] for i in range(found.cards)}

    def tricks(self, deal: str, trump: int, leader: int) -> int:
        """The tricks of the leader's side."""
        return int(self._solved(deal, trump, leader, (), BEST_CARD).score[0])

    def _solved(
        self, deal: str, trump: int, leader: int, table: Sequence[int], solutions: int
    ) -> _Found:
        suits, ranks = [card >> 4 for card in table], [(card & 15) + 2 for card in table]
        given = _Deal(
            trump,
            leader,
            (ctypes.c_int * 3)(*suits),
            (ctypes.c_int * 3)(*ranks),
            deal.encode(),
        )
        found = _Found()
        code = self.library.SolveBoardPBN(
            given, ANY_TARGET, solutions, ALWAYS_SEARCH, ctypes.byref(found), 0
        )
        if code != NO_FAULT:
            raise RuntimeError(f"DDS returned {code} for {deal}")
        return found

    def table(self, deal: str) -> list[list[int]]:
        """The tricks of every denomination (S, H, D, C, NT) and declarer (N, E, S, W)."""
        found = _Tricks()
        code = self.library.CalcDDtablePBN(_Hands(deal.encode()), ctypes.byref(found))
        if code != NO_FAULT:
            raise RuntimeError(f"DDS returned {code} for {deal}")
        return [list(row) for row in found.tricks]
