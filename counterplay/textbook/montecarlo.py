"""Pure Monte Carlo: play k random games after each move, choose the best mean (Abramson 1990).

    for each move a:  m(a) = the mean of UTILITY(end, MAX) over k games from RESULT(s, a)
                      in which every player moves at random
    choose the move with the largest m(a)

It needs no evaluation, and it works with any number of players and with chance nodes, whose
outcomes are drawn by their probabilities. It plays well where strong moves are strong against most
replies. It falls for traps that one reply springs, because it takes the mean where minimax takes
the minimum. The error of a mean falls with the square root of k.
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

from counterplay.textbook.arguments import refuse_end
from counterplay.textbook.decision import CHANCE, Decision, TextbookGame, decide
from counterplay.textbook.log import Log


def montecarlo(
    game: TextbookGame, state: Any, *, trace: bool = False, games: int = 100, seed: int = 0
) -> Decision:
    """Return the first move with the best mean over `games` random games.

    The same seed gives the same games.
    """
    require_games(games)
    refuse_end(game, state)
    log, max_player, random = Log(trace), game.player(state), Random(seed)
    best, best_move = -inf, None
    for move in log.open("max", game.actions(state)):
        mean = random_mean(game, game.result(state, move), max_player, games, random, log)
        if mean > best:
            best, best_move = mean, move
    return decide(best_move, log.leave(best), log)


def random_mean(
    game: TextbookGame, s: Any, player: int, games: int, random: Random, log: Log
) -> float:
    """Return the mean payoff of a player over random games from s, logged as one leaf."""
    total: float = 0
    for _ in range(games):
        states = random_game(game, s, random)
        total += game.utility(states[-1], player)
        log.nodes += len(states) - 1  # the leaf below counts s itself
    log.evaluated += games - 1  # and one terminal state
    return log.leaf(total / games, f"{games} games, mean {total / games:.3f}")


def random_game(game: Any, s: Any, random: Random) -> list[Any]:
    """Return the states of one random game, from s to its end."""
    states = [s]
    while not game.terminal(s):
        if game.player(s) == CHANCE:
            outcomes, probabilities = zip(*game.chance(s), strict=True)
            move = random.choices(outcomes, probabilities)[0]
        else:
            move = random.choice(list(game.actions(s)))
        s = game.result(s, move)
        states.append(s)
    return states


def require_games(games: int) -> None:
    """Raise ValueError if there are no games to take the mean of."""
    if games < 1:
        raise ValueError(f"games={games}: play at least one")
