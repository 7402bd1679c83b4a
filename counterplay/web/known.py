"""What is known about the built-in games: the result of best play, and who or what found it.

An entry counts only for the parameters that it names; parameters that it does not name have their
defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import Any

from counterplay.core.game.game import Game


@dataclass(frozen=True)
class Known:
    """A result that is known about a game.

    value        the result of best play, a sentence
    source       who found it, or the command that does
    parameters   the parameters that differ from their defaults
    """

    value: str
    source: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


KNOWN: Mapping[str, tuple[Known, ...]] = {
    "connect_four": (
        Known("The first player wins, at the latest with move 41.", "Allen; Allis, 1988"),
        Known(
            "A draw.",
            "counterplay analyse connect_four --set width=5 --set height=4",
            {"width": 5, "height": 4},
        ),
    ),
    "dark_hex": (
        Known("x wins for sure, beginning with c1 or a3.", "counterplay plan dark_hex"),
        Known(
            "x wins for sure, beginning with b1 or a2.",
            "counterplay plan dark_hex --set rows=2 --set columns=2",
            {"rows": 2, "columns": 2},
        ),
    ),
    "dots_and_boxes": (
        Known("The second player wins 6 boxes to 3.", "counterplay analyse dots_and_boxes"),
    ),
    "go": (
        Known(
            "Black wins by one point.",
            "counterplay analyse go --set size=2 --set scored=true --set komi=0 --method alphabeta",
            {"size": 2, "scored": True, "komi": "0"},
        ),
    ),
    "kuhn": (Known("The first player loses 1/18 of a point a game.", "Kuhn, 1950"),),
    "leduc": (
        Known("The first player loses 0.0856 points a game.", "counterplay equilibrium leduc"),
    ),
    "liars_dice": (
        Known("The first player loses 0.027 points a game.", "counterplay equilibrium liars_dice"),
    ),
    "limit_holdem": (
        Known(
            "The button wins 0.088 to 0.09 big blinds a game.",
            "Bowling, Burch, Johanson and Tammelin, 2015",
        ),
    ),
    "othello": (
        Known(
            "The second player wins 11 discs to 3.",
            "counterplay analyse othello --set size=4",
            {"size": 4},
        ),
        Known("The second player wins by 4 discs.", "Feinstein, 1993", {"size": 6}),
    ),
    "pig": (Known("The first player wins 53.06 % of the games.", "Neller and Presser, 2004"),),
    "tic_tac_toe": (Known("A draw.", "counterplay analyse tic_tac_toe"),),
}
"""By game, what is known with some parameters."""


def known_of(game: Game) -> Known | None:
    """What is known about a game with its parameters; None if nothing is."""
    if not game.is_built_in:
        return None
    if game.name == "nim":
        return known_nim(game)
    given = {p.name: p.value for p in game.parameters.values() if p.value != p.default}
    entries = KNOWN.get(game.name, ())
    return next((one for one in entries if dict(one.parameters) == given), None)


def known_nim(game: Game) -> Known:
    """Who wins Nim. Bouton's theorem decides it for all piles."""
    piles, is_misere = (game.parameters[name].value for name in ("piles", "misere"))
    is_reversed = is_misere and max(piles) <= 1
    first_wins = (reduce(xor, piles) != 0) != is_reversed
    return Known(f"The {'first' if first_wins else 'second'} player wins.", "Bouton, 1901")
