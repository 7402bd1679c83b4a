"""The result of a rollout: values with their errors, of a position or of its best moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.core.game.position import Position
from counterplay.engine.rollout.statistics import Estimate


@dataclass(frozen=True)
class RolledMove:
    """A move, and the games after it. Values are for the player who moves.

    value       the mean payoff, and half of its 95 % interval
    plain       the same without the adjustment for luck
    evaluation  the value by a search, before any game
    behind      how much the best move is better: from the differences of games with the same dice
    confidence  the probability that the best move is better
    """

    move: int
    text: str
    value: Estimate
    plain: Estimate
    evaluation: float
    behind: Estimate
    confidence: float

    def as_json(self) -> dict[str, Any]:
        return {
            "move": self.text,
            **_json("value", self.value),
            **_json("plain", self.plain),
            "evaluation": self.evaluation,
            **_json("behind", self.behind),
            "confidence": self.confidence,
        }


@dataclass(frozen=True)
class Rollout:
    """The value of a position, from games that the engine played against itself.

    value     the mean payoff of `player`, and half of its 95 % interval
    plain     the same without the adjustment for luck
    player    the player to move; the first player if chance is to move
    games     the games that were played, after each move if there are `moves`
    luck      whether the luck of the rolls was subtracted
    truncate  the rolls after which a game was evaluated; None for whole games
    moves     the moves that were rolled out, best first; `value` is that of the best
    finished  False if the rollout was stopped
    """

    position: Position
    value: Estimate
    plain: Estimate
    player: int
    games: int
    depth: int
    luck: bool
    truncate: int | None
    seed: int
    seconds: float
    moves: tuple[RolledMove, ...]
    finished: bool

    @property
    def reduction(self) -> float | None:
        """How many times more games the same error would take without the adjustment for luck."""
        if not self.luck or self.value.error == 0:
            return None
        return (self.plain.error / self.value.error) ** 2

    def __str__(self) -> str:
        best = f"{self.moves[0].text} " if self.moves else ""
        return f"{best}{self.value.mean:+.4f} ±{self.value.error:.4f} (95 %, {self.games:,} games)"

    def as_json(self) -> dict[str, Any]:
        """The fields as plain values."""
        return {
            "game": self.position.game.name,
            "position": self.position.text,
            "player": self.player,
            **_json("value", self.value),
            **_json("plain", self.plain),
            "games": self.games,
            "depth": self.depth,
            "luck": self.luck,
            "truncate": self.truncate,
            "seed": self.seed,
            "seconds": self.seconds,
            "moves": [move.as_json() for move in self.moves],
            "finished": self.finished,
        }


def _json(name: str, found: Estimate) -> dict[str, float]:
    return {name: found.mean, f"{name}_error": found.error}
