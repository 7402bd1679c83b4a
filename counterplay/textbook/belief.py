"""Belief-state search: what a player can be sure of, whatever is hidden (AND-OR search).

A belief state is the set of all states that are possible, as far as the player knows. A move is
made in all of them at once. Then the player hears something, and what it hears sorts the states
that can follow into new belief states.

    SURE(B) = the largest, over the moves a, of the smallest of
                  UTILITY(s)    for each end s that can follow a
                  SURE(B')      for each belief state B' in which the player can move next

Max is an OR: one good move is enough. Min is an AND: the move must be good for every state, every
reply and every outcome of chance. So the value is a guarantee, not a mean: a move that wins in 99
worlds of 100 is worth a loss. Deterministic games with partial sight, such as Kriegspiel, can be
won for sure in this way (Ferguson 1992; Russell and Wolfe 2005).
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import Any

from counterplay.textbook.decision import Decision, HiddenGame
from counterplay.textbook.hidden import (
    Path,
    World,
    choices,
    first_decision,
    information,
    kind_of,
    open_above,
    start_of,
    worlds,
)
from counterplay.textbook.log import Log

Belief = list[World]


def belief(game: HiddenGame, state: Any, *, trace: bool = False) -> Decision:
    """Return the move with the largest payoff that is certain, and this payoff."""
    state = first_decision(game, state, "belief")
    log, player, possible = Log(trace), game.player(state), worlds(game, state)

    def best(states: Belief) -> tuple[float, Any]:
        """The largest certain payoff of a belief state, and its move."""
        moves = list(game.actions(states[0].state))
        for one in states:
            many = f"one of {len(states)} possible states" if len(states) > 1 else ""
            log.step(one.path, "open", kind="max", moves=tuple(moves), note=many)
        value, choice = -inf, None
        for move in moves:
            after = [World((*one.path, move), game.result(one.state, move), 1) for one in states]
            v = worst(after, value)
            if v > value:
                value, choice = v, move
        for one in states:
            log.step(one.path, "leave", value)
        return value, choice

    def worst(states: Belief, enough: float) -> float:
        """The least payoff that can follow; no need to know it if it is not more than `enough`."""
        value, heard = inf, dict[Hashable, Belief]()
        waiting, passed = list(reversed(states)), list[Path]()
        while waiting:
            one = waiting.pop()
            if game.terminal(one.state):
                value = min(value, game.utility(one.state, player))
                log.step(one.path, "leaf", game.utility(one.state, player))
            elif game.player(one.state) == player:
                known = information(game, one.state, player)
                heard.setdefault(known, []).append(one)
            else:
                moves = tuple(move for move, _ in choices(game, one.state))
                kind = kind_of(game, one.state, player)
                log.step(one.path, "open", kind=kind, moves=moves)
                passed.append(one.path)
                waiting += [
                    World((*one.path, move), game.result(one.state, move), 1)
                    for move in reversed(moves)
                ]
        for group in heard.values():
            if value <= enough:
                for one in group:
                    log.step(one.path, "prune", note=f"{value:g} is not more than {enough:g}")
                continue
            value = min(value, best(group)[0])
        for path in reversed(passed):
            log.step(path, "leave", value)
        return value

    open_above(log, game, start_of(game, state), possible, player)
    value, move = best(possible)
    places, trail = tuple(world.path for world in possible), tuple(log.visits)
    return Decision(move, value, log.nodes, log.evaluated, log.pruned, trace=trail, places=places)
