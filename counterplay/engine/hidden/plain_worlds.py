"""Worlds of the player to move in plain Python, for the stand-in while kernels are compiled."""

from __future__ import annotations

from random import Random
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.knowledge import knowledge, tells_knowledge
from counterplay.core.game.position import Position

MOST_STEPS = 3_000
MOST_WORLDS = 100


def plain_worlds(position: Position, dice: Random) -> list[Any]:
    """Some states that the player to move cannot tell from the real one; none if the search for
    them takes too long, or the game does not say what players know.

    They are found in random order, by following lines of play that look like the real one.
    """
    game, viewer = position.game, position.turn
    if not game.facts.hidden:
        return [position.state]
    if "resample" in game.functions:
        seeds = [dice.getrandbits(62) for _ in range(MOST_WORLDS)]
        return [game.ask("resample", position.state, viewer, seed) for seed in seeds]
    start = position.past[0] if position.past else position.state
    if not tells_knowledge(game) or start != game.initial():
        return []
    real = [position.undo(position.ply - ply) for ply in range(position.ply + 1)]
    known = [knowledge(here, viewer) for here in real]
    waiting, found = [Position(game, start)], list[Any]()
    for _ in range(MOST_STEPS):
        if not waiting or len(found) == MOST_WORLDS:
            break
        here = waiting.pop()
        if here.ply == position.ply:
            found.append(here.state)
            continue
        waiting += _next_lines(here, real[here.ply], known[here.ply + 1], viewer, dice)
    return found


def _next_lines(
    here: Position, real: Position, known: int, viewer: int, dice: Random
) -> list[Position]:
    """The positions after each move that the viewer takes for possible, in random order."""
    if here.is_over or (here.turn == viewer) != (real.turn == viewer):
        return []
    if here.turn == CHANCE:
        moves = [outcome for outcome, chance in here.chance_outcomes if chance > 0]
    else:
        moves = here.legal_moves
    after = [here.play(move) for move in moves]
    fitting = [line for line in after if knowledge(line, viewer) == known]
    dice.shuffle(fitting)
    return fitting
