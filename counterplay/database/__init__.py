"""A database of games in one file, with statistics of the moves played in each position."""

from counterplay.database.database import Database
from counterplay.database.explore import MoveStats
from counterplay.formats.record import GameRecord

__all__ = ["Database", "GameRecord", "MoveStats"]
