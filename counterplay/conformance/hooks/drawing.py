"""Checks of the functions that draw: `board` and `cells`."""

from __future__ import annotations

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.presentation.drawings import Drawing, drawing_of


def check_drawing(game: Game, findings: Findings, met: list[Position]) -> None:
    """`board` returns a text or a drawing, for every viewer, and `cells` names cells of it."""
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
            if "cells" in game.functions and not game.terminal(here.state):
                _check_cells(game, findings, here)


def _check_cells(game: Game, findings: Findings, here: Position) -> None:
    """Every name that `cells` returns is that of a cell, as the player to move sees the board."""
    s, mover = here.state, game.player(here.state)
    if mover == CHANCE:
        return
    drawn = drawing_of(game, s, mover if game.facts.hidden else None)
    cells = () if isinstance(drawn, str) else drawn.cell_names
    for a in game.actions(s):
        names = game.call("cells", s, a)
        if not isinstance(names, (list, tuple)):
            text = f"cells() returned {_kind(names)}, but must return a list of names"
            findings.add("cells", text, "cells", here)
            return
        missing = [str(name) for name in names if str(name) not in cells]
        if missing and cells:
            text = (
                f"cells() names {missing[0]!r} for move {game.show_move(s, a)}, but no cell of "
                "board() has that name"
            )
            findings.add("cells", text, "cells", here)
            return


def _kind(value: object) -> str:
    """A value in a sentence: None, or the name of its type."""
    return "None" if value is None else f"a {type(value).__name__}"
