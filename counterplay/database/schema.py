"""The file: an SQLite database with its tables and version, and sentences for its errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from counterplay.core.data_files import exists
from counterplay.core.game.errors import InputError
from counterplay.database.seal import Connection, DamageError, require_seal, write_seal

APPLICATION = 0x43504442
"""The application id of these SQLite files: CPDB in ASCII."""

VERSION = 3
"""Version 2 added the seal, version 3 the signature of keys."""

PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""

TABLES = """
CREATE TABLE kinds (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL, parameters TEXT NOT NULL, rules TEXT NOT NULL, source TEXT NOT NULL,
    plies INTEGER NOT NULL, keys TEXT NOT NULL DEFAULT '',
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
    """The path of the user's own database."""
    return Path(platformdirs.user_data_dir("counterplay")) / "games.db"


def connect(path: Path, create: bool) -> Connection:
    """A connection to a database of games; `create` makes the file if there is none."""
    if not create and not exists(path):
        raise InputError(f"there is no database {path}: run counterplay db import to make one")
    try:
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    with explained_errors(path):
        # Each thread has its own connection, but one thread may close them all.
        connection = sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False,
            factory=Connection,
        )  # fmt: skip
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _prepare(connection: Connection, path: Path) -> None:
    """Check what the file is before writing to it, and make the tables of a new file."""
    _require_ours(connection, path)
    connection.execute("PRAGMA synchronous = NORMAL")
    if not _version(connection):
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        with transaction(connection):
            # Another process may have made the tables in the meantime.
            if not _version(connection):
                for statement in TABLES.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
    _require_ours(connection, path)
    if _version(connection) < VERSION:
        try:
            _update(connection)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
                raise
            raise InputError(
                f"{path} is of an earlier version and must be changed once, but it is read-only: "
                "copy it to where you can write"
            ) from None


def _update(connection: Connection) -> None:
    """Give a file of an earlier version the column that it lacks, and a seal."""
    with transaction(connection):
        if _version(connection) < VERSION:
            require_seal(connection)
            connection.execute("ALTER TABLE kinds ADD COLUMN keys TEXT NOT NULL DEFAULT ''")
            connection.execute(f"PRAGMA user_version = {VERSION}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = _version(connection)
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION and (application or version or tables):
        raise InputError(f"{path} belongs to another program: it is not a database of games")
    if version > VERSION:
        raise InputError(
            f"{path} was made by a newer version of counterplay: update counterplay to open it"
        )
    if application == APPLICATION and not tables:
        raise InputError(f"{path} is damaged: it has no tables")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write everything inside, or nothing. Only one process writes at a time."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        write_seal(connection)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
UNUSABLE = {
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_READONLY: "cannot be written: it is read-only",
    sqlite3.SQLITE_PERM: "cannot be opened: permission denied",
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full; what was in it before is kept",
    sqlite3.SQLITE_IOERR: "cannot be used: the disk reports an error",
    sqlite3.SQLITE_NOTADB: "is not a database of games",
}


@contextmanager
def explained_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite, and damage, into an InputError that names the file."""
    try:
        yield
    except DamageError as error:
        raise InputError(f"{path} is damaged: {error}") from None
    except OverflowError:
        raise InputError(f"{path} cannot hold a number of more than 64 bits") from None
    except UnicodeDecodeError:  # SQLite quotes damaged names in its messages
        text = f"{path} is damaged: use a backup, or import the games again"
        raise InputError(text) from None
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in BUSY:
            text = f"{path} is being written by another process: try again later"
        elif code in UNUSABLE:
            text = f"{path} {UNUSABLE[code]}"
        else:
            what = " ".join(str(error).split())  # it quotes the file
            text = f"{path} is damaged ({what}): use a backup, or import the games again"
        raise InputError(text) from None
