"""Result: the answer of a search, with its evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from counterplay.core.game.facts import signed
from counterplay.core.game.position import Position

Kind = Literal["exact", "lower", "upper", "estimate"]
Outcome = Literal["win", "draw", "loss"]

RANDOM_GAMES = ("uct", "flat")
"""Methods whose estimates are means of random games."""

KINDS: dict[Kind, str] = {
    "exact": "exact",
    "lower": "at least",
    "upper": "at most",
    "estimate": "an estimate",
}
"""The kinds of values in words."""


def outcome_of(values: tuple[float, ...], mover: int) -> Outcome:
    """Compare the mover's payoff with the highest payoff of the others: win, draw or loss."""
    others = max((v for p, v in enumerate(values) if p != mover), default=0)
    mine = values[mover]
    return "win" if mine > others else "draw" if mine == others else "loss"


@dataclass(frozen=True, kw_only=True)
class Result:
    """The answer of a search, for the side to move.

    position      the position that was searched
    move          the best move, as a number of the game; `move_text` writes it
    value         the payoff of the side to move; an estimate has the same scale
    values        the payoff of each player, player 0 first
    kind          what `value` is: exact, a lower bound, an upper bound, or an estimate
    outcome       win, draw or loss for the side to move; None if it is not known
    distance      plies to the end with best play, if the outcome is known: the fastest win or the
                  slowest loss if `depth` is at least the distance, else the fastest known win
    line          the principal variation: the expected moves, `move` first
    depth         plies of the last completed search
    nodes         nodes that were visited
    seconds       the time of the search
    source        where the answer comes from: search, book or table
    method        the search algorithm
    alternatives  the next best moves, the best first, if several lines were asked for
    """

    position: Position = field(repr=False)
    move: int
    value: float
    values: tuple[float, ...]
    kind: Kind
    outcome: Outcome | None
    distance: int | None
    line: tuple[int, ...]
    depth: int
    nodes: int
    seconds: float
    source: str = "search"
    method: str = "alphabeta"
    alternatives: tuple[Result, ...] = field(default=(), repr=False)

    @property
    def move_text(self) -> str:
        """The move in the game's notation."""
        return self.position.show_move(self.move)

    @property
    def line_text(self) -> tuple[str, ...]:
        """The principal variation in the game's notation."""
        position, shown = self.position, []
        for move in self.line:
            shown.append(position.show_move(move))
            position = position.play(move)
        return tuple(shown)

    def as_json(self) -> dict[str, Any]:
        """The fields as plain values, with moves in the game's notation."""
        return {
            "game": self.position.game.name,
            "position": str(self.position),
            "move": self.move_text,
            "value": self.value,
            "values": list(self.values),
            "kind": self.kind,
            "outcome": self.outcome,
            "distance": self.distance,
            "line": list(self.line_text),
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "source": self.source,
            "method": self.method,
            "alternatives": [
                {
                    "move": other.move_text,
                    "value": other.value,
                    "kind": other.kind,
                    "outcome": other.outcome,
                    "distance": other.distance,
                    "line": list(other.line_text),
                }
                for other in self.alternatives
            ],
        }

    @property
    def advantage(self) -> str:
        """The evaluation in the unit of the game, such as pawns.

        A known outcome and a mean of random games are not evaluations: they are plain numbers.
        """
        if self.outcome is not None or self.method in RANDOM_GAMES:
            return signed(self.value)
        return self.position.game.facts.advantage(self.value)

    def __str__(self) -> str:
        if self.outcome is None:
            verdict = f"{self.advantage}, {KINDS[self.kind]}"
        elif self.distance is not None:
            verdict = f"{self.outcome} in {self.distance}"
        else:
            verdict = f"{self.outcome}, {self.value:g}"
        line = " ".join(self.line_text)
        return f"{self.move_text} ({verdict}; depth {self.depth}: {line})"
