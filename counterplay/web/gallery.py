"""The gallery: the games of the server, each with a picture of its board."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from textwrap import shorten
from typing import Any

from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.drawing.options import options_of
from counterplay.drawing.running import algorithms_for
from counterplay.presentation.description import docstring_of
from counterplay.presentation.drawings import drawing_at
from counterplay.presentation.shapes import board_json, player_below
from counterplay.textbook.catalogue import ALGORITHMS
from counterplay.web.known import known_of
from counterplay.web.levels import has_engine
from counterplay.web.thumbnails import thumbnail
from counterplay.web.variants import public_name, shown_title

Opponents = Callable[[Game], list[dict[str, Any]]]

PLIES = 6
"""Moves that are played for a picture."""
MOST_DEALS = 30
"""The most deals of hidden cards of which the search tree page draws a tree."""

LONGEST_ABOUT = 120
KINDS: dict[Any, str] = {int: "number", float: "number", bool: "truth", str: "text"}
"""How the page asks for an option of an algorithm."""
EXAMPLES = {
    "chess": "startpos moves e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
    "othello": "startpos moves d3 c5 d6 e3 f4 c6 f5 f3 c4 c3 e2 d1 f2 d7 e1 f1 d2 g1",
    "bridge": "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3 S4 SJ S7",
    "connect_four": "startpos moves 4 4 4 3 5 3 3 2 5 6 6",
    "checkers": "startpos moves 11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14",
    "nine_mens_morris": "startpos moves d6 d2 f4 b4 f6 f2 b6xf2 d7 g4 c4",
    "breakthrough": "startpos moves d2-d3 e7-e6 f2-f3 c7-c6 d3-e4 d7-d6 g2-g3",
    "dots_and_boxes": "startpos moves a1h b2v c2h a3v b1h d1v c1v a2h b3h",
    "dark_hex": "startpos moves c1 b2 c2 c2 a3 a2 b3",
    "einstein": "b2..b4..../..b6b5..../b3......w2/....w5..w6/....w3w1.. w 5",
    "go": "startpos moves E5 E3 C3 G4 G6 C7 F3 F4 E4 D3 D4 C4 B4 C5 D5 C2 B3 E6 F5 D6",
    "kuhn": "startpos moves Q K pass bet",
    "leduc": "startpos moves K Q bet raise call J check",
    "liars_dice": "startpos moves 4 6 1x4 2x4",
    "limit_holdem": "startpos moves As Kd Qh Qc raise call Qs Jd Th bet raise call 2c",
    "nim": "startpos",
    "no_limit_holdem": "startpos moves As Ks Qh Qc raise6 call Kd 7s 2s check bet6 call Jh",
    "pig": "57-42+7 first moves roll 6",
    "tic_tac_toe": "startpos moves b2 a3 c3 a1 a2",
}
"""Positions for the picture, if the first moves do not look like the game."""


def shown_json(game: Game, opponents: Opponents) -> dict[str, Any]:
    """A game for the page; if its rules fail, the sentence that says so. `opponents` lists the
    opponents of a game."""
    try:
        return game_json(game, opponents)
    except CounterplayError as error:
        return {"name": public_name(game), "title": shown_title(game), "fault": str(error)}


def game_json(game: Game, opponents: Opponents) -> dict[str, Any]:
    """What the page shows of a game before it is played."""
    facts = game.facts
    example = example_position(game)
    start = game.position()
    return {
        "name": public_name(game),
        "title": shown_title(game),
        "about": about(game),
        "players": facts.players,
        "names": list(facts.names),
        "below": player_below(start),
        "player_range": player_range(game),
        "chance": facts.chance,
        "hidden": facts.hidden,
        "known": "" if (known := known_of(game)) is None else known.value,
        "own": not game.is_built_in,
        "board": thumbnail(board_json(drawing_at(example))),
        "example": game.show_position(start.state),
        "engine": has_engine(game),
        "levels": opponents(game),
        "algorithms": algorithms_for(game) if can_list_deals(game) else [],
    }


def can_list_deals(game: Game) -> bool:
    """Whether the deals of a game with hidden cards are few enough for a tree of all of them."""
    if not game.facts.hidden:
        return True
    if game.facts.chance and "chance" not in game.functions:
        return False
    state, deals = game.initial(), 1
    while deals <= MOST_DEALS and not game.terminal(state) and game.player(state) == CHANCE:
        deals *= len(game.chance(state))
        state = game.result(state, game.draw(state, 0))
    return deals <= MOST_DEALS


def player_range(game: Game) -> list[int]:
    """The least and the most players of a game; they differ if it has the parameter `players`."""
    players = game.facts.players
    given = game.parameters.get("players")
    if given is None or given.low is None or given.high is None:
        return [players, players]
    return [given.low, given.high]


def algorithms_json() -> list[dict[str, Any]]:
    """The algorithms of the textbook, with the options that each of them has."""
    return [
        {
            "name": one.name,
            "about": one.about,
            "options": [
                {"name": option.name, "default": option.shown_default, "type": KINDS[option.type]}
                for option in options_of(one).values()
            ],
        }
        for one in ALGORITHMS.values()
    ]


def about(game: Game) -> str:
    """The first sentence of the docstring of the game's file."""
    first = docstring_of(game).split("\n\n")[0].replace("\n", " ")
    _, _, rest = first.partition(": ")
    words = rest or first
    return shorten(words[:1].upper() + words[1:], LONGEST_ABOUT, placeholder=" …")


def example_position(game: Game) -> Position:
    """A position after some moves of the game, which is not over yet."""
    if game.name in EXAMPLES:
        with suppress(CounterplayError):  # a board of another size, or a game of the same name
            return game.position(EXAMPLES[game.name])
    position = game.position()
    for ply in range(PLIES):
        if position.is_over:
            break
        if position.turn == CHANCE:
            after = position.play(game.draw(position.state, ply))
        else:
            moves = position.legal_moves
            after = position.play(moves[(7 * ply + 3) % len(moves)])
        if after.is_over:
            break
        position = after
    return position
