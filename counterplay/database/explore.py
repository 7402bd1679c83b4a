"""Explore a position: the moves that were played there, and how those games ended."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.position import Position
from counterplay.database import position_index
from counterplay.database.rulesets import Ruleset
from counterplay.formats.move_text import texts_of
from counterplay.formats.record import show_date


@dataclass(frozen=True)
class MoveStats:
    """Statistics of a move in a position.

    move     the number of the move; `text` is its notation
    games    how many games have it, games without a known result included
    share    of all moves played in this position
    wins     games in which the mover got more than every other player; in `draws` as much as the
             best other player, in `losses` less. For chance moves, player 0 is the mover
    mean     the average payoff of the mover; None if no game has a known result
    last     the date of the last game, 2024-05-31; empty if no game has a date
    """

    move: int
    text: str
    games: int
    share: float
    wins: int
    draws: int
    losses: int
    mean: float | None
    last: str

    @property
    def decided(self) -> int:
        """How many games have a known result."""
        return self.wins + self.draws + self.losses

    def as_json(self) -> dict[str, Any]:
        return {
            "move": self.text,
            "games": self.games,
            "share": self.share,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "mean": self.mean,
            "last": self.last or None,
        }


def explore(
    connection: sqlite3.Connection, ruleset: Ruleset, position: Position
) -> list[MoveStats]:
    """The moves of a position, the most frequent first."""
    game, s = ruleset.game, position.state
    rows = position_index.look_up(connection, ruleset.number, game.key(s)).tolist()
    texts = texts_of(game, s, [row[1] for row in rows])
    # Another position may have the same key: moves that are not legal here belong to it.
    legal = [row for row in rows if row[1] in texts]
    total_games = sum(row[2] for row in legal)
    moves = [
        MoveStats(
            move=move,
            text=texts[move],
            games=games,
            share=games / total_games,
            wins=wins,
            draws=draws,
            losses=losses,
            mean=total / (wins + draws + losses) if wins + draws + losses else None,
            last=show_date(date),
        )
        for _, move, games, wins, draws, losses, date, total in legal
    ]
    return sorted(moves, key=lambda stats: (-stats.games, -stats.wins, stats.text))
