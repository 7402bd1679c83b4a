"""Calibrate ProbCut for a game from its own searches (Buro 1995, 1997).

The engine plays games: some random plies, then moves of a shallow search with a random one among
them now and then, for a search tree is full of bad moves too. One position of each quarter of a
game is searched to every depth, with nothing left out by selective techniques. Deep values are
regressed on shallow ones (`regression`), for each depth with its checks. Proven values are left
out: they are no guesses. Depths beyond the deepest one searched get no regression, and no cuts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.alphabeta.probcut.calibration import DEEPEST, Calibration, parameters_of
from counterplay.engine.alphabeta.probcut.regression import Regression, regress
from counterplay.engine.base import make_engine
from counterplay.engine.evaluator_fingerprint import fingerprint_of

SHALLOWEST = 3
"""The least depth that is worth a check."""
LEAST_POSITIONS = 50
LEAST_COUNT = 30
"""Positions to begin with, and undecided ones that a regression needs."""
LEAST_CORRELATION = 0.5
"""With less, a check would hardly ever cut and only cost time."""

MEMORY = 16
OPENING_PLIES = 8
PLAY_DEPTH = 2
SLIPS = 0.1
"""How a game is played: so many random plies at most, so deep a search, so often a random move."""
PARTS = 4
PATIENCE = 100
"""Games in a row that lead to no new position, until no more are played."""

Values = dict[int, int]
"""By depth: the value of a position in score points, for the side to move."""
Sample = tuple[float, Values]
"""What part of the game is left at a position, as `remaining(s)` says, and its values."""
Report = Callable[[int], None]


def calibrate(
    game: Game,
    *,
    positions: int = 1000,
    depth: int = 10,
    seed: int = 1,
    stop: threading.Event | None = None,
    report: Report | None = None,
    command: str = "",
) -> Calibration:
    """Search so many positions to every depth, and regress deep values on shallow ones.

    `report` is told how many positions are done. `stop`, once set, ends it with those, if they
    are enough. The same arguments give the same calibration.
    """
    if not SHALLOWEST <= depth <= DEEPEST:
        raise InputError(f"depth={depth}: a calibration takes {SHALLOWEST} to {DEEPEST} plies")
    if positions < LEAST_POSITIONS:
        raise InputError(f"positions={positions}: a calibration takes {LEAST_POSITIONS} or more")
    if game.evaluator is None:
        raise UnfitError(f"{game.name} has no evaluator, whose errors ProbCut could be told of")
    player = make_engine(game, "alphabeta", selective=False, symmetry=False, memory=MEMORY)
    assert isinstance(player, AlphaBeta)
    stop = stop or threading.Event()
    whole = left_of(game, game.initial())
    found: list[Sample] = []
    for position in islice(varied_positions(player, seed, stop), positions):
        values = values_by_depth(player, position, depth, stop)
        found.append((left_of(game, position.state) / max(whole, 1), values))
        if report is not None:
            report(len(found))
    return Calibration(
        game=game.name,
        parameters=parameters_of(game),
        evaluator=game.evaluator.name,
        fingerprint=fingerprint_of(game),
        seed=seed,
        positions=len(found),
        depth=depth,
        left=whole,
        command=command,
        regressions=regressions(game, found, depth),
    )


def left_of(game: Game, state: Any) -> int:
    """What is left to play, as the game counts; 0 where it does not say."""
    return int(game.ask("remaining", state)) if "remaining" in game.functions else 0


def checks(deep: int) -> tuple[int, ...]:
    """The depths of the shallow searches that are to foretell a deep one, at most two.

    About a third and a half of it, as even or odd as it is: evaluations after the move of the
    same side are the ones to compare. 3: 1; 4: 2; 5: 1, 3; 6: 2; 7: 1, 3; 8: 2, 4; 9: 3, 5; …
    """
    half, third = (deep + 1) // 2, deep // 3
    wanted = (most - (deep - most) % 2 for most in (third, half))
    return tuple(sorted({shallow for shallow in wanted if shallow >= 1}))


def regressions(game: Game, found: Sequence[Sample], depth: int) -> tuple[Regression, ...]:
    """The regression for each depth and check that enough positions speak for."""
    made, most = [], 0
    for deep in range(SHALLOWEST, depth + 1):
        for shallow in checks(deep):
            rows = [
                (values[shallow], values[deep], left)
                for left, values in found
                if shallow in values and deep in values
            ]
            most = max(most, len(rows))
            if len(rows) < LEAST_COUNT:
                continue
            row = regress(deep, shallow, *np.array(rows, np.float64).T)
            if row is not None and row.slope > 0 and row.correlation >= LEAST_CORRELATION:
                made.append(row)
    if made:
        return tuple(made)
    if most < LEAST_COUNT:
        raise InputError(
            f"{game.name}: only {most} of {len(found)} positions were searched to "
            f"{SHALLOWEST} plies and left undecided, and {LEAST_COUNT} are needed"
        )
    raise UnfitError(
        f"{game.name}: its shallow searches say too little about deep ones for ProbCut (no "
        f"correlation reaches {LEAST_CORRELATION})"
    )


def values_by_depth(
    player: AlphaBeta, position: Position, depth: int, stop: threading.Event
) -> Values:
    """The values of a position at each depth that was searched in full, but for proven ones."""
    facts, values = player.game.facts, Values()

    def note(found: Result) -> None:
        if found.kind == "estimate":
            values[found.depth] = round((found.value - facts.even_share) * facts.unit)

    player.new_game()  # what is deeper in the table would count at this depth too
    player.search(position, Limit(depth=depth), stop, note)
    return values


def varied_positions(player: AlphaBeta, seed: int, stop: threading.Event) -> Iterator[Position]:
    """Different positions from all parts of the engine's games, until it finds no new ones."""
    dice, in_vain = Random(f"calibrate {seed}"), 0
    seen: set[bytes] = set()
    while in_vain < PATIENCE:
        in_vain += 1
        for position in from_each_part(play_game(player, dice, stop), dice):
            if stop.is_set():
                return
            key = player.game.shape.encode(position.state).tobytes()
            if key not in seen:
                seen.add(key)
                in_vain = 0
                yield position


def play_game(player: AlphaBeta, dice: Random, stop: threading.Event) -> list[Position]:
    """The positions of one game that were not over, first to last."""
    position = player.game.position()
    visited: list[Position] = []
    opening = dice.randrange(OPENING_PLIES + 1)
    player.new_game()
    while not (position.is_over or stop.is_set()):
        is_random = dice.random() < SLIPS or len(visited) < opening
        visited.append(position)
        if is_random:
            move = dice.choice(position.legal_moves)
        else:
            move = player.search(position, Limit(depth=PLAY_DEPTH), stop).move
        position = position.play(move)
    return visited


def from_each_part(visited: Sequence[Position], dice: Random) -> Iterator[Position]:
    """A position of each quarter of a game, so that all phases count alike."""
    for part in range(PARTS):
        chosen = visited[part * len(visited) // PARTS : (part + 1) * len(visited) // PARTS]
        if chosen:
            yield dice.choice(chosen)
