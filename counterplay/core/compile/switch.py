"""Whether kernels run as plain Python, for debugging: NUMBA_DISABLE_JIT=1, as Numba has it."""

from __future__ import annotations

import os


def is_interpreted() -> bool:
    """Whether nothing is compiled."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
