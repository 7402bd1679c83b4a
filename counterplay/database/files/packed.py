"""Packed files, gzip or Zstandard, unpacked while they are read; torn ones are noticed."""

from __future__ import annotations

import gzip
import io
from typing import BinaryIO, cast

import zstandard

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
CHUNK = 1 << 17


def unpacked(raw: io.BufferedReader) -> io.BufferedReader:
    """The bytes of a file, unpacked where its beginning says that they are packed."""
    first = raw.peek(len(ZSTD))[: len(ZSTD)]
    if first.startswith(GZIP):
        return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=raw)), CHUNK)
    return io.BufferedReader(_Zstd(raw), CHUNK) if first == ZSTD else raw


class _Zstd(io.RawIOBase):
    """Zstandard frames, one after the other. Its own reader takes a torn frame for a whole one."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._is_begun = False
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        target = memoryview(buffer)  # type: ignore[arg-type]
        while not self._left:
            packed = self._frame.unused_data if self._frame.eof else b""
            packed = packed or self._raw.read(CHUNK)
            if not packed:
                if self._is_begun and not self._frame.eof:
                    raise EOFError("it was cut off")
                return 0
            if self._frame.eof:
                self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._is_begun = True
            self._left = self._frame.decompress(packed)
        size = min(len(target), len(self._left))
        target[:size], self._left = self._left[:size], self._left[size:]
        return size
