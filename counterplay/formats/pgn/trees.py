"""PGN with variations: games of chess as a `MoveTree` each."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, TextIO

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.formats.chess.game import chess
from counterplay.formats.move_tree import ROOT, MoveTree, TreeBuilder
from counterplay.formats.pgn.game import Game as PgnGame
from counterplay.formats.pgn.game import Line, Move
from counterplay.formats.pgn.records import entries, pgn_game, record_of
from counterplay.formats.pgn.write import write_pgn
from counterplay.formats.record import GameRecord

MOST_NESTED = 100
"""The most variations inside one another that are written."""


def read_trees(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[Game, GameRecord, MoveTree]]:
    for entry in entries(file, name, game, faults):
        yield chess(), record_of(entry), tree_of(entry.game)


def write_tree(file: TextIO, game: Game, record: GameRecord, tree: MoveTree) -> None:
    start = _comment(tree.nodes[ROOT].comment)
    write_pgn(file, [replace(pgn_game(game, record), line=line_of(tree), comment=start)])


def tree_of(game: PgnGame) -> MoveTree:
    """The moves of a game of PGN. A comment before the first move of a variation goes to it."""
    builder = TreeBuilder()
    builder.annotate(ROOT, comment=game.comment)
    waiting = deque([(game.line, ROOT)])
    while waiting:
        line, parent = waiting.popleft()
        for move in line:
            comment = f"{move.before} {move.comment}".strip()
            node = builder.add(parent, move.action, move.nags, comment)
            waiting += ((variation, parent) for variation in move.variations)
            parent = node
    return builder.tree()


def line_of(tree: MoveTree, node: int = ROOT, depth: int = 0) -> Line:
    """The line that begins with a node, and the lines that replace its moves."""
    if depth > MOST_NESTED:
        raise InputError(
            f"variations are nested more than {MOST_NESTED} deep: promote one of them, or save "
            "the study as JSON"
        )
    return tuple(
        Move(
            tree.nodes[one].move,
            tree.nodes[one].nags,
            _comment(tree.nodes[one].comment),
            variations=tuple(line_of(tree, other, depth + 1) for other in _others(tree, one)),
        )
        for one in tree.line_from(node)
        if one != ROOT
    )


def _others(tree: MoveTree, node: int) -> tuple[int, ...]:
    """The nodes that replace a node of a line; those beside a variation belong to that line."""
    siblings = tree.children[tree.nodes[node].parent]
    return siblings[1:] if siblings[0] == node else ()


def _comment(text: str) -> str:
    """A comment without what ends one in PGN."""
    return text.replace("}", ")")
