"""A technique of a search method: its name, what it does, and what a game must define for it."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.game.game import Game


@dataclass(frozen=True)
class Technique:
    """One technique. A method derives its own class, which adds the bit that a kernel tests.

    name        the name of its setting; in capitals, the name of its bit
    about       one sentence: what it does
    hook        a function that the game must define
    evaluator   whether the game must have an evaluator
    default     whether it is on by default
    """

    name: str
    about: str
    hook: str | None = None
    evaluator: bool = False
    default: bool = True

    def lacks(self, game: Game) -> str | None:
        """What the game would have to define for this technique; None if nothing is missing."""
        if self.hook is not None and self.hook not in game.functions:
            return f"`{self.hook}(s)`"
        if self.evaluator and game.evaluator is None:
            return "an evaluator"
        return None
