"""Native forms of the plain functions in `core/bits`. An import of this registers them with Numba.

`compiler.py` imports it. A user's own `@njit` function gets it through Numba's entry point for
extensions (`pyproject.toml`).
"""

from counterplay.core.compile.native_forms import (
    addresses,
    atomics,
    bits,
    casts,
    prefetch,
    rays,
)


def init() -> None:
    """For the entry point: the import did it."""


__all__ = ["addresses", "atomics", "bits", "casts", "init", "prefetch", "rays"]
