"""Checks of the inputs of a network, `features`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from counterplay.conformance.findings import Findings
from counterplay.conformance.guard import GuardedArray
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


def check_features(game: Game, findings: Findings, met: list[Position]) -> None:
    """`features` stays within its words, and its inputs tell positions apart."""
    if "features" not in game.functions:
        return
    seen: set[bytes] = set()
    for here in met:
        with findings.watching(here):
            if game.terminal(here.state):
                continue
            views = []
            for p in range(game.facts.players):
                words = np.zeros(game.feature_words, np.uint64).view(GuardedArray)
                words.name = "words"
                game.call("features", here.state, p, words)
                seen.add(words.tobytes())
                views.append(np.asarray(words))
            if game.feature_swaps and not np.array_equal(swapped(game, views[0]), views[1]):
                text = "FEATURE_SWAPS does not make the view of player 1 of that of player 0"
                findings.add("features", text, "features", here)
                return
    if len(met) > 1 and len(seen) == 1:
        text = "features() writes the same inputs in every position: a network can learn nothing"
        findings.add("features", text, "features", met[0])


def swapped(game: Game, words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The view of the other player, as FEATURE_SWAPS says."""
    other = words.copy()
    for a, b in game.feature_swaps:
        other[[a, b]] = other[[b, a]]
    return other
