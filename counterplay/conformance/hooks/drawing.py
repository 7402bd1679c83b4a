"""Checks of the functions that draw: `board` and `cells`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.returns import is_whole
from counterplay.presentation.clicks import MOST_MOVES, clicks_by_change
from counterplay.presentation.drawings import (
    COLOURS,
    KINDS,
    Cards,
    Drawing,
    Grid,
    Ground,
    Points,
    cells_of,
    drawing_of,
)
from counterplay.presentation.shapes import pieces_of

MOST_COMPARED = 20
"""The most positions in which the cells of moves are compared with those that they change."""


def check_drawing(game: Game, findings: Findings, met: list[Position]) -> None:
    """`board` returns a text or a drawing, for every viewer, and `cells` names cells of it."""
    compared = looked = 0
    for here in met:
        with findings.watching(here):
            for viewer in (None, *(range(game.facts.players) if game.facts.hidden else ())):
                drawn = game.drawing(here.state, viewer)
                if not isinstance(drawn, (str, Drawing)):
                    text = (
                        f"board() returned {_kind(drawn)}, but must return a text, cp.Grid, "
                        "cp.Points, cp.Cards or cp.Stacks"
                    )
                    findings.add("drawing", text, "board", here)
                    return
                wrong = "" if isinstance(drawn, str) else _wrong_look(drawn)
                if wrong:
                    findings.add("drawing", f"board() {wrong}", "board", here)
                    return
            if "cells" in game.functions and not game.terminal(here.state):
                alike = _check_cells(game, findings, here)
                has_steps = "next_steps" in game.functions  # which are clicked instead
                if alike and not has_steps and compared < MOST_COMPARED:
                    compared += 1
                    _check_choice(game, findings, here, alike)
            if looked < MOST_COMPARED and not game.terminal(here.state):
                looked += _check_places(game, findings, here)


def _wrong_look(drawing: Drawing) -> str:
    """What no page can draw, as the end of a sentence; empty if there is nothing."""
    looks = {} if isinstance(drawing, Cards) else drawing.looks
    if not isinstance(looks, Mapping):
        return f'has looks={looks!r}, but they must be a dictionary: {{"x": "disc white"}}'
    for piece, look in looks.items():
        kind, colour, *_ = (*str(look).split(), "", "")
        for word, words, what in ((kind, KINDS, "pictures"), (colour, COLOURS, "colours")):
            if word and word not in words:
                return f"draws {piece!r} as {look!r}, but the {what} are {', '.join(words)}"
    if isinstance(drawing, (Grid, Points)):
        strange = [piece for piece in drawing.pieces if not isinstance(piece, str)]
        if strange:
            return f"has the piece {strange[0]!r}, but every piece must be a text"
    if isinstance(drawing, Grid):
        if drawing.ground not in get_args(Ground):
            return f"has ground={drawing.ground!r}, but a ground is {', '.join(get_args(Ground))}"
        squares = drawing.width * drawing.height
        for mark in drawing.marks:
            if not (is_whole(mark) and 0 <= mark < squares):
                return f"marks the square {mark!r}, but the squares are 0 to {squares - 1}"
    return ""


def _check_cells(game: Game, findings: Findings, here: Position) -> list[int]:
    """Every name that `cells` returns is that of a cell, as the player to move sees the board.

    Returns the moves that have the same cells as most others; none if all are different.
    """
    s, mover = here.state, game.player(here.state)
    if mover == CHANCE:
        return []
    drawn = drawing_of(game, s, mover if game.facts.hidden else None)
    cells = () if isinstance(drawn, str) else drawn.cell_names
    by_cells: dict[tuple[str, ...], list[int]] = {}
    for a in game.actions(s):
        names = game.call("cells", s, a)
        if not isinstance(names, (list, tuple)):
            text = f"cells() returned {_kind(names)}, but must return a list of names"
            findings.add("cells", text, "cells", here)
            return []
        missing = [str(name) for name in names if str(name) not in cells]
        if missing and cells:
            text = (
                f"cells() names {missing[0]!r} for move {game.show_move(s, a)}, but no cell of "
                "board() has that name"
            )
            findings.add("cells", text, "cells", here)
            return []
        if names and cells:
            by_cells.setdefault(tuple(map(str, names)), []).append(a)
    alike = max(by_cells.values(), key=len, default=[])
    return alike if len(alike) > 1 else []


def _check_choice(game: Game, findings: Findings, here: Position, alike: list[int]) -> None:
    """Moves with the same cells to click do not each change other cells.

    Moves may share their cells, as the promotions of a pawn: then the player chooses one of them.
    But if each of them changes other cells, clicks can tell them apart.
    """
    s = here.state
    drawn = drawing_of(game, s)
    changing = _changing(game, s, alike)
    changed = clicks_by_change(game, s, changing, drawn)
    if not changed or len(changed) < 2:
        return
    assert isinstance(drawn, Grid)
    named = " ".join(map(str, game.call("cells", s, alike[0])))
    shown = [" ".join(drawn.cell_names[cell] for cell in one) for one in changed]
    if len(set(shown)) < len(shown):  # cells that share a name
        return
    text = (
        f"cells() names {named} for the moves {game.show_move(s, changing[0])} and "
        f"{game.show_move(s, changing[1])} alike, so clicks cannot choose one, but they change "
        f"{shown[0]} and {shown[1]}: name all cells to click, from the first to the last"
    )
    findings.add("cells", text, "cells", here)


def _check_places(game: Game, findings: Findings, here: Position) -> bool:
    """Moves change the cells that they name, not those of another move: so the rows of the board
    are drawn in the right order. Returns whether the position could tell."""
    s = here.state
    if game.player(s) == CHANCE or game.facts.hidden or "board" not in game.functions:
        return False
    drawn = drawing_of(game, s)
    moves = _changing(game, s, game.actions(s))
    changed = clicks_by_change(game, s, moves, drawn)
    if not changed or not isinstance(drawn, Grid):
        return False
    names = drawn.cell_names
    found = [[names[cell] for cell in one] for one in changed]
    named = [cells_of(game, s, a, names) for a in moves]
    if "cells" in game.functions and all(map(_is_reversed, named, found)):
        line = game.line_of("cells")
        findings.note(
            f"line {line}: cells() names the cell where a piece arrives before the one that it "
            "leaves: the cell that is clicked first comes first"
        )
    elsewhere = [
        i
        for i, one in enumerate(named)
        if (one != found[i] and one in found) or _is_elsewhere(one, found[i])
    ]
    if 2 * len(elsewhere) <= len(moves) or len(elsewhere) < 2:
        return len(moves) > 1
    i = elsewhere[0]
    function = "cells" if "cells" in game.functions else "board"
    text = (
        f"move {game.show_move(s, moves[i])} names {' '.join(named[i])}, but changes "
        f"{' '.join(found[i])} on board(): are its rows, or its columns, in another order?"
    )
    findings.add("cells", text, function, here)
    return True


def _is_reversed(named: Sequence[str], found: Sequence[str]) -> bool:
    return len(found) == 2 and [*named] == [*found][::-1]


def _is_elsewhere(named: Sequence[str], found: Sequence[str]) -> bool:
    """Whether a piece goes from one cell to another, and the move names neither of them."""
    return len(found) == 2 and len(named) in (1, 2) and not {*named} & {*found}


def _changing(game: Game, s: Any, moves: Sequence[int]) -> list[int]:
    """The moves that change a piece on the board; none if there are too many moves."""
    if len(moves) > MOST_MOVES:
        return []
    pieces = pieces_of(drawing_of(game, s))
    return [a for a in moves if pieces_of(drawing_of(game, game.result(s, a))) != pieces]


def _kind(value: object) -> str:
    """A value in a sentence: None, or the name of its type."""
    return "None" if value is None else f"a {type(value).__name__}"
