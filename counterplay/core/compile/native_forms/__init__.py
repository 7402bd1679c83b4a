"""Native forms of the plain functions that rules call. An import of this registers them in Numba.

`compiler.py` imports it. A user's own `@njit` function gets it through Numba's entry point for
extensions (`pyproject.toml`).
"""

from counterplay.core.compile.native_forms import (
    addresses,
    atomics,
    bits,
    casts,
    hashing,
    prefetch,
    rays,
    vectors,
)


def init() -> None:
    """For the entry point: the import did it."""


__all__ = [
    "addresses",
    "atomics",
    "bits",
    "casts",
    "hashing",
    "init",
    "prefetch",
    "rays",
    "vectors",
]
