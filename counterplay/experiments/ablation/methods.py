"""The methods whose techniques can be switched: alpha-beta; for dice, expectiminimax."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from counterplay.core.game.game import Game
from counterplay.engine.alphabeta import settings as alphabeta
from counterplay.engine.alphabeta.techniques import TECHNIQUES as ALPHABETA_TECHNIQUES
from counterplay.engine.base import require_alphabeta, unfit
from counterplay.engine.expectiminimax import settings as expectiminimax
from counterplay.engine.expectiminimax.techniques import TECHNIQUES as DICE_TECHNIQUES
from counterplay.engine.technique import Technique


@dataclass(frozen=True)
class Method:
    """A method with techniques.

    techniques   its techniques by name
    switches     what can be switched: each technique, and groups of them
    settings     the class of its settings
    bits_of      the bits of the techniques in use, from settings and a game
    plain        the name of the search without any pruning
    """

    name: Literal["alphabeta", "expectiminimax"]
    techniques: Mapping[str, Technique]
    switches: tuple[str, ...]
    settings: type[Any]
    bits_of: Callable[[Any, Game], int]
    plain: str


ALPHABETA = Method(
    "alphabeta",
    ALPHABETA_TECHNIQUES,
    (*ALPHABETA_TECHNIQUES, "selective"),
    alphabeta.Settings,
    alphabeta.bits_of,
    "minimax",
)
EXPECTIMINIMAX = Method(
    "expectiminimax",
    DICE_TECHNIQUES,
    tuple(DICE_TECHNIQUES),
    expectiminimax.Settings,
    expectiminimax.bits_of,
    "without pruning",
)


def method_of(game: Game) -> Method:
    """The method whose techniques are switched in a game; raises UnfitError if neither fits."""
    if game.facts.chance and unfit(game, EXPECTIMINIMAX.name) is None:
        return EXPECTIMINIMAX
    require_alphabeta(game, "ablate")
    return ALPHABETA
