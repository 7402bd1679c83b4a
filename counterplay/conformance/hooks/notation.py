"""Checks of the functions for people: `show_move`, `parse_move`, `show_position`, …"""

from __future__ import annotations

from collections import Counter

from counterplay.conformance.findings import Findings
from counterplay.core.game.errors import CounterplayError, GameError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.returns import described


def check_notation(game: Game, findings: Findings, met: list[Position]) -> None:
    """Moves and positions that are shown can be read again, and no two moves look the same."""
    for here in met:
        with findings.watching(here):
            s = here.state
            if _returns_no_text(game, findings, here):
                return
            shown = [game.show_move(s, a) for a in game.actions(s)]
            # Upper and lower case are the same, unless the game parses moves itself.
            reads = "parse_move" in game.functions
            times = Counter(text if reads else text.lower() for text in shown)
            alike = next((text for text, count in times.items() if count > 1), None)
            if alike is not None:
                text = f"show_move() writes two moves as {alike!r}"
                findings.add("notation", text, "show_move", here)
                continue
            for a, text in zip(game.actions(s), shown, strict=True):
                own = game.parse_move(s, text) if "parse_move" in game.functions else a
                if len(text.split()) != 1 or own != a:
                    text = (
                        f"show_move() writes move {a} as {text!r}, which is not read as that move"
                    )
                    findings.add("notation", text, "show_move", here)
            if {"show_position", "parse_position"} <= game.functions.keys():
                written = game.show_position(s)
                try:
                    back = game.position(written).state
                except GameError as error:
                    findings.add_error(error, here)
                    continue
                except CounterplayError as error:
                    text = f"show_position() writes {written!r}, which is not read: {error}"
                    findings.add("notation", text, "show_position", here)
                    continue
                if game.shape.encode(back).tobytes() != game.shape.encode(s).tobytes():
                    text = f"show_position() writes {written!r}, which is read as another position"
                    findings.add("notation", text, "show_position", here)
            if "show_end" in game.functions and game.terminal(s):
                why = game.call("show_end", s)
                if not isinstance(why, str) or not why.strip():
                    text = f"show_end() returns {why!r}, but must return a text"
                    findings.add("notation", text, "show_end", here)


def _returns_no_text(game: Game, findings: Findings, here: Position) -> bool:
    """Whether `show_move` or `show_position` returns something else, which would be shown as a
    text."""
    s = here.state
    calls = [("show_position", (s,)), *(("show_move", (s, a)) for a in game.actions(s)[:1])]
    for name, arguments in calls:
        if name not in game.functions:
            continue
        shown = game.call(name, *arguments)
        if shown is None or isinstance(shown, (list, tuple, dict, set)):
            hint = ": is a `return` missing?" if shown is None else ""
            text = f"{name}() returned {described(shown)}, but must return a text{hint}"
            findings.add("notation", text, name, here)
            return True
    return False
