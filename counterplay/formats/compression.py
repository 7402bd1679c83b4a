"""Compressed files: gzip and Zstandard, decompressed while they are read."""

from __future__ import annotations

import gzip
import io
from typing import BinaryIO, cast

import zstandard

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
CHUNK = 1 << 17


def decompressed(raw: io.BufferedReader) -> io.BufferedReader:
    """The content of a file; a file that is not compressed is returned as it is.

    Reading raises EOFError if the compressed data ends too early.
    """
    first = raw.peek(len(ZSTD))[: len(ZSTD)]
    if first.startswith(GZIP):
        return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=raw)), CHUNK)
    return io.BufferedReader(_Zstd(raw), CHUNK) if first == ZSTD else raw


class _Zstd(io.RawIOBase):
    """Zstandard frames, one after the other.

    The reader of the `zstandard` package takes a truncated frame for a whole one.
    """

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._has_data = False
        self._pending = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        target = memoryview(buffer)  # type: ignore[arg-type]
        while not self._pending:
            chunk = self._frame.unused_data if self._frame.eof else b""
            chunk = chunk or self._raw.read(CHUNK)
            if not chunk:
                if self._has_data and not self._frame.eof:
                    raise EOFError("the compressed data ends too early")
                return 0
            if self._frame.eof:
                self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._has_data = True
            self._pending = self._frame.decompress(chunk)
        size = min(len(target), len(self._pending))
        target[:size], self._pending = self._pending[:size], self._pending[size:]
        return size
