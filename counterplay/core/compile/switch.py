"""Switches in the environment: run kernels as plain Python, and wait for compilers."""

from __future__ import annotations

import os


def is_interpreted() -> bool:
    """Whether nothing is compiled, for debugging: NUMBA_DISABLE_JIT=1, as Numba has it."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def allows_stand_in() -> bool:
    """Whether plain Python may answer while an engine is compiled; not so: wait for the engine.

    COUNTERPLAY_STAND_IN=off makes the answers of a cold start those of a warm one.
    """
    return os.environ.get("COUNTERPLAY_STAND_IN", "on") != "off"
