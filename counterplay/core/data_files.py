"""Files that users name, and JSON files that one command writes and later commands read."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

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


def is_device(path: Path) -> bool:
    """Whether something is there that is neither a file nor a folder, such as /dev/null."""
    return exists(path) and not is_file(path) and not is_folder(path)


def require_writable(path: Path) -> None:
    """Refuse a path that cannot be written, before long work. Its folder may be made later."""
    above = (folder for folder in path.absolute().parents if exists(folder))
    place = path if is_device(path) else next(above)
    if not os.access(place, os.W_OK):
        raise InputError(f"{path} cannot be written: {place} is read-only")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file as `replace_file` does. Creates its folder."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    replace_file(path, content)


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file completely, or leave what was there. Of several processes the last one wins.

    A link or a device, such as /dev/stdout, is written to: a file must not take its place.
    """
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of `path` when it is complete (`replace_file`)."""
    own = path.parent / f".{path.name}.{os.getpid()}.tmp"  # a path may lack a name
    try:
        if path.is_symlink() or is_device(path):
            with path.open("wb") as file:
                yield file
            return
        try:
            with own.open("wb") as file:
                yield file
            own.replace(path)
        finally:
            own.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def json_line(value: Mapping[str, Any]) -> bytes:
    """A JSON object as a line of a file."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def line_sum(fields: Mapping[str, Any]) -> str:
    """The checksum of a JSON object in a line: its field `sum`, which itself does not count."""
    counted = {name: value for name, value in fields.items() if name != "sum"}
    return f"{zlib.crc32(json_line(counted)):08x}"


def with_sum(text: str) -> str:
    """A JSON object as text, with its checksum in a last field `sum`. `read_json` compares it."""
    return f'{text.rstrip().removesuffix("}").rstrip()},\n "sum": "{_sum(json.loads(text))}"\n}}\n'


def has_its_sum(content: Mapping[str, Any]) -> bool:
    """Whether the field `sum` fits the other fields, or is missing, as in files of people."""
    return content.get("sum") in (None, _sum(content))


def _sum(content: Mapping[str, Any]) -> str:
    counted = {name: value for name, value in content.items() if name != "sum"}
    return f"{zlib.crc32(json.dumps(counted, sort_keys=True).encode()):08x}"


def read_json(path: Path, kind: str, command: str, version: int) -> dict[str, Any]:
    """Read a JSON object whose field `format` is `version`. A field `sum` must fit, if it has one.

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
    if not has_its_sum(content):
        raise InputError(
            f"{path} is damaged: run `{command}` again; if you changed it yourself, remove its sum"
        )
    content.pop("sum", None)
    return content
