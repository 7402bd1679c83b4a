"""The position index: counts of moves by the key of their position, in runs of sorted entries.

It is a log-structured merge tree (O'Neil, Cheng, Gawlick and O'Neil, Acta Informatica 33, 1996). A
run is written once and never changed. An import writes a new run and merges it with older runs that
are not much longer, so there are few of them. A run is cut into compressed blocks of about 500
entries, stored column by column, each with a checksum. A lookup reads one block of each run.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator

import numpy as np
import zstandard

from counterplay.database.move_counts import ENTRY, Entries, merge
from counterplay.database.seal import DamageError

BLOCK = 512
"""About how many entries a block has."""

LARGEST = 1 << 23
"""Merging stops at this many entries, so that it never needs more than some hundred megabytes."""

GROWTH, COMPACT_GROWTH = 2, 8
"""A new run is merged with runs up to twice as long; at the end of an import, up to 8 times."""

OFFSET = 1 << 63
"""Subtracted from keys, since the integers of SQLite are signed."""

_thread = threading.local()


def shifted(key: int) -> int:
    """A key as the file has it."""
    return key - OFFSET


def write_run(connection: sqlite3.Connection, kind: int, entries: Entries) -> None:
    """Write a run of merged entries."""
    if not len(entries):
        return
    positions = 1 + int((entries["key"][1:] != entries["key"][:-1]).sum())
    run = connection.execute(
        "INSERT INTO runs (kind, entries, positions) VALUES (?, ?, ?)",
        (kind, len(entries), positions),
    ).lastrowid
    connection.executemany(
        "INSERT INTO blocks (run, first, data) VALUES (?, ?, ?)",
        ((run, shifted(int(block["key"][0])), _compressed(block)) for block in _blocks(entries)),
    )


def add(connection: sqlite3.Connection, kind: int, entries: Entries) -> None:
    """Add merged entries: as a new run, merged with older ones that are not much longer."""
    _replace(connection, kind, entries, _mergeable(connection, kind, len(entries), GROWTH))


def compact(connection: sqlite3.Connection, kind: int) -> None:
    """Merge small runs, at the end of an import."""
    runs = _lengths(connection, kind)
    if not runs:
        return
    (shortest, length), *_ = runs
    others = [
        run for run in _mergeable(connection, kind, length, COMPACT_GROWTH) if run != shortest
    ]
    if others:
        _replace(connection, kind, np.zeros(0, ENTRY), [shortest, *others])


def _lengths(connection: sqlite3.Connection, kind: int) -> list[tuple[int, int]]:
    """The runs of a ruleset and their numbers of entries, the shortest first."""
    rows = connection.execute(
        "SELECT id, entries FROM runs WHERE kind = ? ORDER BY entries, id", (kind,)
    )
    return rows.fetchall()


def _mergeable(connection: sqlite3.Connection, kind: int, size: int, growth: int) -> list[int]:
    """The runs to merge with `size` new entries."""
    chosen: list[int] = []
    for run, length in _lengths(connection, kind):
        if length > growth * size or size + length > LARGEST:
            break
        chosen.append(run)
        size += length
    return chosen


def _replace(connection: sqlite3.Connection, kind: int, entries: Entries, old: list[int]) -> None:
    """Merge the entries with old runs into one new run, and delete the old ones."""
    parts = [entries, *(read_run(connection, run) for run in old)]
    write_run(connection, kind, merge(np.concatenate(parts)) if old else entries)
    for run in old:
        drop_run(connection, run)


def drop_run(connection: sqlite3.Connection, run: int) -> None:
    """Delete a run."""
    connection.execute("DELETE FROM blocks WHERE run = ?", (run,))
    connection.execute("DELETE FROM runs WHERE id = ?", (run,))


def read_run(connection: sqlite3.Connection, run: int) -> Entries:
    """All entries of a run."""
    rows = connection.execute("SELECT data FROM blocks WHERE run = ? ORDER BY first", (run,))
    return np.concatenate([np.zeros(0, ENTRY), *(_entries(data) for (data,) in rows)])


def look_up(connection: sqlite3.Connection, kind: int, key: int) -> Entries:
    """The merged entries of one position, by its key."""
    found = [np.zeros(0, ENTRY)]
    for (run,) in connection.execute("SELECT id FROM runs WHERE kind = ?", (kind,)).fetchall():
        row = connection.execute(
            "SELECT first, data FROM blocks WHERE run = ? AND first <= ? "
            "ORDER BY first DESC LIMIT 1",
            (run, shifted(key)),
        ).fetchone()
        if row is not None:
            first, data = row
            found.append(_entries_of_key(first, data, key))
    return merge(np.concatenate(found))


def _blocks(entries: Entries) -> Iterator[Entries]:
    """The entries cut into blocks; no key is in two blocks."""
    keys = np.ascontiguousarray(entries["key"])
    starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    wanted = np.arange(0, len(entries), BLOCK)
    cuts = np.unique(starts[np.searchsorted(starts, wanted, "right") - 1])
    for start, stop in zip(cuts, [*cuts[1:], len(entries)], strict=True):
        yield entries[start:stop]


def _compressed(entries: Entries) -> bytes:
    columns = (entries[name].astype(ENTRY[name].newbyteorder("<")) for name in ENTRY.names or ())
    compressor: zstandard.ZstdCompressor | None = getattr(_thread, "compressor", None)
    if compressor is None:
        compressor = _thread.compressor = zstandard.ZstdCompressor(level=1, write_checksum=True)
    return compressor.compress(b"".join(column.tobytes() for column in columns))


def _decompressed(data: bytes) -> tuple[bytes, int]:
    """The columns of a block, and its number of entries; DamageError if the checksum is wrong."""
    decompressor: zstandard.ZstdDecompressor | None = getattr(_thread, "decompressor", None)
    if decompressor is None:
        decompressor = _thread.decompressor = zstandard.ZstdDecompressor()
    try:
        columns = decompressor.decompress(data)
    except (zstandard.ZstdError, TypeError, MemoryError):
        raise DamageError("a block of positions has changed since it was written") from None
    return columns, len(columns) // ENTRY.itemsize


def _entries(data: bytes) -> Entries:
    columns, count = _decompressed(data)
    return _slice(columns, count, 0, count)


def _entries_of_key(first: int, data: bytes, key: int) -> Entries:
    """The entries of one key in a block, whose first key the file names."""
    columns, count = _decompressed(data)
    keys = np.frombuffer(columns, "<u8", count)
    if not count or shifted(int(keys[0])) != first:
        raise DamageError("a block of positions is not where it was written")
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
