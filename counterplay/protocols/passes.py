"""Passes: programs write them differently, and some leave a forced one out.

GTP says `pass`, but Othello programs also write `PASS` or `--`. gtp-rhino reads no spelling at all:
it knows that a player without a move passes, and expects the next move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from counterplay.protocols.process import RefusalError

SPELLINGS = ("pass", "PASS", "Pass")
"""How a pass is told to a program, one after the other, until it accepts one."""
OF_GAMES = ("pass", "--")
"""What games write for a pass, in small letters."""
OF_PROGRAMS = (*OF_GAMES, "pa", "ps", "@@")
"""What programs write for a pass, in small letters."""


def is_pass(word: str) -> bool:
    """Whether a game's word for a move means a pass."""
    return word.lower() in OF_GAMES


def may_mean_pass(word: str) -> bool:
    """Whether a program's word means a pass, if it is no move of the game."""
    return word.lower() in OF_PROGRAMS


def the_pass(legal: Iterable[str]) -> str | None:
    """The one among the words of the legal moves that is a pass; None if there is none."""
    return next((word for word in legal if is_pass(word)), None)


class PassTeller:
    """Tells one program of passes, and remembers how it wants to be told."""

    def __init__(self) -> None:
        self._accepted = ""
        self._leaves_out_forced = False

    def tell(self, own: str, is_forced: bool, ask: Callable[[str], object]) -> None:
        """Call `ask` with spellings of a pass until one is not refused.

        `own` is the game's word. If the program refuses all spellings of a forced pass, the pass is
        left out. If it was not forced, the first refusal is raised.
        """
        if is_forced and self._leaves_out_forced:
            return
        refusal: RefusalError | None = None
        for word in dict.fromkeys(filter(None, (self._accepted, own, *SPELLINGS))):
            try:
                ask(word)
            except RefusalError as error:
                refusal = refusal or error
            else:
                self._accepted = word
                return
        if not is_forced:
            assert refusal is not None
            raise refusal
        self._leaves_out_forced = True
