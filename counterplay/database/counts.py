"""How often each move was played in each position, and what came of it: counting, and adding up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.database.played import Played
from counterplay.database.walk import NOBODY, Walked

ENTRY = np.dtype(
    [
        ("key", np.uint64),  # of the position
        ("move", np.int64),
        ("games", np.uint32),
        ("wins", np.uint32),  # of whoever made the move; of player 0 where chance did
        ("draws", np.uint32),
        ("losses", np.uint32),
        ("date", np.uint32),  # when it was last played
        ("total", np.float64),  # of the mover's payoffs, over games whose payoffs are known
    ]
)
Entries = npt.NDArray[Any]
SUMS = ("games", "wins", "draws", "losses", "total")


def counted(walked: Walked, games: Sequence[Played], players: int) -> Entries:
    """The moves of games, equal ones put together."""
    places = np.flatnonzero(walked.movers != NOBODY)
    of, mover = walked.game[places], np.maximum(walked.movers[places], 0)
    nothing = (np.nan,) * players
    payoffs = np.array([nothing if p.payoffs is None else p.payoffs for p in games], float)
    payoffs = payoffs.reshape(len(games), players)
    mine = payoffs[of, mover]
    rivals = _rivals(payoffs)[of, mover]
    entries = np.zeros(len(places), ENTRY)
    entries["key"], entries["move"], entries["games"] = walked.keys[places], walked.moves[places], 1
    entries["wins"], entries["draws"] = mine > rivals, mine == rivals
    entries["losses"] = mine < rivals
    entries["total"] = np.nan_to_num(mine)
    entries["date"] = np.array([played.date for played in games], np.uint32)[of]
    return joined(entries)


def _rivals(payoffs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """For each player of each game, the most that another got; alone, one plays against 0."""
    if payoffs.shape[1] == 1:
        return np.where(np.isnan(payoffs), np.nan, 0.0)
    others = [np.delete(payoffs, p, axis=1).max(axis=1) for p in range(payoffs.shape[1])]
    return np.stack(others, axis=1)


def joined(entries: Entries) -> Entries:
    """Entries sorted by key and move, and those of the same move in the same position added up."""
    if not len(entries):
        return entries
    key, move = np.ascontiguousarray(entries["key"]), np.ascontiguousarray(entries["move"])
    order = _order(key, move)
    key, move = key[order], move[order]
    is_new = np.ones(len(order), bool)
    is_new[1:] = (key[1:] != key[:-1]) | (move[1:] != move[:-1])
    first = np.flatnonzero(is_new)
    result = np.zeros(len(first), ENTRY)
    result["key"], result["move"] = key[first], move[first]
    for name in SUMS:
        result[name] = np.add.reduceat(entries[name][order], first)
    result["date"] = np.maximum.reduceat(entries["date"][order], first)
    return result


def _order(key: npt.NDArray[np.uint64], move: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """`np.lexsort((move, key))`, in a third of the time: the number of a key and the move make one
    word, if moves are not too far apart.
    """
    least, span = int(move.min()), int(move.max()) - int(move.min()) + 1
    if span * len(key) >= 1 << 62:
        return np.lexsort((move, key))
    order = np.argsort(key)
    ordered = key[order]
    number = np.zeros(len(key), np.int64)
    np.cumsum(ordered[1:] != ordered[:-1], out=number[1:])
    return order[np.argsort(number * span + (move[order] - least))]
