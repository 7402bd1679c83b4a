"""PGN, Portable Game Notation: games of chess with their tags, comments and variations."""

from counterplay.notation.pgn_entry import Entry
from counterplay.notation.pgn_game import Game, Line, Move
from counterplay.notation.pgn_read import Fault, read_pgn
from counterplay.notation.pgn_write import show_pgn, write_pgn

__all__ = ["Entry", "Fault", "Game", "Line", "Move", "read_pgn", "show_pgn", "write_pgn"]
