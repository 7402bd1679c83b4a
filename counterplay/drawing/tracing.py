"""Traced runs of the textbook's algorithms on a position, as drawings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.known_game import start_of
from counterplay.core.game.position import Position
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.explanation import Explanation
from counterplay.drawing.narrator import explain
from counterplay.drawing.running import Check, algorithm_for, position_of, run, scale_of
from counterplay.games.tree import tree_of
from counterplay.presentation.viewpoint import seen_moves
from counterplay.presentation.words import player_name
from counterplay.textbook.catalogue import Algorithm

MOST_STEPS = 10_000
"""The most steps that can be drawn."""


def trace(
    game: Game,
    /,
    position: Position | str | None = None,
    *,
    algorithm: str | None = None,
    depth: int | None = None,
    **options: Any,
) -> Explanation:
    """Run an algorithm of the textbook and return its search, step by step.

    A notebook shows the tree, and `print` writes it as text. Without an `algorithm` it is the
    simplest one that fits the game and takes a `depth` if one is given. `options` are those of the
    algorithm: `trace(game, algorithm="beam", width=2)`.
    """
    where = position_of(game, position, "trace(game, algorithm={!r})")
    return traced(where, algorithm_for(game, algorithm, depth), depth, options)


def traced(
    position: Position,
    algorithm: Algorithm,
    depth: int | None = None,
    options: Mapping[str, Any] | None = None,
    check: Check = lambda: None,
) -> Explanation:
    """The search of an algorithm with its title. `check` is called before every move."""
    game, is_known = position.game, algorithm.hidden and position.game.facts.hidden
    while is_known and position.turn == CHANCE and not position.is_over:
        position = position.play(position.chance_outcomes[0][0])  # to the first decision
    given = {**({} if depth is None else {"depth": depth}), **(options or {})}
    with shallow_enough():
        decision = run(algorithm, position, given, check=check)
        if len(decision.trace) > MOST_STEPS:
            raise InputError(
                f"this search takes {len(decision.trace):,} steps, and at most {MOST_STEPS:,} can "
                "be drawn: start from a later position, or give a smaller depth"
            )
        title = title_of(position, algorithm, options or {})
        root = start_of(position) if is_known else position.state
        return explain(decision, game, root, title, scale_of(game))


def title_of(position: Position, algorithm: Algorithm, options: Mapping[str, Any]) -> str:
    """Return a title: the game, the algorithm with its options, and who is to move."""
    game = position.game
    shown = "".join(f", {name} {value}" for name, value in options.items())
    who = player_name(game, position.turn)
    who += " to move, here called MAX" if who == "MIN" else " to move"
    if game.facts.hidden and tree_of(game) is None:
        who += f", seeing {seen_moves(position, position.turn)}"
    title = f"{game.facts.title}: {algorithm.name}{shown}, {who}"
    if game.facts.counted_in is None:
        return title
    return f"{title} (in {game.facts.counted_in[0]}; a win is {scale_of(game):g})"
