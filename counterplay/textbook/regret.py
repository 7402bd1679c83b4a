"""Counterfactual regret minimisation (Zinkevich, Johanson, Bowling and Piccione 2007).

With hidden information the best play is mixed. Every information set keeps a regret for each move:
how much more it would have paid than the strategy so far, over all iterations.

    regret(I, a) += the sum over the states h of I of
                    P(the others and chance let h come about) * (v(h, a) - v(h))
    strategy(I, a)  in proportion to max(regret(I, a), 0); all moves alike if none is positive

v(h, a) is the mean payoff of the player to move after move a, if all follow their strategies. In an
iteration all players do this once. Each strategy alone chases the last one of the other player. But
the *average* of the strategies, by how likely the player itself reaches I, comes as near to an
equilibrium as you like, if there are two players with opposite payoffs: after T iterations no
player gains more than about 1/sqrt(T) by another strategy. No player needs to know why.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from counterplay.textbook.decision import CHANCE, Decision, HiddenGame
from counterplay.textbook.hidden import (
    Path,
    choices,
    first_decision,
    information,
    kind_of,
    start_of,
    worlds,
)
from counterplay.textbook.log import Log


@dataclass
class InformationSet:
    """The moves of an information set, their regrets, and the sums of their probabilities."""

    moves: list[Any]
    regrets: list[float]
    sums: list[float]

    @property
    def strategy(self) -> list[float]:
        """The probabilities of the next iteration: regret matching."""
        return _share([max(regret, 0) for regret in self.regrets])

    @property
    def average(self) -> list[float]:
        """The probabilities of the average strategy."""
        return _share(self.sums)


def _share(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [w / total for w in weights] if total > 0 else [1 / len(weights)] * len(weights)


Sets = dict[tuple[int, Hashable], InformationSet]


def minimise(game: HiddenGame, start: Any, iterations: int) -> Sets:
    """Return all information sets of two players after so many iterations."""
    sets: Sets = {}

    def value(s: Any, reach: tuple[float, float, float]) -> float:
        """The payoff of player 0. `reach` is how likely players 0, 1 and chance come here."""
        if game.terminal(s):
            return game.utility(s, 0)
        mover, v = game.player(s), 0.0
        if mover == CHANCE:
            below = choices(game, s)
            return sum(p * value(game.result(s, a), _times(reach, 2, p)) for a, p in below)
        moves = list(game.actions(s))
        here = sets.setdefault(
            (mover, information(game, s, mover)),
            InformationSet(moves, [0.0] * len(moves), [0.0] * len(moves)),
        )
        strategy = here.strategy
        values = [
            value(game.result(s, a), _times(reach, mover, p))
            for a, p in zip(moves, strategy, strict=True)
        ]
        v = sum(p * x for p, x in zip(strategy, values, strict=True))
        sign, others = (1, reach[1]) if mover == 0 else (-1, reach[0])
        for i, x in enumerate(values):
            here.regrets[i] += others * reach[2] * sign * (x - v)
            here.sums[i] += reach[mover] * strategy[i]
        return v

    for _ in range(iterations):
        value(start, (1, 1, 1))
    return sets


def _times(reach: tuple[float, float, float], i: int, p: float) -> tuple[float, float, float]:
    a, b, c = reach
    return (a * p, b, c) if i == 0 else (a, b * p, c) if i == 1 else (a, b, c * p)


def regret(game: HiddenGame, state: Any, *, trace: bool = False, iterations: int = 200) -> Decision:
    """Return the most likely move of the average strategy after so many iterations.

    The value is what the player to move can expect where it is, if both follow the average
    strategies. The trace shows them on the whole game, with the probability of each move.
    """
    if iterations < 1:
        raise ValueError(f"iterations={iterations}: make at least one")
    state = first_decision(game, state, "regret")
    start, player = start_of(game, state), game.player(state)
    sets = minimise(game, start, iterations)
    log, odds, likely = Log(trace), dict[Path, float](), dict[Path, tuple[float, float]]()

    def follow(path: Path, s: Any, others: float) -> float:
        """The payoff of the player to move in `state`, if all follow the average strategies."""
        if game.terminal(s):
            payoff = game.utility(s, player)
            log.step(path, "leaf", payoff)
            return payoff
        kind, mover, below = kind_of(game, s, player), game.player(s), choices(game, s)
        if mover != CHANCE:
            here = sets[mover, information(game, s, mover)]
            below = list(zip(here.moves, here.average, strict=True))
            odds.update({(*path, a): p for a, p in below})
        log.step(path, "open", kind=kind, moves=tuple(a for a, _ in below))
        after = [others if mover == player else others * p for _, p in below]
        v = sum(
            p * follow((*path, a), game.result(s, a), reach)
            for (a, p), reach in zip(below, after, strict=True)
        )
        log.step(path, "leave", v)
        likely[path] = others, v
        return v

    follow((), start, 1.0)
    here = sets[player, information(game, state, player)]
    move = max(zip(here.average, here.moves, strict=True), key=lambda pair: pair[0])[1]
    places = tuple(world.path for world in worlds(game, state))
    total = sum(likely[path][0] for path in places)
    mean = sum(likely[path][0] * likely[path][1] for path in places)
    value = mean / total if total else likely[places[0]][1]
    trail = tuple(log.visits)
    return Decision(move, value, log.nodes, log.evaluated, 0, trace=trail, places=places, odds=odds)
