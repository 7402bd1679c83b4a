"""The worlds of the player to move: what the state may be, as far as that player can know.

Every kernel that searches games with hidden information has the entry `find_worlds`
(`kernel/worlds.py`). It follows all lines of play that agree with what the player has seen. Where
there are too many, the game's `resample` draws some.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.kernel import Context
from counterplay.core.compile.rules import plies
from counterplay.core.game.errors import GameError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.knowledge import knowledge, tells_knowledge
from counterplay.core.game.position import Position
from counterplay.engine.fitness import first_reason, needs_listed_chance, needs_no_history

MOST_WORLDS = 20_000
MOST_STEPS = 5_000_000
MOST_STEPS_OF_MANY = 10_000
"""The most steps to find worlds, if the game can also draw some."""

DRAWN = 1_000
"""How many worlds `resample` draws where there are too many to list."""


@dataclass(frozen=True)
class Worlds:
    """The worlds of a player.

    states    the states, as records
    known     what each player knows in each world
    weights   the probability of each world
    is_all    whether these are all worlds, not a sample
    """

    states: npt.NDArray[Any]
    known: npt.NDArray[np.uint64]
    weights: npt.NDArray[np.float64]
    is_all: bool


def unfit(game: Game, method: str) -> str | None:
    """Why worlds of a game cannot be found, in a sentence; None if they can."""
    if not game.facts.hidden:
        return f"{game.name} hides nothing, but {method} is for games that do"
    if not tells_knowledge(game):
        return (
            f"{game.name} does not say what players know: define observe(s, p) or information(s, p)"
        )
    if game.facts.longest_game > plies(game):
        return (
            f"a game of {game.name} may have {game.facts.longest_game:,} plies, but {method} looks "
            f"at whole games of at most {plies(game)}"
        )
    return first_reason(needs_listed_chance(game, method), needs_no_history(game, method))


def worlds_of(position: Position, kernel: Any, seed: int = 0) -> Worlds:
    """The worlds of the player to move."""
    game, start = position.game, position.past[0] if position.past else position.state
    encode = game.shape.encode
    if encode(start).tobytes() != encode(game.initial()).tobytes():
        return _drawn(position, seed, "the position does not say which moves led to it")
    states = np.zeros(MOST_WORLDS, game.shape.dtype)
    known = np.zeros((MOST_WORLDS, game.facts.players), np.uint64)
    weights = np.zeros(MOST_WORLDS)
    context = Context(game, kernel)
    context.set_root(start)
    for name, array in (
        ("world_states", states), ("world_known", known), ("world_weights", weights),
    ):  # fmt: skip
        context.keep(name, array)
    _say_what_is_known(context.record, position)
    context.call(kernel.find_worlds)
    context.complain()
    count = int(context.record.worlds)
    if count > MOST_WORLDS or int(context.record.steps) > _most_steps(game):
        return _drawn(position, seed, "too many states agree with what the player has seen")
    if count == 0:
        name = "information" if "information" in game.functions else "observe"
        raise GameError(
            f"{name}() contradicts itself: no line of play agrees with what player "
            f"{position.turn} has seen; run `counterplay check`",
            game.path,
            game.line_of(name),
        )
    return Worlds(states[:count], known[:count], weights[:count] / weights[:count].sum(), True)


def _say_what_is_known(record: Any, position: Position) -> None:
    """Write what the player to move has known after each move, and the player's own moves."""
    game, viewer = position.game, position.turn
    record.viewer, record.plies = viewer, position.ply
    record.most_worlds, record.most_steps = MOST_WORLDS, _most_steps(game)
    for ply in range(position.ply + 1):
        here = position.undo(position.ply - ply)
        record.target[ply] = knowledge(here, viewer)
        if ply < position.ply and game.player(here.state) == viewer:
            record.is_own[ply], record.own_moves[ply] = 1, position.moves[ply]


def _most_steps(game: Game) -> int:
    """How long to look for worlds before some are drawn."""
    return MOST_STEPS_OF_MANY if "resample" in game.functions else MOST_STEPS


def _drawn(position: Position, seed: int, reason: str) -> Worlds:
    """Worlds that `resample` draws."""
    game, dice = position.game, Random(seed)
    if not {"resample", "information"} <= set(game.functions):
        raise UnfitError(
            f"{reason}, and {game.name} does not define resample(s, p, seed) and information(s, p) "
            "to draw some"
        )
    drawn = [
        game.ask("resample", position.state, position.turn, dice.getrandbits(62))
        for _ in range(DRAWN)
    ]
    known = [[game.ask("information", s, p) for p in range(game.facts.players)] for s in drawn]
    states = np.concatenate([np.atleast_1d(game.shape.encode(s)) for s in drawn])
    return Worlds(states, np.array(known, np.uint64), np.full(DRAWN, 1 / DRAWN), False)
