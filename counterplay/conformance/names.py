"""Advice about hooks whose names changed in 0.2.0. Old names go on working."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from counterplay.core.compile.native import reachable
from counterplay.core.game.contract import RENAMED, RULE
from counterplay.core.game.game import Game
from counterplay.core.game.loader import takes_inputs


def renamed_hooks(game: Game) -> tuple[str, ...]:
    """One line about the old names that a game uses, and one for each that is not used."""
    hooks = {n: f for n, f in game.functions.items() if n in RULE}
    called = reachable(list(hooks.values()))
    old_names, notes = [], []
    for old, new in RENAMED.items():
        hook = hooks.get(new)
        if hook is None:
            continue
        names = hook.__globals__
        function = names.get(old)
        if hook is function and names.get(new) is not hook:
            old_names.append(f"{old} to {new}")
        elif _is_unused(function, new, called):
            notes.append(f"{old}() is not used: since 0.2.0 the hook is called {new}()")
    if old_names:
        notes.insert(0, f"rename {', '.join(old_names)}: the old names still work")
    return tuple(notes)


def _is_unused(function: Any, hook: str, called: list[FunctionType]) -> bool:
    """Whether a function looks like a hook but is neither a hook nor called by one."""
    is_like_hook = isinstance(function, FunctionType) and takes_inputs(function, hook)
    return is_like_hook and function not in called
