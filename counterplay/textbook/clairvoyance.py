"""Averaging over clairvoyance: search each world as if all was seen (Ginsberg 2001, for bridge).

    for each move a:  m(a) = the sum over all worlds w of P(w) * EXPECTIMINIMAX(RESULT(w, a))
    choose the move with the largest m(a)

A world is a state that agrees with all that the player has seen. Programs that cannot search all
worlds draw some: perfect-information Monte Carlo. The search guesses what the others hold, and it
guesses well, but it makes two errors (Frank and Basin 1998):

    strategy fusion   below the first move it plays differently in worlds that the player will not
                      be able to tell apart; so it believes that it can always decide later
    non-locality      it does not ask which worlds the others would have let come about

And what is worth the same in every world, hiding or finding out something, is worth nothing to it.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.decision import Decision, HiddenGame
from counterplay.textbook.hidden import (
    Path,
    choices,
    first_decision,
    kind_of,
    open_above,
    start_of,
    worlds,
)
from counterplay.textbook.log import Log


def clairvoyance(game: HiddenGame, state: Any, *, trace: bool = False) -> Decision:
    """Return the move that is best on average over all worlds, if each is searched open.

    The value is the mean that the search believes in; it can be more than any player can get.
    """
    state = first_decision(game, state, "clairvoyance")
    log, player, possible = Log(trace), game.player(state), worlds(game, state)

    def value(path: Path, s: Any) -> float:
        """The payoff of the player if everybody sees everything."""
        if game.terminal(s):
            payoff = game.utility(s, player)
            log.step(path, "leaf", payoff)
            return payoff
        kind, below = kind_of(game, s, player), choices(game, s)
        log.step(path, "open", kind=kind, moves=tuple(move for move, _ in below))
        values = [value((*path, move), game.result(s, move)) for move, _ in below]
        if kind == "chance":
            v = sum(chance * x for (_, chance), x in zip(below, values, strict=True))
        else:
            v = max(values) if kind == "max" else min(values)
        log.step(path, "leave", v)
        return v

    open_above(log, game, start_of(game, state), possible, player)
    means = dict.fromkeys(game.actions(state), 0.0)
    for world in possible:
        log.step(world.path, "open", kind="max", moves=tuple(means))
        best = -inf
        for move in means:
            v = value((*world.path, move), game.result(world.state, move))
            means[move] += world.weight * v
            best = max(best, v)
        log.step(world.path, "leave", best, note=f"a world of probability {world.weight:.3g}")
    move = max(means, key=lambda a: means[a])
    places = tuple(world.path for world in possible)
    return Decision(
        move, means[move], log.nodes, log.evaluated, 0, trace=tuple(log.visits), places=places
    )
