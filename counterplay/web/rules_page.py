"""The rules page of a game: what its file says, its parameters, its notation, what is known."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from counterplay.arena.ladder import levels_of
from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.facts import Facts, Parameter
from counterplay.core.game.game import Game
from counterplay.presentation.description import docstring_of, example_of, move_texts
from counterplay.presentation.words import count
from counterplay.web.known import known_of
from counterplay.web.levels import has_engine
from counterplay.web.variants import changeable, public_name, value_text

MOST_MOVES = 24
"""Moves of the first position that are shown as examples."""


def rules_json(game: Game) -> dict[str, Any]:
    """Everything on the rules page. If the rules fail, `fault` says so, and the rest is shown."""
    known, path = known_of(game), Path(game.path)
    free = changeable(game)
    return {
        "name": public_name(game),
        "file": f"{path.parent.name}/{path.name}" if path.name == "rules.py" else path.name,
        "text": blocks(docstring_of(game)),
        "facts": facts_json(game.facts),
        "parameters": [parameter_json(one) for one in free],
        "fixed": [parameter_json(one) for one in game.parameters.values() if one not in free],
        "known": None if known is None else asdict(known) | {"parameters": {}},
        "ladder": ladder_json(game),
        **notation_json(game),
    }


def blocks(text: str) -> list[dict[str, str]]:
    """The paragraphs of a docstring; indented ones, such as diagrams, keep their lines."""
    found = []
    for part in text.split("\n\n"):
        lines = part.rstrip().split("\n")
        is_drawn = all(line.startswith("    ") for line in lines if line)
        if part.strip():
            shown = part.strip("\n") if is_drawn else " ".join(part.split())
            found.append({"kind": "code" if is_drawn else "text", "text": shown})
    return found


def facts_json(facts: Facts) -> list[list[str]]:
    """The facts that matter to players, each a name and a text."""
    rows = [
        ("Players", ", ".join(facts.names)),
        ("Result", "points count" if facts.scored else "win, draw or loss"),
        ("Chance", "dice or cards decide" if facts.chance else ""),
        ("Hidden information", "players do not see everything" if facts.hidden else ""),
        ("Legal moves", f"at most {facts.most_actions:,}"),
        ("Longest game", f"at most {count(facts.longest_game, 'plies')}"),
        ("Repetition", f"a draw after {facts.repetition} times" if facts.repetition else ""),
        ("Superko", "no position may occur again" if facts.superko else ""),
        ("No progress", f"a draw after {count(n, 'plies')}" if (n := facts.no_progress) else ""),
    ]
    return [[name, text] for name, text in rows if text]


def parameter_json(parameter: Parameter) -> dict[str, Any]:
    """A parameter for a form: its values are texts, as `--set` takes them."""
    default = parameter.default
    kind = (
        "truth" if isinstance(default, bool) else "number" if isinstance(default, int) else "text"
    )
    return {
        "name": parameter.name,
        "about": parameter.about,
        "kind": kind,
        "value": value_text(parameter.value),
        "default": value_text(default),
        "low": parameter.low,
        "high": parameter.high,
    }


def ladder_json(game: Game) -> list[dict[str, Any]]:
    """The levels whose strength was measured, weakest first."""
    levels = levels_of(game) if has_engine(game) else ()
    return [
        {"name": one.name, "elo": round(one.elo), "error": one.error and round(one.error)}
        for one in levels
        if one.elo is not None
    ]


def notation_json(game: Game) -> dict[str, Any]:
    """Examples of the game's notation: the first position and its moves, and a later position."""
    try:
        start, example = game.position(), example_of(game)
        moves = move_texts(start)
        return {
            "start": game.show_position(start.state) if "show_position" in game.functions else "",
            "moves": moves[:MOST_MOVES],
            "more": max(0, len(moves) - MOST_MOVES),
            "example": example.text,
            "fault": "",
        }
    except CounterplayError as error:
        return {"start": "", "moves": [], "more": 0, "example": "", "fault": str(error)}
