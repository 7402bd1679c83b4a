"""Claim: values learned from the states that follow need fewer games. TD(lambda), as Sutton showed.

Sutton's random walk: five states in a row, worth 1/6 to 5/6. A training set has ten walks.

    repeated   a set is presented again and again, until the values settle (his figure 3)
    once       each walk is presented once (his figures 4 and 5)

The small game is tic-tac-toe, learned by playing itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.matches import play
from counterplay.experiments.figures.small_games import Board, Row
from counterplay.experiments.plots import COLOURS, label
from counterplay.textbook.td import Episode, RandomWalk, Values, changes, td_evaluation, td_lambda

LAMBDAS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
SHOWN = (0.0, 0.3, 0.8, 1.0)
ALPHAS = tuple(i / 20 for i in range(1, 13))
SETS, QUICK_SETS, WALKS = 100, 10, 10
STEP, SETTLED = 0.02, 1e-5
MOST_SWEEPS, QUICK_SWEEPS = 2000, 150
LESSONS, QUICK_LESSONS = (50, 200, 800, 3200), (10, 50)
GAME_LAMBDAS = (0.0, 0.5, 0.9)
LEARNERS, QUICK_LEARNERS = 6, 2
PAIRS, QUICK_PAIRS = 50, 5
"""Pairs of games in which the evaluation is tested."""
WORST = 0.7
"""Larger errors are not drawn."""


@dataclass(frozen=True)
class Data:
    """Errors are root-mean-square errors of the five values.

    repeated   by lambda
    once       by lambda and alpha
    best       by lambda: the smallest error of all alphas
    game       by lambda and games learned from: the score against a random player
    """

    repeated: dict[float, Estimate]
    once: dict[float, dict[float, Estimate]]
    best: dict[float, tuple[float, Estimate]]
    game: dict[float, dict[int, Estimate]]
    sets: int


def error(values: Values, walk: RandomWalk) -> float:
    """Return the root-mean-square error of learned values."""
    true = walk.true_values
    return sqrt(sum((values.get(s, 0.5) - v) ** 2 for s, v in true.items()) / len(true))


def settled(episodes: list[Episode], lambda_: float, sweeps: int) -> Values:
    """Return the values after a set was presented until they settle."""
    values: Values = {}
    for _ in range(sweeps):
        total: Values = {}
        for episode in episodes:
            for s, change in changes(episode, values, STEP, lambda_, 0.5).items():
                total[s] = total.get(s, 0) + change
        values = {s: values.get(s, 0.5) + change for s, change in total.items()}
        if max(map(abs, total.values())) < SETTLED:
            break
    return values


def score(game: Row, evaluate: Any, seed: int, pairs: int) -> float:
    """Return the score of a greedy player with an evaluation against a random one."""
    dice = Random(seed)

    def learned(s: Board) -> int:
        p = game.player(s)

        def worth(a: int) -> float:
            after = game.result(s, a)
            return game.utility(after, p) if game.terminal(after) else evaluate(after, p)

        return max(game.actions(s), key=worth)

    def by_lot(s: Board) -> int:
        return dice.choice(game.actions(s))

    first = sum(play(game, game.root, (learned, by_lot)) for _ in range(pairs))
    second = sum(play(game, game.root, (by_lot, learned)) for _ in range(pairs))
    return (first - second) / (4 * pairs) + 0.5


def measure(quick: bool, watch: Watch) -> Data:
    walk, dice = RandomWalk(), Random("walks")
    count = QUICK_SETS if quick else SETS
    sets = [[walk.walk(dice) for _ in range(WALKS)] for _ in range(count)]
    once: dict[float, dict[float, Estimate]] = {}
    for lambda_ in sorted({*LAMBDAS, *SHOWN}):
        once[lambda_] = {
            alpha: estimate([error(td_lambda(s, alpha=alpha, lambda_=lambda_), walk) for s in sets])
            for alpha in ALPHAS
        }
    best = {}
    for lambda_ in LAMBDAS:
        alpha = min(ALPHAS, key=lambda a: once[lambda_][a].mean)
        best[lambda_] = (alpha, once[lambda_][alpha])
    watch(0.2)
    repeated, sweeps = {}, QUICK_SWEEPS if quick else MOST_SWEEPS
    for i, lambda_ in enumerate(LAMBDAS, 1):
        repeated[lambda_] = estimate([error(settled(s, lambda_, sweeps), walk) for s in sets])
        watch(0.2 + 0.3 * i / len(LAMBDAS))
    game = Row(3, 3, 3)
    learners, pairs = (QUICK_LEARNERS, QUICK_PAIRS) if quick else (LEARNERS, PAIRS)
    scores: dict[float, dict[int, Estimate]] = {}
    for i, lambda_ in enumerate(GAME_LAMBDAS, 1):
        scores[lambda_] = {
            lessons: estimate(
                [
                    score(game, td_evaluation(game, game.root, games=lessons, seed=seed,
                                              lambda_=lambda_), seed, pairs)
                    for seed in range(learners)
                ]
            )
            for lessons in (QUICK_LESSONS if quick else LESSONS)
        }  # fmt: skip
        watch(0.5 + 0.5 * i / len(GAME_LAMBDAS))
    return Data(repeated, once, best, scores, count)


def caption(data: Data) -> str:
    least = min(data.repeated, key=lambda x: data.repeated[x].mean)
    once = min(data.best, key=lambda x: data.best[x][1].mean)
    most = max(next(iter(data.game.values())))
    games = ", ".join(f"{100 * by[most].mean:.0f} % at lambda {x:g}" for x, by in data.game.items())
    return (
        f"Sutton's random walk, {data.sets} sets of {WALKS} walks, error of the values 1/6 to 5/6. "
        f"Presented until they settle, the error is {data.repeated[0.0].mean:.3f} at lambda 0 and "
        f"{data.repeated[1.0].mean:.3f} at lambda 1; the least is at lambda {least:g}. Presented "
        f"once with the best alpha, it is {data.best[0.0][1].mean:.3f} at lambda 0, "
        f"{data.best[1.0][1].mean:.3f} at lambda 1, and {data.best[once][1].mean:.3f} at lambda "
        f"{once:g}: lambda 1 is worst both times, as in his paper. Tic-tac-toe after {most:,} "
        f"games against itself scores {games}, against a random player."
    )


def tables(data: Data) -> list[Table]:
    walk = tuple(
        (x, round(data.repeated[x].mean, 4), round(data.repeated[x].error, 4),
         round(data.best[x][1].mean, 4), round(data.best[x][1].error, 4), data.best[x][0])
        for x in data.repeated
    )  # fmt: skip
    heads = ("lambda", "repeated", "±", "once, best alpha", "±", "alpha")
    rates = tuple((alpha, *(round(data.once[x][alpha].mean, 3) for x in SHOWN)) for alpha in ALPHAS)
    lessons = list(next(iter(data.game.values())))
    game = tuple(
        (n, *(cell for by in data.game.values()
              for cell in (round(100 * by[n].mean, 1), round(100 * by[n].error, 1))))
        for n in lessons
    )  # fmt: skip
    return [
        Table("td_lambda", "Error on the random walk, by lambda", heads, walk),
        Table("td_alpha", "Error after one presentation, by alpha",
              ("alpha", *(f"lambda {x:g}" for x in SHOWN)), rates),
        Table("td_tic_tac_toe", "Score at tic-tac-toe against a random player, in per cent",
              ("games", *(h for x in data.game for h in (f"lambda {x:g}", "±"))), game),
    ]  # fmt: skip


def plot(data: Data, figure: Any) -> None:
    left, middle, right = figure.subplots(1, 3)
    label(left, "Each walk once, by alpha", "alpha", "error (root mean square)")
    for i, x in enumerate(SHOWN):
        by = data.once[x]
        kept = [a for a in by if by[a].mean < WORST]
        left.plot(kept, [by[a].mean for a in kept], "osv^"[i] + "-", color=COLOURS[i],
                  label=f"lambda {x:g}")  # fmt: skip
    left.set_ylim(0, WORST)
    left.legend(fontsize=9.5)
    label(middle, "By lambda", "lambda", "error (root mean square)")
    for name, errors, i in (
        ("repeated until settled", list(data.repeated.values()), 0),
        ("once, best alpha", [e for _, e in data.best.values()], 1),
    ):
        middle.errorbar(list(data.repeated), [e.mean for e in errors], [e.error for e in errors],
                        fmt="os"[i] + "-", color=COLOURS[i], label=name)  # fmt: skip
    middle.set_ylim(bottom=0)
    middle.legend(fontsize=9.5)
    label(right, "Tic-tac-toe against itself", "games", "score against a random player, %")
    right.set_xscale("log")
    for i, (x, by_games) in enumerate(data.game.items()):
        right.errorbar(list(by_games), [100 * e.mean for e in by_games.values()],
                       [100 * e.error for e in by_games.values()], fmt="osv"[i] + "-",
                       color=COLOURS[i], label=f"lambda {x:g}")  # fmt: skip
    lessons = list(next(iter(data.game.values())))
    right.set_xticks(lessons, [f"{n:,}" for n in lessons])
    right.minorticks_off()
    right.set_ylim(50, 102)
    right.legend(fontsize=9.5, loc="lower right")


CLAIM = Claim(
    name="td_lambda",
    title="Learning from the next state: TD(lambda)",
    text="Temporal difference learning corrects each prediction towards the next one, not only "
    "towards the result (Sutton 1988). TD-Gammon learned its evaluation in this way.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(14.0, 4.8),
)
