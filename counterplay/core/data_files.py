"""Files that users name, and JSON files that one command writes and later commands read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from counterplay.core.game.errors import InputError


def is_file(path: str | Path) -> bool:
    """Whether there is a file. False, not an error, for a name that no file can have."""
    return _is(Path.is_file, path)


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder. False, not an error, for a name that no folder can have."""
    return _is(Path.is_dir, path)


def exists(path: str | Path) -> bool:
    """Whether there is a file or folder. False, not an error, for a name that none can have."""
    return _is(Path.exists, path)


def _is(ask: Callable[[Path], bool], path: str | Path) -> bool:
    """Python 3.11 raises OSError for a name that is too long."""
    try:
        return ask(Path(path))
    except (OSError, ValueError):
        return False


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all. Creates its folder."""
    unfinished = path.parent / f".{path.name}.tmp"  # a path may lack a name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def read_json(path: Path, kind: str, command: str, version: int) -> dict[str, Any]:
    """Read a JSON object whose field `format` is `version`.

    `kind` and `command` are for error messages: what the file should be, and what writes one.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is not a {kind}: it is not JSON") from None
    if not isinstance(content, dict) or "format" not in content:
        raise InputError(f"{path} is not a {kind}: `{command}` writes one")
    if content["format"] != version:
        raise InputError(
            f"{path} is a {kind} of format {content['format']}, but this version reads format "
            f"{version}: run `{command}` again"
        )
    return content
