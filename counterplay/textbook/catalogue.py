"""The algorithms of the textbook by name, and what each of them is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.beam import beam
from counterplay.textbook.bias import biased
from counterplay.textbook.decision import Decision
from counterplay.textbook.deepening import deepening
from counterplay.textbook.dynamic import dynamic
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.failhard import alphabeta_hard
from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.killers import killers
from counterplay.textbook.maxn import maxn
from counterplay.textbook.minimax import minimax
from counterplay.textbook.montecarlo import montecarlo
from counterplay.textbook.mtdf import mtdf
from counterplay.textbook.ordering import ordered
from counterplay.textbook.probcut import probcut
from counterplay.textbook.quiescence import quiescence
from counterplay.textbook.rollouts import rollouts
from counterplay.textbook.scout import scout
from counterplay.textbook.singular import singular
from counterplay.textbook.sss import sss
from counterplay.textbook.star import star
from counterplay.textbook.transposition import transposition


@dataclass(frozen=True)
class Algorithm:
    """One algorithm.

    exact        without a depth limit it gives the minimax (or max^n, or expected) value
    two_players  it is for two players with opposite payoffs
    chance       it knows moves of chance
    needs_depth  it has no meaning without a depth
    """

    name: str
    function: Callable[..., Decision]
    about: str
    exact: bool = True
    two_players: bool = True
    chance: bool = False
    needs_depth: bool = False


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("minimax", minimax, "the value if both sides play their best"),
        Algorithm("alphabeta", alphabeta, "minimax without the moves that cannot matter"),
        Algorithm("alphabeta_hard", alphabeta_hard, "alpha-beta with values kept in the window"),
        Algorithm("hminimax", hminimax, "minimax to a depth, then an evaluation"),
        Algorithm("ordered", ordered, "alpha-beta, moves sorted by evaluation"),
        Algorithm("deepening", deepening, "ever deeper, the line found before is tried first"),
        Algorithm("killers", killers, "moves that cut off a sibling are tried first"),
        Algorithm("transposition", transposition, "a table of states that come up again"),
        Algorithm("quiescence", quiescence, "noisy moves are followed past the horizon"),
        Algorithm("singular", singular, "a clearly best move is tried past the horizon"),
        Algorithm("beam", beam, "only the best moves by evaluation", exact=False),
        Algorithm("probcut", probcut, "a shallow search says when a deep one is not needed"),
        Algorithm("biased", biased, "evaluations at odd and even depths made comparable"),
        Algorithm("scout", scout, "asks whether a move is better before how good it is"),
        Algorithm("mtdf", mtdf, "zero-window searches that close in on the value"),
        Algorithm("sss", sss, "best first over solution trees"),
        Algorithm("dynamic", dynamic, "every distinct state solved once"),
        Algorithm("maxn", maxn, "everybody after their own payoff", two_players=False),
        Algorithm("expectiminimax", expectiminimax, "chance weighed by probability", chance=True),
        Algorithm("star", star, "expectiminimax with pruning at chance nodes", chance=True),
        Algorithm("montecarlo", montecarlo, "the mean of random games", exact=False, chance=True),
        Algorithm(
            "rollouts",
            rollouts,
            "alpha-beta to a depth, then random games",
            exact=False,
            needs_depth=True,
        ),
    )
}
