"""Checks of the inputs of a network, `features`."""

from __future__ import annotations

import numpy as np

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
            for p in range(game.facts.players):
                words = np.zeros(game.feature_words, np.uint64).view(GuardedArray)
                words.name = "words"
                game.call("features", here.state, p, words)
                seen.add(words.tobytes())
    if len(met) > 1 and len(seen) == 1:
        text = "features() writes the same inputs in every position: a network can learn nothing"
        findings.add("features", text, "features", met[0])
