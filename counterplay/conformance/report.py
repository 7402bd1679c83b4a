"""The result of a check: faults, each with a sentence, a position and a line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from counterplay.conformance.profile import Profile


@dataclass(frozen=True)
class Fault:
    """A fault of a game.

    rule       a short name of the broken rule: "purity", "keys", …
    text       what is wrong, in one sentence
    position   a position with the fault, in the form that `game.position` reads
    path       the file of the function with the fault
    line       the line of the function, if it is known
    """

    rule: str
    text: str
    position: str | None
    path: str
    line: int | None

    def __str__(self) -> str:
        place = f"{self.path}, line {self.line}" if self.line else self.path
        shown = f" Position: {self.position}." if self.position else ""
        return f"{place}: {self.text}{shown}"


@dataclass(frozen=True)
class Checked:
    """The result of a check.

    faults    what is wrong; empty for a sound game
    games     the number of games that were played
    states    the number of different states in these games
    notes     advice: names that have changed, things that may be right; not a fault
    profile   what the games were like; None if the file is not a game
    stopped   why fewer games were played than asked for, if so
    """

    game: str
    faults: tuple[Fault, ...]
    games: int
    states: int
    seconds: float
    notes: tuple[str, ...] = ()
    profile: Profile | None = None
    stopped: str | None = None

    @property
    def ok(self) -> bool:
        """Whether there is no fault."""
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        """The result as plain values, without the notes."""
        plain = {**asdict(self), "ok": self.ok, "faults": [asdict(fault) for fault in self.faults]}
        del plain["notes"]
        return plain
