"""Games that were played, and what became of every move in every position, in one file."""

from counterplay.database.database import Database
from counterplay.database.explore import MoveStats
from counterplay.database.played import Played

__all__ = ["Database", "MoveStats", "Played"]
