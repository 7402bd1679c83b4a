"""Counts of positions in a file: runs of sorted entries, cut into blocks.

A run is written at once and never changed. What an import brings is a run of its own, joined with
the runs before it that are not much larger, so that there are few of them (a log-structured merge:
O'Neil, Cheng, Gawlick and O'Neil, Acta Informatica 33, 1996). A block has the entries of some
hundred keys, column by column, compressed, with a checksum. To look up a position is to read one
block of each run.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator

import numpy as np
import zstandard

from counterplay.database.counts import ENTRY, Entries, joined
from counterplay.database.schema import DamageError

BLOCK = 512
"""Entries of a block, about."""

LARGEST = 1 << 23
"""A run of more entries is joined with no other, so that joining needs no more memory than this
many take, some hundred megabytes."""

GROWTH, SETTLED = 2, 8
"""A run is joined with one that is up to so many times as long; at the end of an import with longer
ones, since nothing may follow for a long time."""

OFFSET = 1 << 63
"""What keys are shifted by, since SQLite's numbers have a sign."""

_own = threading.local()


def shifted(key: int) -> int:
    return key - OFFSET


def write_run(connection: sqlite3.Connection, kind: int, entries: Entries) -> None:
    """A run of entries that are sorted and joined."""
    if not len(entries):
        return
    positions = 1 + int((entries["key"][1:] != entries["key"][:-1]).sum())
    run = connection.execute(
        "INSERT INTO runs (kind, entries, positions) VALUES (?, ?, ?)",
        (kind, len(entries), positions),
    ).lastrowid
    connection.executemany(
        "INSERT INTO blocks (run, first, data) VALUES (?, ?, ?)",
        ((run, shifted(int(part["key"][0])), _packed(part)) for part in _parts(entries)),
    )


def add(connection: sqlite3.Connection, kind: int, entries: Entries) -> None:
    """Add counts: as a run, joined with those before it that are not much longer."""
    _replace(connection, kind, entries, _next(connection, kind, len(entries), GROWTH))


def settle(connection: sqlite3.Connection, kind: int) -> None:
    """Make few runs of many, at the end of an import."""
    runs = _lengths(connection, kind)
    if not runs:
        return
    (shortest, length), *_ = runs
    others = [run for run in _next(connection, kind, length, SETTLED) if run != shortest]
    if others:
        _replace(connection, kind, np.zeros(0, ENTRY), [shortest, *others])


def _lengths(connection: sqlite3.Connection, kind: int) -> list[tuple[int, int]]:
    """The runs of a kind and how many entries they have, the shortest first."""
    rows = connection.execute(
        "SELECT id, entries FROM runs WHERE kind = ? ORDER BY entries, id", (kind,)
    )
    return rows.fetchall()


def _next(connection: sqlite3.Connection, kind: int, size: int, growth: int) -> list[int]:
    """The runs that are to be joined with `size` new entries."""
    chosen: list[int] = []
    for run, length in _lengths(connection, kind):
        if length > growth * size or size + length > LARGEST:
            break
        chosen.append(run)
        size += length
    return chosen


def _replace(connection: sqlite3.Connection, kind: int, entries: Entries, old: list[int]) -> None:
    """Write one run of the entries and those of old runs, which go."""
    parts = [entries, *(read_run(connection, run) for run in old)]
    write_run(connection, kind, joined(np.concatenate(parts)) if old else entries)
    for run in old:
        drop_run(connection, run)


def drop_run(connection: sqlite3.Connection, run: int) -> None:
    connection.execute("DELETE FROM blocks WHERE run = ?", (run,))
    connection.execute("DELETE FROM runs WHERE id = ?", (run,))


def read_run(connection: sqlite3.Connection, run: int) -> Entries:
    rows = connection.execute("SELECT data FROM blocks WHERE run = ? ORDER BY first", (run,))
    return np.concatenate([np.zeros(0, ENTRY), *(_unpacked(data) for (data,) in rows)])


def look_up(connection: sqlite3.Connection, kind: int, key: int) -> Entries:
    """All that is known of the moves of a position, joined."""
    found = [np.zeros(0, ENTRY)]
    for (run,) in connection.execute("SELECT id FROM runs WHERE kind = ?", (kind,)).fetchall():
        row = connection.execute(
            "SELECT data FROM blocks WHERE run = ? AND first <= ? ORDER BY first DESC LIMIT 1",
            (run, shifted(key)),
        ).fetchone()
        if row is not None:
            found.append(_of_key(row[0], key))
    return joined(np.concatenate(found))


def _parts(entries: Entries) -> Iterator[Entries]:
    """The entries in blocks; no key is in two of them."""
    keys = np.ascontiguousarray(entries["key"])
    begins = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    wanted = np.arange(0, len(entries), BLOCK)
    cuts = np.unique(begins[np.searchsorted(begins, wanted, "right") - 1])
    for start, stop in zip(cuts, [*cuts[1:], len(entries)], strict=True):
        yield entries[start:stop]


def _packed(entries: Entries) -> bytes:
    columns = (entries[name].astype(ENTRY[name].newbyteorder("<")) for name in ENTRY.names or ())
    compressor: zstandard.ZstdCompressor | None = getattr(_own, "compressor", None)
    if compressor is None:
        compressor = _own.compressor = zstandard.ZstdCompressor(level=1, write_checksum=True)
    return compressor.compress(b"".join(column.tobytes() for column in columns))


def _bytes(data: bytes) -> tuple[bytes, int]:
    """The columns of a block, and how many entries there are."""
    decompressor: zstandard.ZstdDecompressor | None = getattr(_own, "decompressor", None)
    if decompressor is None:
        decompressor = _own.decompressor = zstandard.ZstdDecompressor()
    try:
        columns = decompressor.decompress(data)
    except (zstandard.ZstdError, TypeError, MemoryError):
        raise DamageError("a block of positions has changed since it was written") from None
    return columns, len(columns) // ENTRY.itemsize


def _unpacked(data: bytes) -> Entries:
    columns, count = _bytes(data)
    return _slice(columns, count, 0, count)


def _of_key(data: bytes, key: int) -> Entries:
    """The entries of one key."""
    columns, count = _bytes(data)
    keys = np.frombuffer(columns, "<u8", count)
    start, stop = (int(np.searchsorted(keys, np.uint64(key), side)) for side in ("left", "right"))
    return _slice(columns, count, start, stop)


def _slice(columns: bytes, count: int, start: int, stop: int) -> Entries:
    entries = np.zeros(stop - start, ENTRY)
    at = 0
    for name in ENTRY.names or ():
        kind = ENTRY[name].newbyteorder("<")
        entries[name] = np.frombuffer(
            columns, kind, stop - start, at * count + start * kind.itemsize
        )
        at += kind.itemsize
    return entries
