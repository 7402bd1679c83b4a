"""The specification of a player: what `alphabeta:killers=off` or `uci:stockfish` says.

`parse.py` makes one from a text.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from counterplay.core.game.limits import Limit
from counterplay.formats.polyglot.book import OWN

STRATEGY_FILE = ("strategy", "file")
"""The kind and the setting that name a file of a strategy."""


@dataclass(frozen=True)
class Spec:
    """What a player is made from.

    text       the whole text
    kind       a row of `kinds.KINDS`, or the path of a Python file
    name       what the player is called in results
    algorithm  the textbook algorithm (textbook only)
    command    the program and its arguments (programs only)
    options    options of the program (programs only)
    settings   all other settings, as text
    limit      the player's own limit per move; None for the limit of the match
    evaluator  the file of an evaluator; None for the game's own
    weights    a file of weights, or a name that the evaluator defines; None for its own
    book       the file of an opening book, or `own`; None for no book (engines only)
    tables     a solution, or a folder of endgame tables; None for none (engines only)
    ponder     whether it thinks on the opponent's time (engines only)
    """

    text: str
    kind: str
    name: str
    algorithm: str = ""
    command: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    limit: Limit | None = None
    evaluator: str | None = None
    weights: str | None = None
    book: str | None = None
    tables: str | None = None
    ponder: bool = False

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the player is made from, without its tables."""
        own = [self.kind] if self.kind.endswith(".py") else []
        own += self.command[:1]
        own += [value for name, value in self.settings if (self.kind, name) == STRATEGY_FILE]
        weights = self.weights if self.weights and Path(self.weights).suffix else None
        book = self.book if self.book != OWN else None
        return tuple(file for file in (*own, self.evaluator, weights, book) if file)
