"""PGN, Portable Game Notation: games of chess with tags, comments and variations."""

from counterplay.formats.pgn.entry import Entry
from counterplay.formats.pgn.game import Game, Line, Move
from counterplay.formats.pgn.read import Fault, read_pgn
from counterplay.formats.pgn.write import show_pgn, write_pgn

__all__ = ["Entry", "Fault", "Game", "Line", "Move", "read_pgn", "show_pgn", "write_pgn"]
