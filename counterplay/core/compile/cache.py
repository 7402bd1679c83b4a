"""The folder with compiled kernels, safe for many processes and against damaged files.

Each kernel is a source file, named by a hash of everything it was made from. Numba keeps the
machine code beside it. Files are written whole and renamed into place, with a fixed time stamp:
Numba compares time stamps, but the name already identifies the content. A list of checksums is
written last; a file that does not match is damaged.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from glob import escape
from pathlib import Path

import platformdirs

from counterplay.core.game.errors import CounterplayError

STAMP = 1_000_000_000
UNUSED_DAYS = 60


def folder() -> Path:
    """The cache folder: COUNTERPLAY_CACHE, or the user's cache directory."""
    given = os.environ.get("COUNTERPLAY_CACHE")
    return Path(given) if given else Path(platformdirs.user_cache_dir("counterplay"))


@cache
def temporary_folder() -> Path:
    """A folder for this process only. It is used if the cache folder cannot be written."""
    try:
        made = Path(tempfile.mkdtemp(prefix="counterplay-"))
    except OSError as error:
        raise CounterplayError(
            f"neither {folder()} nor a temporary directory can be written ({error.strerror}): "
            "free some space or set COUNTERPLAY_CACHE"
        ) from None
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def say_temporary(error: OSError) -> None:
    """Say that the cache folder cannot be written."""
    print(
        f"counterplay: cannot write to {folder()} ({error.strerror}); compiling into a temporary "
        "directory, so the next start compiles again",
        file=sys.stderr,
    )


def put(path: Path, text: str) -> None:
    """Write a file in one step. A file with the same text is left as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        if path.read_text(encoding="utf-8") == text:
            if path.stat().st_mtime != STAMP:  # the folder was copied
                os.utime(path, (STAMP, STAMP))
            return
    except (OSError, UnicodeDecodeError):
        pass
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.utime(name, (STAMP, STAMP))
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def machine_code(source: Path) -> list[Path]:
    """The files in which Numba keeps the machine code of a source file."""
    return sorted((source.parent / "__pycache__").glob(f"{escape(source.stem)}.*.nb[ic]"))


def _checksums(source: Path) -> Path:
    return source.with_suffix(".sums")


def seal(source: Path) -> None:
    """Write the checksums of a kernel's machine code, once it is complete."""
    try:
        sums = {p.name: _digest(p) for p in machine_code(source)}
    except FileNotFoundError:
        return  # another process is compiling it, too, and will write the checksums
    handle, name = tempfile.mkstemp(dir=source.parent, prefix=".", suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(sums, file)
    Path(name).replace(_checksums(source))


def drop_damaged(source: Path) -> None:
    """Remove machine code that does not match its checksums; it is then compiled again."""
    try:
        sums = json.loads(_checksums(source).read_text(encoding="utf-8"))
        whole = {p.name: _digest(p) for p in machine_code(source)} == sums
    except (OSError, ValueError):
        whole = False
    if not whole:
        drop(source)
        return
    with suppress(OSError):  # set the time of last use, unless the folder is read-only
        os.utime(_checksums(source))


def drop(source: Path) -> None:
    """Remove a kernel's machine code and its checksums."""
    for path in (*machine_code(source), _checksums(source)):
        path.unlink(missing_ok=True)


def prune() -> None:
    """Remove kernels that were not used for `UNUSED_DAYS` days."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    for sums in folder().glob("*.sums"):
        try:
            if sums.stat().st_mtime < oldest:
                source = sums.with_suffix(".py")
                drop(source)
                source.unlink(missing_ok=True)
        except OSError:
            continue  # another process was faster


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
