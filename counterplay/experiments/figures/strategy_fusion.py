"""A fork where guessing is needed: averaging over clairvoyance believes that it need not guess."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.drawing.running import run
from counterplay.drawing.svg import svg
from counterplay.drawing.tracing import trace
from counterplay.engine.ismcts.engine import Ismcts, IsmctsSettings
from counterplay.engine.pimc.engine import Pimc, PimcSettings
from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.games import load
from counterplay.strategies.judge import Judge
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.of_engine import engine_strategy
from counterplay.textbook.catalogue import ALGORITHMS
from counterplay.textbook.examples import FORK

SEARCHES = ("clairvoyance", "ismcts", "regret", "belief")
ROADS = (-0.5, 0.3, 0.6, 0.9, 1.1)
"""What the safe road pays. To go on and guess is worth 0."""
GAMES, QUICK_GAMES = ("kuhn", "leduc"), ("kuhn",)
SIMULATIONS, QUICK_SIMULATIONS, ITERATIONS = 10_000, 300, 10_000


@dataclass(frozen=True)
class Choice:
    """What an algorithm chooses at the fork, what it believes it will get, and what it gets."""

    algorithm: str
    road: float
    move: str
    believed: float
    paid: float


@dataclass(frozen=True)
class Gap:
    """The exploitability of a player of a game."""

    game: str
    player: str
    exploitability: float


@dataclass(frozen=True)
class Data:
    choices: tuple[Choice, ...]
    gaps: tuple[Gap, ...]

    def choice(self, algorithm: str, road: float = 0.6) -> Choice:
        """What an algorithm chose, with this payoff of the safe road."""
        return next(c for c in self.choices if (c.algorithm, c.road) == (algorithm, road))


def fork(road: float) -> str:
    """The fork with another payoff of the safe road."""
    return FORK.replace("0.6", f"{road:g}")


def choose(algorithm: str, road: float) -> Choice:
    """Ask an algorithm of the textbook at the fork."""
    game = load("tree", tree=fork(road))
    start = Position(game, game.initial())
    found = run(ALGORITHMS[algorithm], start, {}, trace=False)
    move = game.show_move(game.result(game.initial(), start.chance_outcomes[0][0]), found.move)
    return Choice(algorithm, road, move, found.value, road if move == "safe" else 0.0)


def gaps(name: str, simulations: int) -> list[Gap]:
    """How much each search of a game can be exploited, beside an equilibrium."""
    judge = Judge(load(name))
    found = {"random moves": judge.form.even_strategy()}
    pimc = Pimc(judge.game, PimcSettings(worlds=1000))
    found["averaging over clairvoyance"] = engine_strategy(judge, pimc, Limit(depth=20))
    for title, several in (("one observer", False), ("several observers", True)):
        engine = Ismcts(judge.game, IsmctsSettings(multiple_observer=several))
        found[f"ISMCTS, {title}"] = engine_strategy(judge, engine, Limit(nodes=simulations))
    minimiser = Minimiser(judge.game, "discounted", judge.form)
    minimiser.run(ITERATIONS)
    found["equilibrium"] = minimiser.probabilities()
    return [Gap(name, title, judge.quality(x).exploitability) for title, x in found.items()]


def measure(quick: bool, watch: Watch) -> Data:
    choices = [choose(name, road) for road in ROADS for name in SEARCHES]
    games = QUICK_GAMES if quick else GAMES
    measured: list[Gap] = []
    for done, name in enumerate(games):
        watch(done / len(games))
        measured += gaps(name, QUICK_SIMULATIONS if quick else SIMULATIONS)
    watch(1)
    return Data(tuple(choices), tuple(measured))


def caption(data: Data) -> str:
    wrong, tree, mixed, sure = (data.choice(name) for name in SEARCHES)
    return (
        f"A coin decides where the treasure is, and MAX does not see it. The safe road pays "
        f"{wrong.road:g}, a guess 1 or −1. Averaging over clairvoyance chooses {wrong.move!r}: it "
        f"believes {wrong.believed:g} and gets {wrong.paid:g}. Information-set MCTS chooses "
        f"{tree.move!r} ({tree.believed:.2f}), regret minimisation {mixed.move!r} "
        f"({mixed.believed:.2f}), and belief-state search is sure of {sure.believed:g}."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple((c.road, c.algorithm, c.move, round(c.believed, 3), c.paid) for c in data.choices)
    headings = ("the safe road pays", "algorithm", "move", "it believes", "it gets")
    gap_rows = tuple((g.game, g.player, round(g.exploitability, 6)) for g in data.gaps)
    return [
        Table("strategy_fusion", "Decisions at the fork", headings, rows),
        Table(
            "hidden_exploitability",
            "What an opponent gains on average who knows the player, in points a game",
            ("game", "player", "exploitability"),
            gap_rows,
        ),
    ]


def pictures(data: Data) -> dict[str, str]:
    game = load("tree", tree=FORK)
    return {
        f"strategy_fusion_{name}.svg": svg(trace(game, algorithm=name), caption=True)
        for name in SEARCHES
    }


CLAIM = Claim(
    name="strategy_fusion",
    title="Averaging over clairvoyance never has to guess",
    text="Averaging over clairvoyance assumes that every future belief state will be one of "
    "perfect knowledge, so it never gathers information, and it plays differently in worlds that "
    "it cannot tell apart (textbook, partially observable games; Frank and Basin 1998).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
