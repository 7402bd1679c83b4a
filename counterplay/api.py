"""The public names of the package, and all that they need.

Only `counterplay` itself imports this, when one of the names is first asked for.
"""

from counterplay import tablebase, textbook
from counterplay.conformance import check
from counterplay.core.bits import bits
from counterplay.core.game.errors import CounterplayError, GameError, InputError, UnfitError
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.facts import CHANCE, SIMULTANEOUS, Facts, parameter, setting
from counterplay.core.game.game import Game
from counterplay.core.game.hashing import hash
from counterplay.core.game.limits import Limit
from counterplay.core.game.loader import load_evaluator
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.drawing import tracing
from counterplay.engine import base, many
from counterplay.engine.base import Engine
from counterplay.engine.belief import plan as planning
from counterplay.engine.belief.plan import Plan
from counterplay.engine.perft import count
from counterplay.engine.ponder import Ponder
from counterplay.engine.probes import OpeningBook, ProbeTables
from counterplay.engine.rollout import rollout as rollouts
from counterplay.experiments import compare as comparing
from counterplay.games import load, takes_games, takes_positions
from counterplay.games.bridge.double_dummy import double_dummy, double_dummy_table
from counterplay.games.poker.equity import equity
from counterplay.presentation import notebook as notebook  # draws positions and results there
from counterplay.presentation.drawings import Cards, Grid, Points
from counterplay.presentation.stacks import Stacks
from counterplay.session import Session, search
from counterplay.strategies import find, observed
from counterplay.strategies.respond import respond
from counterplay.strategies.river.solve import solve_river
from counterplay.strategies.strategy import Strategy
from counterplay.tablebase import Solution, Tablebase

make_engine = takes_games(base.make_engine)
search_many = takes_games(many.search_many)
perft = takes_positions(count.perft)
rollout = takes_positions(rollouts.rollout)
trace = takes_positions(tracing.trace)
compare = takes_positions(comparing.compare)
solve = takes_games(tablebase.solve)
equilibrium = takes_games(find.equilibrium)
plan = takes_positions(planning.plan)
opponent_model = takes_games(observed.opponent_model)
build_tablebase = takes_games(tablebase.build_tablebase)

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
    "Plan",
    "Points",
    "Ponder",
    "Position",
    "ProbeTables",
    "Result",
    "Session",
    "Solution",
    "Stacks",
    "Strategy",
    "Tablebase",
    "UnfitError",
    "bits",
    "build_tablebase",
    "check",
    "compare",
    "double_dummy",
    "double_dummy_table",
    "equilibrium",
    "equity",
    "hash",
    "load",
    "load_evaluator",
    "make_engine",
    "opponent_model",
    "parameter",
    "perft",
    "plan",
    "respond",
    "rollout",
    "search",
    "search_many",
    "setting",
    "solve",
    "solve_river",
    "textbook",
    "trace",
]
