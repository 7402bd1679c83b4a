"""Pure Monte Carlo: try each move in k random games, take the best mean (Abramson 1990).

    for each move a:  m(a) = the mean of UTILITY(end, MAX) over k games from RESULT(s, a)
                      in which everyone moves at random
    the move with the largest m(a)

No evaluation is needed, any number of players may play and dice may be thrown: chance draws by
its probabilities. It plays well where strong moves are strong against most replies, and falls for
traps that a single reply springs, for it takes the mean where minimax takes the worst. The error
of a mean falls as 1 over the root of k.
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

from counterplay.textbook.decision import CHANCE, Decision, TextbookGame, decide, refuse_end
from counterplay.textbook.log import Log


def montecarlo(
    game: TextbookGame, state: Any, *, trace: bool = False, games: int = 100, seed: int = 0
) -> Decision:
    """The first move with the best mean over so many random games each; same seed, same games."""
    require_games(games)
    refuse_end(game, state)
    log, max_player, dice = Log(trace), game.player(state), Random(seed)
    best, best_move = -inf, None
    for move in log.open("max", game.actions(state)):
        mean = random_mean(game, game.result(state, move), max_player, games, dice, log)
        if mean > best:
            best, best_move = mean, move
    return decide(best_move, log.leave(best), log)


def random_mean(
    game: TextbookGame, s: Any, player: int, games: int, dice: Random, log: Log
) -> float:
    """The mean payoff of a player over random games from s, logged as one leaf."""
    total: float = 0
    for _ in range(games):
        line = random_game(game, s, dice)
        total += game.utility(line[-1], player)
        log.nodes += len(line) - 1  # the leaf below counts s itself
    log.evaluated += games - 1  # and one end
    return log.leaf(total / games, f"{games} games, mean {total / games:.3f}")


def random_game(game: Any, s: Any, dice: Random) -> list[Any]:
    """The states of one random game, from s to its end."""
    line = [s]
    while not game.terminal(s):
        if game.player(s) == CHANCE:
            outcomes, odds = zip(*game.chance(s), strict=True)
            move = dice.choices(outcomes, odds)[0]
        else:
            move = dice.choice(list(game.actions(s)))
        s = game.result(s, move)
        line.append(s)
    return line


def require_games(games: int) -> None:
    """A mean needs something to be the mean of."""
    if games < 1:
        raise ValueError(f"games={games}: play at least one")
