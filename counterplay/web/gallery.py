"""The gallery: every game that the server has, with a board some moves into a game."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from textwrap import shorten
from typing import Any

from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.drawing.tracing import fitting
from counterplay.presentation.drawings import drawing_of
from counterplay.web.levels import has_engine
from counterplay.web.shapes import board_json

Levels = Callable[[Game], list[dict[str, Any]]]

PLIES = 6
"""As far as the board of a game in the gallery has been played."""
LONGEST_ABOUT = 120
SHOWN = {
    "chess": "startpos moves e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
    "othello": "startpos moves d3 c5 d6 e3 f4 c6 f5 f3 c4 c3 e2 d1 f2 d7 e1 f1 d2 g1",
    "connect_four": "startpos moves 4 4 4 3 5 3 3 2 5 6 6",
    "checkers": "startpos moves 11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14",
    "nine_mens_morris": "startpos moves d6 d2 f4 b4 f6 f2 b6xf2 d7 g4 c4",
    "breakthrough": "startpos moves d2-d3 e7-e6 f2-f3 c7-c6 d3-e4 d7-d6 g2-g3",
    "dots_and_boxes": "startpos moves a1h b2v c2h a3v b1h d1v c1v a2h b3h",
    "nim": "startpos",
    "tic_tac_toe": "startpos moves b2 a3 c3 a1 a2",
}
"""Boards that look like the game, where the first moves would not."""


def gallery_json(games: Mapping[str, Game], levels: Levels) -> list[dict[str, Any]]:
    return [summary(game, levels) for game in games.values()]


def summary(game: Game, levels: Levels) -> dict[str, Any]:
    """What the page has to know of a game before it is played."""
    facts = game.facts
    shown = example(game)
    start = game.position()
    return {
        "name": game.name,
        "title": facts.title,
        "about": about(game),
        "players": facts.players,
        "names": list(facts.names),
        "chance": facts.chance,
        "hidden": facts.hidden,
        "board": board_json(drawing_of(game, shown.state)),
        "example": game.show_position(start.state),
        "engine": has_engine(game),
        "levels": levels(game),
        "algorithms": fitting(game),
    }


def about(game: Game) -> str:
    """The first sentence of what the game's file says of itself."""
    try:
        told = ast.get_docstring(ast.parse(Path(game.path).read_text(encoding="utf-8-sig"))) or ""
    except (OSError, ValueError, SyntaxError):
        return ""
    first = told.split("\n\n")[0].replace("\n", " ")
    _, _, rest = first.partition(": ")
    words = rest or first
    return shorten(words[:1].upper() + words[1:], LONGEST_ABOUT, placeholder=" …")


def example(game: Game) -> Position:
    """A position some plies into the game."""
    if game.name in SHOWN:
        with suppress(CounterplayError):  # a board of another size, or a game of the same name
            return game.position(SHOWN[game.name])
    position = game.position()
    for ply in range(PLIES):
        if position.is_over:
            break
        if position.turn == CHANCE:
            position = position.play(game.draw(position.state, ply))
        else:
            moves = position.legal_moves
            position = position.play(moves[(7 * ply + 3) % len(moves)])
    return position
