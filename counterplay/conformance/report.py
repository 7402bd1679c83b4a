"""What a check finds: faults, each with a sentence, a position that shows it, and a line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a game.

    rule       the rule of the contract that is broken, as a short name: "purity", "keys", …
    text       what is wrong, in a sentence
    position   a position that shows it, as `game.position` reads it
    path, line the place in the game's file to look at
    """

    rule: str
    text: str
    position: str | None
    path: str
    line: int | None

    def __str__(self) -> str:
        place = f"{self.path}, line {self.line}" if self.line else self.path
        shown = f" Shown by: {self.position}." if self.position else ""
        return f"{place}: {self.text}{shown}"


@dataclass(frozen=True)
class Checked:
    """The outcome of a check: the faults found, and how much was looked at."""

    game: str
    faults: tuple[Fault, ...]
    games: int
    states: int
    seconds: float

    @property
    def ok(self) -> bool:
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "ok": self.ok, "faults": [asdict(fault) for fault in self.faults]}
