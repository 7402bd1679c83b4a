"""Switches in the environment: run kernels as plain Python, and how to compile."""

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


def allows_assistant() -> bool:
    """Whether a kernel is compiled by two processes: on two cores or more.

    COUNTERPLAY_COMPILERS=1 allows one process only, where many kernels are compiled side by side.
    """
    is_allowed = os.environ.get("COUNTERPLAY_COMPILERS", "2") != "1"
    return is_allowed and os.name == "posix" and (os.cpu_count() or 1) > 1
