"""What an equilibrium would have done in a game with hidden information, after it is over."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.players.parse import parse_spec
from counterplay.presentation.viewpoint import seen_moves
from counterplay.strategies.find import equilibrium
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.store import own_blueprint
from counterplay.strategies.sequence_form import sequence_form
from counterplay.strategies.store import load
from counterplay.strategies.strategy import Strategy
from counterplay.web.room import Room

MOST_ENDS = 300_000
"""The most ended games of a game whose equilibrium is found while a person waits."""
SECONDS = 5.0

_found: dict[tuple[Game, str], Strategy | Blueprint] = {}
"""The strategies found or read so far."""


def strategy_file(specs: Iterable[str]) -> str:
    """The file of the first opponent that is a strategy; empty without one."""
    parsed = [parse_spec(spec) for spec in specs if spec.startswith("strategy:")]
    files = [dict(spec.settings).get("file", "") for spec in parsed]
    return next(filter(None, files), "")


def strategy_for(game: Game, file: str = "") -> Strategy | Blueprint:
    """The strategy in a file, the one that comes with the game, or an equilibrium found now."""
    if (game, file) not in _found:
        _found[game, file] = load(game, Path(file)) if file else _equilibrium(game)
    return _found[game, file]


def _equilibrium(game: Game) -> Strategy | Blueprint:
    blueprint = own_blueprint(game)
    if blueprint is not None:
        return load(game, blueprint)
    try:
        sequence_form(game, MOST_ENDS)
    except UnfitError:
        raise InputError(
            f"{game.facts.title} is too large to solve while you wait: find a strategy with "
            "`counterplay equilibrium`, and start the page with --player strategy:file=FILE"
        ) from None
    return equilibrium(game, exploitability=1e-3, seconds=SECONDS)


def advice(room: Room, file: str = "") -> dict[str, Any]:
    """For every decision of a finished game: the probability of each move in an equilibrium."""
    if not room.game.facts.hidden or not room.is_over:
        raise InputError("an equilibrium is shown after a game with hidden information")
    strategy, rows = strategy_for(room.game, file), []
    end = room.position
    for ply, played in enumerate(end.moves):
        here = end.undo(end.ply - ply)
        if here.turn == CHANCE:
            continue
        rows.append(
            {
                "ply": ply + 1,
                "name": room.game.facts.names[here.turn],
                "sees": seen_moves(here, here.turn),
                "played": here.show_move(played),
                "moves": {here.show_move(a): x for a, x in strategy.chances(here).items()},
            }
        )
    return {"rows": rows, "exploitability": strategy.about.get("exploitability")}
