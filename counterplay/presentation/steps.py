"""Moves that a person makes in several steps, as a roll of backgammon: the board between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterplay.core.game.errors import GameError, InputError
from counterplay.core.game.game import Game
from counterplay.presentation.shapes import board_json, cells_by_name

Step = Sequence[str]
"""The names of the cells of a step."""


def has_steps(game: Game) -> bool:
    """Whether a game says which steps its moves have."""
    return "next_steps" in game.functions


def first_steps(game: Game, state: Any) -> list[dict[str, Any]]:
    """The steps with which a move can begin; none if the moves of the game have no steps."""
    return list(steps_json(game, state)["steps"]) if has_steps(game) else []


def steps_json(game: Game, state: Any, done: Sequence[Step] = ()) -> dict[str, Any]:
    """The board after some steps of a move, and the steps that can follow.

    A step has the cells to click, as a move has, and its `names`. `text` is the move that it
    completes; None if more steps must follow. Raises InputError for steps that are not legal.
    """
    try:
        drawing, following = game.call("next_steps", state, [tuple(step) for step in done])
    except GameError as error:
        if isinstance(error.__cause__, ValueError):
            raise InputError(str(error.__cause__)) from None
        raise
    cells = cells_by_name(drawing)
    return {
        "board": board_json(drawing),
        "steps": [
            {
                "text": None if move is None else game.show_move(state, move),
                "cells": [cells[name] for name in step if name in cells],
                "names": list(step),
            }
            for step, move in following.items()
        ],
    }
