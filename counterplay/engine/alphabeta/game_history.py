"""The game before the root, for the history rules of the kernel (`kernel/path.py`)."""

from __future__ import annotations

from typing import Any

from counterplay.core.game.position import Position

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def set_path(ctx: Any, position: Position, longest: int) -> None:
    """Write the keys of the positions before the root, at most `longest`, into a context."""
    keys = position.keys[-longest:]
    root = len(keys) - 1
    since = max(root - position.reversible, 0)
    ctx.path_root = root
    ctx.path[: root + 1] = keys
    ctx.path_since[0] = since
    ctx.path_hash[0] = sum(mixed(key) for key in keys[since:root]) & MASK


def mixed(key: int) -> int:
    """The same as `mixed` of the kernel."""
    x = (key ^ (key >> 29)) * GOLDEN & MASK
    return x ^ (x >> 32)
