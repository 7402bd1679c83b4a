"""Count the moves of games by position: how often each was played, and how the games ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.database.walk import NOT_COUNTED, Walked
from counterplay.formats.record import GameRecord

ENTRY = np.dtype(
    [
        ("key", np.uint64),  # of the position
        ("move", np.int64),
        ("games", np.uint32),
        ("wins", np.uint32),  # of the player who made the move; of player 0 for chance moves
        ("draws", np.uint32),
        ("losses", np.uint32),
        ("date", np.uint32),  # of the last game
        ("total", np.float64),  # sum of the mover's payoffs, over games with known payoffs
    ]
)
Entries = npt.NDArray[Any]
"""An array of ENTRY: a row for each move of each position."""

ADDED = ("games", "wins", "draws", "losses", "total")


def count_moves(walked: Walked, games: Sequence[GameRecord], players: int) -> Entries:
    """The merged entries of all moves of some games."""
    plies = np.flatnonzero(walked.movers != NOT_COUNTED)
    game, mover = walked.game[plies], np.maximum(walked.movers[plies], 0)
    unknown = (np.nan,) * players
    payoffs = np.array([unknown if g.payoffs is None else g.payoffs for g in games], float)
    payoffs = payoffs.reshape(len(games), players)
    own = payoffs[game, mover]
    best_other = _best_other(payoffs)[game, mover]
    entries = np.zeros(len(plies), ENTRY)
    entries["key"], entries["move"], entries["games"] = walked.keys[plies], walked.moves[plies], 1
    entries["wins"], entries["draws"] = own > best_other, own == best_other
    entries["losses"] = own < best_other
    entries["total"] = np.nan_to_num(own)
    entries["date"] = np.array([record.date for record in games], np.uint32)[game]
    return merge(entries)


def _best_other(payoffs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """For each player of each game, the best payoff of the others; 0 if there are no others."""
    if payoffs.shape[1] == 1:
        return np.where(np.isnan(payoffs), np.nan, 0.0)
    others = [np.delete(payoffs, p, axis=1).max(axis=1) for p in range(payoffs.shape[1])]
    return np.stack(others, axis=1)


def merge(entries: Entries) -> Entries:
    """Sort entries by key and move, and add up those with the same key and move."""
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
    for name in ADDED:
        result[name] = np.add.reduceat(entries[name][order], first)
    result["date"] = np.maximum.reduceat(entries["date"][order], first)
    return result


def _order(key: npt.NDArray[np.uint64], move: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """`np.lexsort((move, key))` in a third of the time.

    It sorts by one integer made of the rank of the key and the move, if that fits into 62 bits.
    """
    least, span = int(move.min()), int(move.max()) - int(move.min()) + 1
    if span * len(key) >= 1 << 62:
        return np.lexsort((move, key))
    order = np.argsort(key)
    ordered = key[order]
    rank = np.zeros(len(key), np.int64)
    np.cumsum(ordered[1:] != ordered[:-1], out=rank[1:])
    return order[np.argsort(rank * span + (move[order] - least))]
