"""Tables of buckets in files: they take minutes to make, and any game of hold'em can use them."""

from __future__ import annotations

import hashlib
import platform
import threading

from counterplay.core.data_files import is_file
from counterplay.core.game.errors import InputError
from counterplay.core.table_file import being_written, read, table_folder, write
from counterplay.strategies.holdem.buckets import Bucket, Buckets, bucket_tables

FOLDER = "holdem"


def kept_tables(
    buckets: Buckets, threads: int = 1, stop: threading.Event | None = None
) -> tuple[Bucket, Bucket]:
    """The tables of `bucket_tables`, from the file of an earlier call if there is one."""
    name = hashlib.sha256(buckets.flop.tobytes() + buckets.turn.tobytes()).hexdigest()[:16]
    path = table_folder(FOLDER) / f"buckets-{name}.table"
    if is_file(path):
        _, parts = read(path)
        return parts["flop"], parts["turn"]
    flop, turn = bucket_tables(buckets, threads, stop)
    if stop is not None and stop.is_set():
        raise InputError("stopped while hands were put into buckets: there is no strategy yet")
    path.parent.mkdir(parents=True, exist_ok=True)
    about = {
        "game": FOLDER,
        "parameters": {"buckets": list(buckets.sizes)},
        "rules": name,
        "python": list(platform.python_version_tuple()[:2]),
    }
    with being_written(path) as unfinished:
        write(unfinished, path, about, {"flop": flop, "turn": turn})
    return flop, turn
