"""Calibrate ProbCut for a game from its own searches (Buro 1995, 1997).

The engine plays games: some random plies, then moves of a shallow search, with a random move now
and then, because a search tree is full of bad moves. One position of each quarter of a game is
searched to every depth, without selective techniques. Deep values are regressed on shallow ones
(`regression.py`), for each depth and each of its checks. Proven values are left out. Depths beyond
the deepest search get no regression, and ProbCut does nothing there.
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
from counterplay.engine.base import make_engine, require_alphabeta
from counterplay.engine.evaluator_fingerprint import fingerprint_of

SHALLOWEST = 3
"""The least depth for which ProbCut is calibrated."""
LEAST_POSITIONS = 50
LEAST_COUNT = 30
"""The least number of positions, and of unproven ones that a regression needs."""
LEAST_CORRELATION = 0.5
"""With less, a check would almost never cut off and only cost time."""

MEMORY = 16
OPENING_PLIES = 8
PLAY_DEPTH = 2
SLIPS = 0.1
"""How a game is played: the most random plies, the depth, and how often a move is random."""
PARTS = 4
PATIENCE = 100
"""Stop after this many games in a row without a new position."""

Values = dict[int, int]
"""By depth: the value of a position in score points, for the side to move."""
Sample = tuple[float, Values]
"""The part of the game that remains at a position, by `remaining(s)`, and its values."""
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
    """Search `positions` positions to every depth, and regress deep values on shallow ones.

    `report` is called with the number of positions done. When `stop` is set, the calibration uses
    the positions done so far, if they are enough. The same arguments give the same calibration.
    """
    if not SHALLOWEST <= depth <= DEEPEST:
        raise InputError(
            f"depth={depth}: a calibration needs a depth from {SHALLOWEST} to {DEEPEST}"
        )
    if positions < LEAST_POSITIONS:
        raise InputError(f"positions={positions}: a calibration needs {LEAST_POSITIONS} or more")
    if game.evaluator is None:
        raise UnfitError(f"ProbCut needs an evaluator, which {game.name} does not have")
    require_alphabeta(game, "calibrate")
    player = make_engine(game, "alphabeta", selective=False, symmetry=False, memory=MEMORY)
    assert isinstance(player, AlphaBeta)
    stop = stop or threading.Event()
    whole = remaining_of(game, game.initial())
    found: list[Sample] = []
    for position in islice(varied_positions(player, seed, stop), positions):
        values = values_by_depth(player, position, depth, stop)
        found.append((remaining_of(game, position.state) / max(whole, 1), values))
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


def remaining_of(game: Game, state: Any) -> int:
    """`remaining(s)` of the game; 0 if it does not define it."""
    return int(game.ask("remaining", state)) if "remaining" in game.functions else 0


def checks(deep: int) -> tuple[int, ...]:
    """The depths of the shallow searches that predict a deep one, at most two.

    About a third and a half of the depth, and even or odd like it, so that the evaluations compared
    are after a move of the same side. 3: 1; 4: 2; 5: 1, 3; 6: 2; 7: 1, 3; 8: 2, 4; 9: 3, 5; …
    """
    half, third = (deep + 1) // 2, deep // 3
    wanted = (most - (deep - most) % 2 for most in (third, half))
    return tuple(sorted({shallow for shallow in wanted if shallow >= 1}))


def regressions(game: Game, found: Sequence[Sample], depth: int) -> tuple[Regression, ...]:
    """The regression for each depth and check with enough positions."""
    made, most = [], 0
    for deep in range(SHALLOWEST, depth + 1):
        for shallow in checks(deep):
            rows = [
                (values[shallow], values[deep], remaining)
                for remaining, values in found
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
            f"{SHALLOWEST} plies without a proven result, and {LEAST_COUNT} are needed"
        )
    raise UnfitError(
        f"{game.name}: shallow searches predict deep ones too badly for ProbCut (no "
        f"correlation reaches {LEAST_CORRELATION})"
    )


def values_by_depth(
    player: AlphaBeta, position: Position, depth: int, stop: threading.Event
) -> Values:
    """The values of a position at each finished depth, without proven ones."""
    facts, values = player.game.facts, Values()

    def note(found: Result) -> None:
        if found.kind == "estimate":
            values[found.depth] = round((found.value - facts.even_share) * facts.unit)

    player.new_game()  # deeper entries of the table would count at this depth too
    player.search(position, Limit(depth=depth), stop, note)
    return values


def varied_positions(player: AlphaBeta, seed: int, stop: threading.Event) -> Iterator[Position]:
    """Different positions from all parts of the engine's games, until no new ones occur."""
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
    """The positions of one game, without its end."""
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
    """One position of each quarter of a game, so that all phases count equally."""
    for part in range(PARTS):
        chosen = visited[part * len(visited) // PARTS : (part + 1) * len(visited) // PARTS]
        if chosen:
            yield dice.choice(chosen)
