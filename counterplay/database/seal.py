"""The seal: a checksum of what leads to the counts of a position.

Games and blocks of counts have checksums of their own. The seal covers what finds them: the
rulesets, the runs, and the first key of each block. Every transaction writes it anew, and a look-up
compares it with the file once, and again after a change.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

UNSEALED = 1
"""The version of files without a seal. They get one when they are opened."""

TABLE = "CREATE TABLE IF NOT EXISTS seals (id INTEGER PRIMARY KEY, seal BLOB NOT NULL)"
SEALED = (
    "SELECT * FROM kinds ORDER BY id",
    "SELECT * FROM runs ORDER BY id",
    "SELECT run, first FROM blocks ORDER BY run, first",  # read from its index, as look-ups do
)


class DamageError(Exception):
    """Data of the file has changed since it was written; the text says which."""


class Connection(sqlite3.Connection):
    """A connection that remembers which state of the file it has compared with its seal."""

    compared: tuple[int, int] | None = None


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Everything read inside comes from the same state of the file."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def write_seal(connection: sqlite3.Connection) -> None:
    """Seal the file, inside the transaction that changed it."""
    connection.execute(TABLE)
    connection.execute("INSERT OR REPLACE INTO seals VALUES (1, ?)", (_sum(connection),))


def require_seal(connection: Connection) -> None:
    """Refuse a file that has changed since it was sealed."""
    with snapshot(connection):
        state = (connection.execute("PRAGMA data_version").fetchone()[0], connection.total_changes)
        if connection.compared == state:
            return
        is_sealed = connection.execute("PRAGMA user_version").fetchone()[0] > UNSEALED
        if is_sealed and not _is_whole(connection):
            raise DamageError("its index has changed since it was written: import the games again")
        connection.compared = state


def _is_whole(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT seal FROM seals").fetchall() == [(_sum(connection),)]


def _sum(connection: sqlite3.Connection) -> bytes:
    digest = hashlib.sha256()
    for query in SEALED:
        for row in connection.execute(query):
            digest.update(repr(row).encode())
    return digest.digest()
