"""The algorithms of the textbook by name, with one line about each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.beam import beam
from counterplay.textbook.belief import belief
from counterplay.textbook.bias import biased
from counterplay.textbook.clairvoyance import clairvoyance
from counterplay.textbook.decision import Decision
from counterplay.textbook.deepening import deepening
from counterplay.textbook.dynamic import dynamic
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.failhard import alphabeta_hard
from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.ismcts import ismcts
from counterplay.textbook.killers import killers
from counterplay.textbook.maxn import maxn
from counterplay.textbook.metareasoning import metareasoning
from counterplay.textbook.minimax import minimax
from counterplay.textbook.montecarlo import montecarlo
from counterplay.textbook.mtdf import mtdf
from counterplay.textbook.ordering import ordered
from counterplay.textbook.probcut import probcut
from counterplay.textbook.quiescence import quiescence
from counterplay.textbook.regret import regret
from counterplay.textbook.rollouts import rollouts
from counterplay.textbook.scout import scout
from counterplay.textbook.singular import singular
from counterplay.textbook.sss import sss
from counterplay.textbook.star import star
from counterplay.textbook.transposition import transposition
from counterplay.textbook.uct import uct


@dataclass(frozen=True)
class Algorithm:
    """One algorithm.

    about        what it does, in one line
    exact        without a depth limit it returns the minimax (or max^n, or expected) value
    two_players  it needs two players with opposite payoffs
    chance       it supports chance nodes
    needs_depth  it needs a depth limit
    hidden       it uses only what the player to move knows, so hidden information stays hidden
    """

    name: str
    function: Callable[..., Decision]
    about: str
    exact: bool = True
    two_players: bool = True
    chance: bool = False
    needs_depth: bool = False
    hidden: bool = False


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("minimax", minimax, "the value if both players play their best"),
        Algorithm("alphabeta", alphabeta, "minimax without moves that cannot matter"),
        Algorithm("alphabeta_hard", alphabeta_hard, "alpha-beta with values clamped to the window"),
        Algorithm("hminimax", hminimax, "minimax to a depth, then an evaluation"),
        Algorithm("ordered", ordered, "alpha-beta with moves sorted by evaluation"),
        Algorithm("deepening", deepening, "deeper and deeper, the last best line first"),
        Algorithm("killers", killers, "moves that caused a cutoff are tried first"),
        Algorithm("transposition", transposition, "a table of states already searched"),
        Algorithm("quiescence", quiescence, "noisy moves are searched beyond the depth limit"),
        Algorithm("singular", singular, "clearly best moves are searched beyond the depth limit"),
        Algorithm("beam", beam, "only the best moves by evaluation", exact=False),
        Algorithm("probcut", probcut, "a shallow search predicts a deep one"),
        Algorithm("biased", biased, "comparable evaluations at odd and even depths"),
        Algorithm("scout", scout, "tests whether a move is better before computing its value"),
        Algorithm("mtdf", mtdf, "null-window searches that close in on the value"),
        Algorithm("sss", sss, "best-first search over strategies"),
        Algorithm("dynamic", dynamic, "every distinct state is solved once"),
        Algorithm(
            "metareasoning",
            metareasoning,
            "the node that is most likely to change the decision comes next",
            exact=False,
        ),
        Algorithm("maxn", maxn, "every player maximises its own payoff", two_players=False),
        Algorithm("expectiminimax", expectiminimax, "minimax with chance nodes", chance=True),
        Algorithm("star", star, "expectiminimax with pruning at chance nodes", chance=True),
        Algorithm("montecarlo", montecarlo, "the mean of random games", exact=False, chance=True),
        Algorithm(
            "rollouts",
            rollouts,
            "alpha-beta to a depth, then random games",
            exact=False,
            needs_depth=True,
        ),
        Algorithm("uct", uct, "random games from a growing tree", exact=False, chance=True),
        Algorithm(
            "clairvoyance",
            clairvoyance,
            "the best move on average over what may be hidden, each world searched open",
            chance=True,
            hidden=True,
        ),
        Algorithm(
            "ismcts",
            ismcts,
            "random games from a tree of what players know",
            exact=False,
            chance=True,
            hidden=True,
        ),
        Algorithm(
            "regret",
            regret,
            "a mixed strategy that comes near an equilibrium",
            exact=False,
            chance=True,
            hidden=True,
        ),
        Algorithm(
            "belief",
            belief,
            "the best payoff that is certain, whatever is hidden",
            chance=True,
            hidden=True,
        ),
    )
}
