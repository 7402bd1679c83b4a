"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).

UCT on a tree whose nodes are not states but information sets: what the player to move knows. Each
game draws a world, a state that is possible, and then repeats the four steps of UCT in it:

    1. selection        the player to move takes the move with the largest
                            m + c * range * sqrt(ln N / n)
                        where m and n are the mean and the visits of the move in the information
                        set of this player, and N counts the games in which the move was legal
    2. expansion        the first move without visits in this information set is added
    3. random game      all players move at random from there to the end
    4. backing up       the payoff is added to every information set on the path

All worlds that a player cannot tell apart share their statistics, so the search cannot play
differently in them: there is no strategy fusion. Every mover has its own information sets (several
observers). But the others are not asked how likely they would have come to a world, and the answer
is one move, where the best strategy may be mixed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from math import inf, sqrt
from random import Random
from typing import Any

from counterplay.textbook.decision import CHANCE, Decision, HiddenGame
from counterplay.textbook.hidden import (
    Path,
    choices,
    first_decision,
    information,
    kind_of,
    open_above,
    start_of,
    worlds,
)
from counterplay.textbook.log import Log
from counterplay.textbook.montecarlo import random_game, require_games
from counterplay.textbook.uct import upper_bound


@dataclass
class InformationSet:
    """For each move: the games through it, those in which it was legal, and the sum of payoffs."""

    visits: dict[Any, int] = field(default_factory=lambda: defaultdict(int))
    legal: dict[Any, int] = field(default_factory=lambda: defaultdict(int))
    total: dict[Any, float] = field(default_factory=lambda: defaultdict(float))


def ismcts(
    game: HiddenGame,
    state: Any,
    *,
    trace: bool = False,
    games: int = 200,
    seed: int = 0,
    exploration: float = sqrt(2),
) -> Decision:
    """Return the most visited move after `games` games, and the mean payoff of its games."""
    require_games(games)
    state = first_decision(game, state, "ismcts")
    log, player, random = Log(trace), game.player(state), Random(seed)
    possible, weights = worlds(game, state), [world.weight for world in worlds(game, state)]
    sets: dict[tuple[int, Hashable], InformationSet] = defaultdict(InformationSet)
    passed: dict[Path, tuple[int, float]] = {}
    lowest, highest = inf, -inf

    def select(here: InformationSet, moves: list[Any]) -> Any:
        untried = [move for move in moves if not here.visits[move]]
        if untried:
            return untried[0]

        def promise(move: Any) -> tuple[float, int]:
            n = here.visits[move]
            mean = here.total[move] / n
            return upper_bound(mean, n, here.legal[move], exploration, highest - lowest), -n

        return max(moves, key=promise)

    def show(path: Path, s: Any) -> None:
        """Log a node that the games have not passed through before."""
        if path in passed:
            return
        if game.terminal(s):
            log.step(path, "leaf", game.utility(s, player))
        else:
            moves = tuple(move for move, _ in choices(game, s))
            log.step(path, "open", kind=kind_of(game, s, player), moves=moves)

    def play_one_game() -> None:
        nonlocal lowest, highest
        world = random.choices(possible, weights)[0]
        path, s, is_new = world.path, world.state, False
        walked: list[tuple[int, InformationSet, Any, list[Any]]] = []
        show(path, s)
        while not game.terminal(s) and not is_new:
            mover, pairs = game.player(s), choices(game, s)
            moves = [move for move, _ in pairs]
            if mover == CHANCE:
                move = random.choices(moves, [chance for _, chance in pairs])[0]
            else:
                here = sets[mover, information(game, s, mover)]
                move = select(here, moves)
                is_new = not here.visits[move]
                walked.append((mover, here, move, moves))
            path, s = (*path, move), game.result(s, move)
            show(path, s)
        end = random_game(game, s, random)[-1]
        payoff, both = game.utility(end, player), [game.utility(end, p) for p in (0, 1)]
        lowest, highest = min(lowest, *both), max(highest, *both)
        for mover, here, move, moves in walked:
            here.visits[move] += 1
            here.total[move] += game.utility(end, mover)
            for other in moves:
                here.legal[other] += 1
        for depth in range(len(path), -1, -1):
            n, total = passed.get(path[:depth], (0, 0))
            passed[path[:depth]] = n + 1, total + payoff
            log.update(path[:depth], n + 1, (total + payoff) / (n + 1))

    open_above(log, game, start_of(game, state), possible, player)
    for _ in range(games):
        play_one_game()
    root = sets[player, information(game, state, player)]
    best = max(root.visits, key=lambda move: root.visits[move])
    places = tuple(world.path for world in possible)
    value, trail = root.total[best] / root.visits[best], tuple(log.visits)
    return Decision(best, value, log.nodes, log.evaluated, 0, trace=trail, places=places)
