"""Games that are given as explicit trees or graphs: figures of a textbook, or a student's own."""

from counterplay.games.tree.loaded import tree_of
from counterplay.games.tree.model import Move, Node, Tree
from counterplay.games.tree.read import parse_tree, read_tree
from counterplay.games.tree.write import write_tree

__all__ = ["Move", "Node", "Tree", "parse_tree", "read_tree", "tree_of", "write_tree"]
