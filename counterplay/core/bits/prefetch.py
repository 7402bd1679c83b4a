"""`prefetch(address)`: load a cache line before it is needed. No result depends on it."""

from __future__ import annotations


def prefetch(address: int) -> None:
    """Load the memory at `address` into the CPU cache. Does nothing in plain Python."""
