"""JSON files that one command writes and later commands read, such as ladders and calibrations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from counterplay.core.game.errors import InputError


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all. Creates its folder."""
    unfinished = path.with_name(f".{path.name}.tmp")
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
