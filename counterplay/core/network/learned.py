"""What learned evaluations have in common: how a game uses one, and the file that keeps it.

The file is one line of JSON about the evaluation (what it is for, how it was made, sizes, a
checksum), then the weights as bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError

LARGEST_HEAD = 1 << 20
LARGEST = 1 << 30
"""The most bytes of the first line, and of the file."""


class Learned(Protocol):
    """A learned evaluation: a network, or pattern tables."""

    @property
    def kind(self) -> str:
        """The name of the kind, by which `rules.py` knows how kernels evaluate it."""

    @property
    def what(self) -> str:
        """What its file is, in a sentence: `x.network is a network for chess`."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def rules(self) -> str:
        """A hash of what it reads of a state."""

    @property
    def words(self) -> int:
        """The number of words with inputs."""

    @property
    def scale(self) -> int:
        """Score points for an output of 1."""

    @property
    def is_correction(self) -> bool:
        """Whether its score is added to the game's own evaluation."""

    @property
    def about(self) -> Mapping[str, Any]:
        """How it was made, for people."""

    @property
    def digest(self) -> str:
        """A hash of the weights."""

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The payoffs whose chances it predicts, from the least up; there may be none."""

    def chances(self, views: list[npt.NDArray[np.uint64]]) -> list[float]:
        """The chance of each payoff but the least, or of a higher one, for the side to move."""

    def fields(self, slots: int) -> dict[str, int]:
        """What a kernel's context has of it, but for the room of a thread."""

    def room(self, slots: int) -> dict[str, npt.NDArray[Any]]:
        """The arrays that every context has for itself, by the field with their address."""

    def score(self, views: list[npt.NDArray[np.uint64]]) -> int:
        """The score for the side to move, from the inputs of its view and those of the other's."""


Kinds = Mapping[str, type[np.generic]]
"""The names of arrays, in the order of the file, with the types of their numbers."""


def little(kind: type[np.generic]) -> np.dtype[Any]:
    """The type in files: with the low byte first, on every machine."""
    return np.dtype(kind).newbyteorder("<")


def body_of(learned: Any, kinds: Kinds) -> bytes:
    """The weights as bytes, the same on every machine."""
    return b"".join(getattr(learned, n).astype(little(k)).tobytes() for n, k in kinds.items())


def shapes_of(learned: Any, kinds: Kinds) -> dict[str, tuple[int, ...]]:
    """The shapes of the arrays, for the first line."""
    return {name: getattr(learned, name).shape for name in kinds}


def arrays_of(head: Mapping[str, Any], body: bytes, kinds: Kinds) -> dict[str, Any]:
    """The arrays in the bytes. Raises ValueError if the sizes do not fit."""
    arrays, start = {}, 0
    for name, kind in kinds.items():
        shape = tuple(int(size) for size in head["shapes"][name])
        end = start + int(np.prod(shape)) * np.dtype(kind).itemsize
        flat = np.frombuffer(body[start:end], little(kind))
        arrays[name] = np.ascontiguousarray(flat.reshape(shape).astype(kind))
        start = end
    if start != len(body):
        raise ValueError("sizes")
    return arrays


def checksum(head: Mapping[str, Any], body: bytes) -> str:
    """A hash of the weights, and of everything that the first line says about them."""
    said = json.dumps({n: v for n, v in head.items() if n != "sha256"}, sort_keys=True)
    return hashlib.sha256(said.encode() + b"\n" + body).hexdigest()


def write_file(path: Path, head: Mapping[str, Any], body: bytes) -> None:
    """Write the file of an evaluation, whole or not at all."""
    line = json.dumps({**head, "sha256": checksum(head, body)})
    replace_file(path, line.encode() + b"\n" + body)


def read_file(path: Path, form: str, kind: str) -> tuple[dict[str, Any], bytes]:
    """The first line of a file, and the bytes of its weights.

    A file that does not begin with `form`, or is damaged, is refused with a sentence.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is too large to be a {kind}: {path.stat().st_size:,} bytes")
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    line, _, body = content.partition(b"\n")
    try:
        head = json.loads(line) if len(line) <= LARGEST_HEAD else None
    except (ValueError, RecursionError):
        head = None
    if head is None and line.startswith(json.dumps({"format": form})[:-1].encode()):
        raise InputError(
            f"{path} is damaged: its first line cannot be read. Copy or learn it again"
        )
    if not isinstance(head, dict) or head.get("format") != form:
        raise InputError(f"{path} is not a {kind}: it does not begin with {form!r}")
    if checksum(head, body) != head.get("sha256"):
        raise InputError(f"{path} is damaged: its checksum is wrong. Copy or learn it again")
    return head, body
