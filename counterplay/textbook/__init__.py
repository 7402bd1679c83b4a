"""The algorithms of the textbook in plain Python, one page each. They run on any game."""

from counterplay.textbook import examples
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.beam import beam
from counterplay.textbook.belief import belief
from counterplay.textbook.bias import biased, measure_bias
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm
from counterplay.textbook.choose import choose_move
from counterplay.textbook.clairvoyance import clairvoyance
from counterplay.textbook.decision import Decision
from counterplay.textbook.deepening import deepening
from counterplay.textbook.dynamic import distinct_states, dynamic
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.exploit import expected_earnings, exploit, fallible
from counterplay.textbook.failhard import alphabeta_hard
from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.ismcts import ismcts
from counterplay.textbook.killers import killers
from counterplay.textbook.krk import KingRookKing
from counterplay.textbook.learned import learned_evaluation
from counterplay.textbook.log import Visit
from counterplay.textbook.maxn import maxn
from counterplay.textbook.metareasoning import metareasoning
from counterplay.textbook.minimax import minimax
from counterplay.textbook.montecarlo import montecarlo
from counterplay.textbook.mtdf import mtdf
from counterplay.textbook.ordering import ordered
from counterplay.textbook.probcut import calibrate, probcut
from counterplay.textbook.quiescence import quiescence
from counterplay.textbook.regret import regret
from counterplay.textbook.replacement import TranspositionTable
from counterplay.textbook.retrograde import Passes, retrograde
from counterplay.textbook.rollouts import rollouts
from counterplay.textbook.scout import scout
from counterplay.textbook.singular import singular
from counterplay.textbook.sss import sss
from counterplay.textbook.star import star
from counterplay.textbook.state_graph import StateGraph, read_graph
from counterplay.textbook.strategy import earns, strategy
from counterplay.textbook.td import RandomWalk, td_evaluation, td_lambda
from counterplay.textbook.transposition import transposition
from counterplay.textbook.uct import uct

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Decision",
    "KingRookKing",
    "Passes",
    "RandomWalk",
    "StateGraph",
    "TranspositionTable",
    "Visit",
    "alphabeta",
    "alphabeta_hard",
    "beam",
    "belief",
    "biased",
    "calibrate",
    "choose_move",
    "clairvoyance",
    "deepening",
    "distinct_states",
    "dynamic",
    "earns",
    "examples",
    "expected_earnings",
    "expectiminimax",
    "exploit",
    "fallible",
    "hminimax",
    "ismcts",
    "killers",
    "learned_evaluation",
    "maxn",
    "measure_bias",
    "metareasoning",
    "minimax",
    "montecarlo",
    "mtdf",
    "ordered",
    "probcut",
    "quiescence",
    "read_graph",
    "regret",
    "retrograde",
    "rollouts",
    "scout",
    "singular",
    "sss",
    "star",
    "strategy",
    "td_evaluation",
    "td_lambda",
    "transposition",
    "uct",
]
