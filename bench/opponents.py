"""What a safe response wins from weak players of Leduc hold'em, and what it risks.

    python bench/opponents.py
    python bench/opponents.py --plot docs/images/opponents.svg

All numbers but those of the last table are expected values over the whole tree, in points per game,
the mean of both seats. The last table models each player from games that were played, as one of the
seats saw them, and then judges the response to that model exactly.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import counterplay as cp
from counterplay.core.game.knowledge import knowledge
from counterplay.core.game.position import Position
from counterplay.experiments import plots
from counterplay.strategies.judge import Judge
from counterplay.strategies.observed import Observer
from counterplay.strategies.respond import Precision, response, winnings
from counterplay.strategies.strategy import Strategy, known_positions

TRUSTS = (0.0, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
SHOWN = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)
GAMES = (50, 200, 1_000, 5_000)
FOLD, CALL, RAISE = 0, 1, 2
NOISE = 0.3
"""How often the noisy equilibrium makes a random move."""


def calling(position: Position) -> int:
    """Never bets, and calls every bet."""
    return CALL


def raiser(position: Position) -> int:
    """Bets and raises whenever it may."""
    return RAISE if RAISE in position.legal_moves else CALL


def tight(position: Position) -> int:
    """Bets and calls with a king or a pair, and folds all other cards to a bet."""
    s = position.state
    card = s.first if position.turn == 0 else s.second
    is_good = card >= 5 or (s.table > 0 and (card + 1) // 2 == (s.table + 1) // 2)
    if is_good:
        return raiser(position)
    return FOLD if FOLD in position.legal_moves else CALL


def pure(judge: Judge, choose: Callable[[Position], int]) -> Any:
    """The strategy of a player that always makes the same move in an information set."""
    form, found = judge.form, judge.form.even_strategy()
    for p, position in known_positions(judge.game):
        i = form.rows[p, knowledge(position, p)]
        part = slice(form.firsts[i], form.firsts[i + 1])
        found[part] = form.moves[part] == choose(position)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plot", type=Path, help="draw the trade-off to this .svg or .png file")
    parser.add_argument("--games", type=int, default=GAMES[-1], help="the most games (5000)")
    given = parser.parse_args()
    judge = Judge(cp.load("leduc"))
    even = judge.form.even_strategy()
    best = judge.probabilities_of(cp.equilibrium(judge.game, exploitability=1e-5))
    players = {
        "random": even,
        "calling": pure(judge, calling),
        "raiser": pure(judge, raiser),
        "tight": pure(judge, tight),
        "noisy equilibrium": (1 - NOISE) * best + NOISE * even,
    }
    curves = {name: curve(judge, model) for name, model in players.items()}
    show("won from each player, by trust", curves, 0)
    show("exploitability of the response, by trust", curves, 1)
    if given.plot:
        given.plot.write_bytes(drawn(curves, given.plot.suffix.removeprefix(".")))
    learned(judge, best, players, [n for n in GAMES if n <= given.games])


def curve(judge: Judge, model: Any) -> list[tuple[float, float]]:
    """What the response wins from a player and what it risks, for each trust."""
    found = []
    for trust in TRUSTS:
        answer = response(judge, model, trust, Precision(1e-5))
        won = sum(winnings(judge, answer, model)) / 2
        found.append((won, judge.quality(answer).exploitability))
    return found


def show(title: str, curves: dict[str, list[tuple[float, float]]], column: int) -> None:
    print(f"\n{title}\n{'player':20}" + "".join(f"{trust:>9g}" for trust in SHOWN))
    for name, points in curves.items():
        kept = [point for trust, point in zip(TRUSTS, points, strict=True) if trust in SHOWN]
        print(f"{name:20}" + "".join(f"{point[column]:9.4f}" for point in kept), flush=True)


def learned(judge: Judge, best: Any, players: dict[str, Any], marks: list[int]) -> None:
    """Print what the response to a model from n games wins from the player itself."""
    print("\npoints won (exploitability) at trust 0.75, by games that the model has seen")
    print(f"{'player':20}" + "".join(f"{n:>18,}" for n in (0, *marks)))
    for name, model in players.items():
        observer, dice = Observer(judge, best), Random(1)
        row = [result(judge, best, model)]
        opponent = Strategy.of(judge.game, judge.form, model)
        own = Strategy.of(judge.game, judge.form, best)
        for n in range(1, max(marks, default=0) + 1):
            seat = n % 2
            observer.add_seen(played(judge, (own, opponent), seat, dice), seat)
            if n in marks:
                answer = response(judge, observer.probabilities(), 0.75, Precision(1e-4))
                row.append(result(judge, answer, model))
        print(f"{name:20}" + "".join(row), flush=True)


def result(judge: Judge, answer: Any, model: Any) -> str:
    won = sum(winnings(judge, answer, model)) / 2
    return f"{f'{won:.4f} ({judge.quality(answer).exploitability:.4f})':>18}"


def played(judge: Judge, pair: tuple[Strategy, Strategy], seat: int, dice: Random) -> Position:
    """A game between two strategies; the first one has this seat."""
    here = judge.game.position()
    while not here.is_over:
        if here.turn < 0:
            outcomes = dict(here.chance_outcomes)
            here = here.play(dice.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            here = here.play(pair[0 if here.turn == seat else 1].pick(here, dice))
    return here


def drawn(curves: dict[str, list[tuple[float, float]]], kind: str) -> bytes:
    """The curve of each player: what is won over what is risked."""

    def plot(figure: Any) -> None:
        axes = figure.subplots()
        for i, (name, points) in enumerate(curves.items()):
            risks, wins = [risk for _, risk in points], [won for won, _ in points]
            axes.plot(risks, wins, "osD^v"[i] + "-", color=plots.COLOURS[i], label=name)
        title = "0 is an equilibrium (left), 1 the best response (right)"
        plots.label(axes, title, "exploitability, points per game", "won from the player")
        axes.set_xscale("symlog", linthresh=0.05)
        ticks = (0, 0.05, 0.1, 0.25, 0.5, 1, 2, 4)
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
        axes.legend()

    return plots.draw(
        "Leduc hold'em: responses to weak players, trust from 0 to 1",
        (8.5, 5.2),
        plot,
        "png" if kind == "png" else "svg",
    )


if __name__ == "__main__":
    main()
