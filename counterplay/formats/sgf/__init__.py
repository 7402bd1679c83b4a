"""SGF, the Smart Game Format: trees of moves, for games on boards."""

from counterplay.formats.sgf.tree import Node, Tree, parse_sgf, read_sgf, show_sgf

__all__ = ["Node", "Tree", "parse_sgf", "read_sgf", "show_sgf"]
