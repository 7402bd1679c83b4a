"""Play games of self-play with the kernel of a GPU: are the values and the results right?

The test suite runs this in the CUDA simulator; on a machine with a GPU, run it as it is.
"""

from functools import cache

import numpy as np

import counterplay as cp
from counterplay.core.game.evaluator import network_evaluator
from counterplay.learning import gpu_selfplay, selfplay
from counterplay.learning.gpu_selfplay import on_gpu
from counterplay.learning.selfplay import Plan, Samples
from tests.network.test_evaluation import network_of

GAMES = 6


def parts(game: cp.Game, plan: Plan, *numbers: int) -> dict[int, Samples]:
    return dict(on_gpu(game)(game, plan, numbers))


def one_ply_deep(game: cp.Game, s) -> int:
    """The value of a state for the side to move, by the states after its moves."""
    found = []
    for a in game.actions(s):
        after = game.result(s, a)
        if game.terminal(after):
            payoff = game.utility(after, game.player(s))
            found.append(int(np.sign(payoff)) * (game.facts.win_score - 1))
        else:
            found.append(-game.evaluate(after))
    return max(found)


def values_are_right(game: cp.Game, plan: Plan) -> bool:
    """Whether searches of one ply found what the evaluation of the game says."""
    samples = parts(game, plan, 0)[0]
    wanted = [one_ply_deep(game, game.shape.decode(state)) for state in samples.states]
    return len(wanted) > GAMES and samples.scores.tolist() == wanted


def whole_games_are_right() -> bool:
    """Whether searches to the end of tic-tac-toe find its values, and the games end so."""
    game = cp.load("tic_tac_toe")

    @cache
    def value(s) -> int:
        if game.terminal(s):
            return int(game.utility(s, game.player(s)))
        return max(-value(game.result(s, a)) for a in game.actions(s))

    samples = parts(game, Plan(games=GAMES, nodes=300, opening_plies=5, seed=6), 0)[0]
    wanted = [value(game.shape.decode(state)) for state in samples.states]
    is_same = np.sign(samples.scores).tolist() == wanted == samples.results.tolist()
    return len(set(wanted)) == 3 and is_same


def lanes_do_not_matter(game: cp.Game, plan: Plan) -> bool:
    """Whether a part is the same beside others, in another order."""
    one, other = parts(game, plan, 0, 1), parts(game, plan, 1, 0)
    return all(
        np.array_equal(getattr(one[number], name), getattr(other[number], name))
        for number in (0, 1)
        for name in ("states", "results", "games", "scores")
    )


if __name__ == "__main__":
    np.seterr(over="ignore")
    gpu_selfplay.PART_GAMES = selfplay.PART_GAMES = GAMES
    shallow = Plan(games=GAMES, nodes=1, opening_plies=6, seed=3)
    small = cp.load("connect_four", width=5, height=4)
    learned = small.with_evaluator(
        network_evaluator(network_of(small, 16, 2, True), "drawn", "drawn.network")
    )
    told = {
        "values": values_are_right(small, shallow),
        "values of a network": values_are_right(learned, shallow),
        "whole games": whole_games_are_right(),
        "lanes": lanes_do_not_matter(small, Plan(games=GAMES, nodes=20, opening_plies=8, seed=4)),
    }
    print(
        ", ".join(f"{name} {'right' if is_right else 'wrong'}" for name, is_right in told.items())
    )
