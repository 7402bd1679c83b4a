"""Result: the answer of a search, with its evidence."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from counterplay.core.game import display
from counterplay.core.game.position import Position
from counterplay.core.game.values import value_and_kind, value_text

Kind = Literal["exact", "lower", "upper", "estimate"]
Outcome = Literal["win", "draw", "loss"]


def outcome_of(values: tuple[float, ...], mover: int) -> Outcome:
    """Compare the mover's payoff with the highest payoff of the others: win, draw or loss."""
    others = max((v for p, v in enumerate(values) if p != mover), default=0)
    mine = values[mover]
    return "win" if mine > others else "draw" if mine == others else "loss"


@dataclass(frozen=True)
class Answer:
    """The best reply to one outcome of a roll.

    outcome       the outcome, as a number of the game
    probability   of the outcome
    move          the best move after it
    value         the payoff of the player who makes the move
    """

    outcome: int
    probability: float
    move: int
    value: float


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
    answers       if a roll follows the line: the best reply to each outcome, as far as known

    `print(result)` shows the move, its value and the line; a notebook shows the board with an
    arrow for the move.
    """

    position: Position
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
    alternatives: tuple[Result, ...] = field(default=())
    answers: tuple[Answer, ...] = field(default=())

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
            "position": self.position.text,
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
            **({"answers": self._answers_json()} if self.answers else {}),
        }

    def _answers_json(self) -> list[dict[str, Any]]:
        """The answers to a roll, with moves in the game's notation."""
        after = self.position
        for move in self.line:
            after = after.play(move)
        return [
            {
                "roll": after.show_move(answer.outcome),
                "probability": answer.probability,
                "move": after.play(answer.outcome).show_move(answer.move),
                "value": answer.value,
            }
            for answer in self.answers
        ]

    @property
    def value_text(self) -> str:
        """The value in the unit of the game: `+0.35 pawns`, `winning chance 62 %`, `undecided`."""
        return value_text(self)

    @property
    def advantage(self) -> str:
        """The name of `value_text` before 0.3.0. It warns."""
        warnings.warn("Result.advantage is now called value_text", DeprecationWarning, stacklevel=2)
        return self.value_text

    @property
    def is_finished(self) -> bool:
        """Whether the search completed at least one depth; an exact search: whether it ended.

        Otherwise `value` is a bound that was proven so far, or an estimate without a search.
        """
        return self.depth > 0 or not self.source.startswith("search")

    def __str__(self) -> str:
        if self.outcome is not None:
            with_distance = self.distance is not None
            rest = f" in {self.distance}" if with_distance else f", {self.value_text}"
            verdict = f"{self.outcome}{rest}"
        else:
            verdict = value_and_kind(self, "{}, {}")
        searched = f"depth {self.depth}" if self.is_finished else "not finished"
        return f"{self.move_text} ({verdict}; {searched}: {' '.join(self.line_text)})"

    def __repr__(self) -> str:
        """The expression that makes this result. Fields with their default are left out."""
        given = [(one.name, getattr(self, one.name), one.default) for one in fields(self)]
        told = [(name, value) for name, value, default in given if value != default]
        shown = (f"{name}={value!r}" for name, value in told)
        return f"Result({', '.join(shown)})"

    def _repr_html_(self) -> str | None:
        """The board with the best move and the lines, for notebooks."""
        return display.html(self)
