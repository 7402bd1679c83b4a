"""The variants of an ablation: the game's settings with one technique switched.

A technique that is on is switched off. One that is off is switched on, so the author of a game sees
whether leaving it off is right.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.probcut.calibration import find_calibration
from counterplay.engine.alphabeta.techniques import ROWS
from counterplay.engine.base import own_settings
from counterplay.engine.settings import RENAMED, read_settings
from counterplay.experiments.ablation.methods import Method, method_of


@dataclass(frozen=True)
class Variant:
    """A name for display, and the settings that differ from the baseline."""

    name: str
    changes: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True)
class Idle:
    """A technique that is not measured, and the reason."""

    technique: str
    reason: str


BASELINE = Variant("baseline")


def nothing(method: Method) -> Variant:
    """The plain search: no transposition table, and moves in the order of the rules."""
    return Variant("everything off", tuple((name, False) for name in method.switches))


def settings_of(game: Game, base: Mapping[str, Any]) -> Any:
    """The settings of the baseline: the defaults, then the game's own, then `base`."""
    method = method_of(game)
    settings = read_settings(
        method.settings, {**own_settings(game, method.name), **base}, method.name
    )
    if settings.threads > 1:
        raise InputError(
            f"threads={settings.threads}: node counts can be compared only with threads=1"
        )
    return settings


def variants(
    game: Game, settings: Any, techniques: Sequence[str] = ()
) -> tuple[list[Variant], list[Idle]]:
    """A variant for each technique, or each one named; and the techniques without effect."""
    method = method_of(game)
    for name in techniques:
        _require_known(name, method)
    found, idle = list[Variant](), list[Idle]()
    for name in method.switches:
        if techniques and name not in techniques:
            continue
        wanted = not getattr(settings, name)
        changed: Any = {name: wanted}
        switched = dataclasses.replace(settings, **changed)
        reason = missing(name, game, settings)
        if reason is None and method.bits_of(switched, game) == method.bits_of(settings, game):
            reason = overruled(name, settings)
        if reason is None:
            found.append(Variant(f"{name} {'on' if wanted else 'off'}", ((name, wanted),)))
        else:
            idle.append(Idle(name, reason))
    return found, idle


def _require_known(name: str, method: Method) -> None:
    switches = method.switches
    if RENAMED.get(name) in switches:
        raise InputError(f"{name} is now called {RENAMED[name]}")
    if name not in switches:
        near = difflib.get_close_matches(name, switches, 2, 0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(switches)}"
        raise InputError(f"{method.name} has no technique {name!r}: {hint}")


def missing(name: str, game: Game, settings: Any) -> str | None:
    """What a technique needs and the game does not have; None if nothing is missing."""
    techniques = method_of(game).techniques
    hook = techniques[name].lacks(game) if name in techniques else None
    if hook is not None:
        return f"{game.name} does not define {hook}"
    if name == "probcut" and not settings.calibration and find_calibration(game) is None:
        return "no calibration; `counterplay calibrate` makes one"
    return None


def overruled(name: str, settings: Any) -> str:
    """The other setting of alpha-beta that makes a switch have no effect."""
    is_selective = name == "selective" or any(row.name == name and row.is_selective for row in ROWS)
    if settings.exact and is_selective:
        return "an exact search is never selective"
    if name == "selective":
        return f"none of {', '.join(row.name for row in ROWS if row.is_selective)} is in use"
    return "selective is off"
