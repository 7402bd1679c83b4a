"""The file: SQLite, with its tables, its version, and what is said where it cannot be used."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from counterplay.core.game.errors import InputError

APPLICATION = 0x43504442
"""By which SQLite files of ours are known: CPDB."""

VERSION = 1
PATIENCE = 10.0
"""Seconds to wait for somebody else who is writing."""

TABLES = """
CREATE TABLE kinds (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL, parameters TEXT NOT NULL, rules TEXT NOT NULL, source TEXT NOT NULL,
    plies INTEGER NOT NULL,
    UNIQUE (name, parameters, rules)
);
CREATE TABLE sources (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL, digest INTEGER NOT NULL,
    start TEXT NOT NULL, moves BLOB NOT NULL,
    payoffs TEXT NOT NULL, winner INTEGER,
    players TEXT NOT NULL, date INTEGER NOT NULL,
    event TEXT NOT NULL, site TEXT NOT NULL, round TEXT NOT NULL, tags TEXT NOT NULL,
    source INTEGER NOT NULL
);
CREATE UNIQUE INDEX games_by_digest ON games (digest);
CREATE INDEX games_by_kind ON games (kind);
CREATE TABLE names (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
);
CREATE TABLE seats (
    name INTEGER NOT NULL, game INTEGER NOT NULL, seat INTEGER NOT NULL,
    PRIMARY KEY (name, game, seat)
) WITHOUT ROWID;
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL, entries INTEGER NOT NULL, positions INTEGER NOT NULL
);
CREATE TABLE blocks (
    run INTEGER NOT NULL, first INTEGER NOT NULL, data BLOB NOT NULL
);
CREATE UNIQUE INDEX blocks_by_first ON blocks (run, first);
"""


def default_path() -> Path:
    """The user's own database."""
    return Path(platformdirs.user_data_dir("counterplay")) / "games.db"


def connect(path: Path, create: bool) -> sqlite3.Connection:
    """A connection to a database of games, begun if there is none and `create` says so."""
    if not create and not path.exists():
        raise InputError(f"there is no database {path}: counterplay db import makes one")
    try:
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    with speaking(path):
        # Each thread has its own, but whoever closes the database closes them all.
        connection = sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """See what the file is, before anything is written to it."""
    _require_ours(connection, path)
    connection.execute("PRAGMA synchronous = NORMAL")
    if not connection.execute("PRAGMA user_version").fetchone()[0]:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        with transaction(connection):
            # Another process may have begun the file since.
            if not connection.execute("PRAGMA user_version").fetchone()[0]:
                for statement in TABLES.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
    _require_ours(connection, path)


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION and (application or version or tables):
        raise InputError(f"{path} is a file of another program, not a database of games")
    if version > VERSION:
        raise InputError(
            f"{path} was made by a newer version of counterplay, and is left as it is: use that one"
        )
    if application == APPLICATION and not tables:
        raise InputError(f"{path} is damaged: it has no tables")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is written inside, or nothing of it; one at a time may write."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """The same state of the file for all that is read inside."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


class DamageError(Exception):
    """Something in the file is not as it was written; the text says what."""


BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
UNUSABLE = {
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_READONLY: "cannot be written: it may only be read",
    sqlite3.SQLITE_PERM: "cannot be opened: that is not permitted",
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full; nothing is lost",
    sqlite3.SQLITE_IOERR: "cannot be used: the disk reports an error",
    sqlite3.SQLITE_NOTADB: "is not a database of games",
}


@contextmanager
def speaking(path: Path) -> Iterator[None]:
    """Errors of SQLite, and damage, as a sentence about the file."""
    try:
        yield
    except DamageError as error:
        raise InputError(f"{path} is damaged: {error}") from None
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in BUSY:
            text = f"{path} is in use by another process that writes to it: wait for it"
        elif code in UNUSABLE:
            text = f"{path} {UNUSABLE[code]}"
        else:
            text = f"{path} is damaged ({error}): go on with a copy, or import the games anew"
        raise InputError(text) from None
