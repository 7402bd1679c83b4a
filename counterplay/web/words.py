"""Results as the page shows them."""

from __future__ import annotations

from typing import Any

from counterplay.core.game.position import Position
from counterplay.core.game.results import RANDOM_GAMES, Result
from counterplay.presentation.words import ending, verdict

LONGEST_LINE = 24
POINTS = 100
"""Score points that are an advantage of one, where a game does not say."""
STEEPNESS = 4
"""An advantage of so many is ten to one."""


def printable(text: str) -> str:
    """A text that can be sent: halves of signs are not."""
    return text.encode("utf-8", "replace").decode()


def ended(position: Position, lost_by: int | None, why: str) -> str:
    """How a game ended, in a sentence; nothing while it goes on. Somebody may have given it up, or
    lost it by what is said."""
    names = position.game.facts.names
    if lost_by is not None:
        others = [name for p, name in enumerate(names) if p != lost_by]
        won = f", {others[0]} wins" if len(others) == 1 else ""
        how = f" loses ({why})" if why else " resigns"
        return f"{names[lost_by]}{how}{won}"
    return ending(position, names) if position.is_over else ""


def share(found: Result) -> float:
    """How well the first player stands, from 0 to 1, for the bar and the graph."""
    facts = found.position.game.facts
    above = found.values[0] - facts.even_share
    if facts.players == 2 and not facts.scored:
        if found.outcome is not None:
            return 0.5 + 0.5 * ((above > 0) - (above < 0))
        if found.method not in RANDOM_GAMES:
            points = facts.counted_in[1] if facts.counted_in else POINTS
            return float(1 / (1 + 10 ** (-above * facts.unit / points / STEEPNESS)))
    most = facts.best - facts.even_share or 1
    return min(max(0.5 + 0.5 * above / most, 0.0), 1.0)


def found_json(found: Result) -> dict[str, Any]:
    """A result for the page: best lines first."""
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "source": "proven" if found.source == "search" and found.kind == "exact" else found.source,
        "method": found.method,
        "share": round(share(found), 4),
        "lines": [
            {
                "verdict": verdict(line),
                "share": round(share(line), 4),
                "moves": list(line.line_text)[:LONGEST_LINE],
            }
            for line in (found, *found.alternatives)
        ],
    }
