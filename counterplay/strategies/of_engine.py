"""The strategy of an engine: what it plays in every information set."""

from __future__ import annotations

from counterplay.core.game.knowledge import knowledge
from counterplay.core.game.limits import Limit
from counterplay.engine.base import Engine
from counterplay.strategies.judge import Judge
from counterplay.strategies.sequence_form import Numbers
from counterplay.strategies.strategy import known_positions


def engine_strategy(judge: Judge, engine: Engine, limit: Limit) -> Numbers:
    """The probabilities of an engine that plays its best move always, sequence by sequence.

    It is asked once in each information set. Judge them to see how much a player gains who knows
    what the engine does: `judge.quality(…).exploitability`.
    """
    form, found = judge.form, judge.form.even_strategy()
    for player, position in known_positions(judge.game):
        i = form.rows[player, knowledge(position, player)]
        engine.new_game()
        best = engine.search(position, limit).move
        part = slice(form.firsts[i], form.firsts[i + 1])
        found[part] = form.moves[part] == best
    return found
