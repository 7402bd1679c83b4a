"""The settings that are compared: those of the game, and the same with one technique switched.

A technique that the game's settings have on is switched off; one that they have off is switched
on, so that a game's author sees whether leaving it out was right.
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
from counterplay.engine.alphabeta.settings import SELECTIVE, SWITCHES, Settings, bits_of, lacking
from counterplay.engine.settings import read_settings

TECHNIQUES = tuple(
    field.name
    for field in dataclasses.fields(Settings)
    if field.name in SWITCHES or field.name == "selective"
)


@dataclass(frozen=True)
class Variant:
    """A name for people, and the settings that differ from the baseline."""

    name: str
    changes: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True)
class Idle:
    """A technique that is not measured, and why."""

    technique: str
    reason: str


BASELINE = Variant("baseline")
NOTHING = Variant("everything off", tuple((name, False) for name in TECHNIQUES))
"""Plain alpha-beta: the moves in the order of the rules, and no memory."""


def settings_of(game: Game, base: Mapping[str, Any]) -> Settings:
    """The settings of the baseline: the engine's, then the game's own, then those given."""
    settings = read_settings(Settings, {**game.search_settings, **base}, "alphabeta")
    if settings.threads > 1:
        raise InputError(
            f"threads={settings.threads}: nodes can only be compared between searches of one thread"
        )
    return settings


def variants(
    game: Game, settings: Settings, techniques: Sequence[str] = ()
) -> tuple[list[Variant], list[Idle]]:
    """One variant for each technique, or each of those named; and those without effect."""
    for name in techniques:
        if name not in TECHNIQUES:
            near = difflib.get_close_matches(name, TECHNIQUES, 2, 0.5)
            hint = (
                f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(TECHNIQUES)}"
            )
            raise InputError(f"alphabeta has no technique {name!r}: {hint}")
    found, idle = list[Variant](), list[Idle]()
    for name in TECHNIQUES:
        if techniques and name not in techniques:
            continue
        wanted = not getattr(settings, name)
        changed: Any = {name: wanted}
        switched = dataclasses.replace(settings, **changed)
        reason = missing(name, game, settings)
        if reason is None and bits_of(switched, game) == bits_of(settings, game):
            reason = overruled(name, settings)
        if reason is None:
            found.append(Variant(f"{name} {'on' if wanted else 'off'}", ((name, wanted),)))
        else:
            idle.append(Idle(name, reason))
    return found, idle


def missing(name: str, game: Game, settings: Settings) -> str | None:
    """What a technique lacks that would give it something to do, in words; None where nothing."""
    hook = lacking(name, game)
    if hook is not None:
        return f"{game.name} lacks {hook}"
    if name == "probcut" and not settings.calibration and find_calibration(game) is None:
        return "no calibration; `counterplay calibrate` makes one"
    return None


def overruled(name: str, settings: Settings) -> str:
    """Which other setting makes a switch of no consequence."""
    if settings.exact and (name in SELECTIVE or name == "selective"):
        return "an exact search is never selective"
    if name == "selective":
        return "none of its techniques is in use"
    return "selective is off"
