"""The public names of the package, and all that they need.

Only `counterplay` itself imports this, when one of the names is first asked for.
"""

from counterplay import textbook
from counterplay.conformance import check
from counterplay.core.bits import bits
from counterplay.core.game.errors import CounterplayError, GameError, InputError, UnfitError
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.facts import CHANCE, SIMULTANEOUS, Facts, parameter, setting
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.loader import load_evaluator
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.base import Engine, make_engine
from counterplay.engine.many import search_many
from counterplay.engine.perft.count import perft
from counterplay.engine.ponder import Ponder
from counterplay.engine.probes import OpeningBook, ProbeTables
from counterplay.games import load
from counterplay.presentation.drawings import Cards, Grid, Points
from counterplay.session import Session, search
from counterplay.tablebase import Solution, Tablebase, build_tablebase, solve

__all__ = [
    "CHANCE",
    "SIMULTANEOUS",
    "Cards",
    "CounterplayError",
    "Engine",
    "Evaluator",
    "Facts",
    "Game",
    "GameError",
    "Grid",
    "InputError",
    "Limit",
    "OpeningBook",
    "Points",
    "Ponder",
    "Position",
    "ProbeTables",
    "Result",
    "Session",
    "Solution",
    "Tablebase",
    "UnfitError",
    "bits",
    "build_tablebase",
    "check",
    "load",
    "load_evaluator",
    "make_engine",
    "parameter",
    "perft",
    "search",
    "search_many",
    "setting",
    "solve",
    "textbook",
]
