"""What became of each move that was played in a position."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.position import Position
from counterplay.database import runs
from counterplay.database.kind import Kind
from counterplay.database.played import show_date
from counterplay.database.texts import texts_of


@dataclass(frozen=True)
class MoveStats:
    """A move of a position, and the games in which it was played.

    move     in the game's own numbers; `text` writes it out
    games    how many games have it here, those without a known end included
    share    of all moves that were played here
    wins     games in which whoever made the move got more than anybody else; `draws`, as much as
             the best of the others; `losses`, less. Where chance moves, they are player 0's
    mean     the mover's payoff, on average; None where no game has a known end
    last     the day it was last played, 2024-05-31; empty where no game has a date
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
        """Games whose end is known."""
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


def explore(connection: sqlite3.Connection, kind: Kind, position: Position) -> list[MoveStats]:
    """The moves of a position, those played most often first."""
    game, s = kind.game, position.state
    rows = runs.look_up(connection, kind.number, game.key(s)).tolist()
    texts = texts_of(game, s, [row[1] for row in rows])
    # Another position may have the same key: what is not a move here is none of this one's.
    fitting = [row for row in rows if row[1] in texts]
    played = sum(row[2] for row in fitting)
    found = [
        MoveStats(
            move=move,
            text=texts[move],
            games=games,
            share=games / played,
            wins=wins,
            draws=draws,
            losses=losses,
            mean=total / (wins + draws + losses) if wins + draws + losses else None,
            last=show_date(date),
        )
        for _, move, games, wins, draws, losses, date, total in fitting
    ]
    return sorted(found, key=lambda stats: (-stats.games, -stats.wins, stats.text))
