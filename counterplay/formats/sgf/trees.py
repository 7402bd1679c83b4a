"""SGF with variations: games of Go and Othello as a `MoveTree` each.

The property C is the comment of a move. TE (good move), BM (bad move), IT (interesting) and DO
(doubtful) are its glyphs; TE[2] is !!, BM[2] is ??.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.move_tree import ROOT, MoveTree, TreeBuilder, require_size
from counterplay.formats.move_tree import Node as Annotated
from counterplay.formats.record import GameRecord
from counterplay.formats.sgf.points import after_node, move_node, root_node
from counterplay.formats.sgf.records import games_of, record_of, sgf_game
from counterplay.formats.sgf.tree import Node, Tree, show_sgf

GLYPHS = {1: ("TE", "1"), 2: ("BM", "1"), 3: ("TE", "2"), 4: ("BM", "2"), 5: ("IT", ""),
          6: ("DO", "")}  # fmt: skip
"""The property of a glyph and its value, by NAG. SGF has no others for moves."""


def read_trees(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[Game, GameRecord, MoveTree]]:
    for found, tree, number in games_of(file, name, game, faults):
        start = found.position.undo(found.position.ply)
        sentence = f"{name}: game {number}: a variation is cut short: "
        made = tree_of(tree, start, faults, sentence)
        yield start.game, record_of(found), made


def write_tree(file: TextIO, game: Game, record: GameRecord, tree: MoveTree) -> None:
    root = root_node(sgf_game(game, record)) | _notes(tree.nodes[ROOT])
    nodes, states = {ROOT: root}, {ROOT: record.start_state(game)}
    for node in tree.walk():
        if node != ROOT:
            before, move = states[tree.nodes[node].parent], tree.nodes[node].move
            nodes[node] = {**move_node(game, before, move), **_notes(tree.nodes[node])}
            states[node] = game.result(before, move)
    file.write(show_sgf([_sgf_tree(tree, nodes)]))


def tree_of(tree: Tree, start: Position, faults: list[str], sentence: str) -> MoveTree:
    """The moves of a game of SGF. An illegal variation ends before its first illegal move, and
    `faults` gets the sentence and the reason."""
    builder = TreeBuilder()
    waiting = deque([(tree, start, ROOT)])
    while waiting:
        part, position, at = waiting.popleft()
        try:
            for properties in part.nodes:
                after = after_node(position, properties)
                for move in after.moves[position.ply :]:
                    at = builder.add(at, move)
                builder.annotate(at, _nags(properties), _comment(properties))
                position = after
        except CounterplayError as error:
            faults.append(f"{sentence}{error}")
            continue
        # Depth first, so that the main line is the first child everywhere.
        waiting.extendleft((one, position, at) for one in reversed(part.variations))
        require_size(len(builder))
    return builder.tree()


def _nags(properties: Node) -> list[int]:
    """The glyphs of a node. Any value but 2 counts as 1."""
    return [
        nag
        for nag, (name, value) in GLYPHS.items()
        if name in properties
        and (not value or (value == "2") == (properties[name][0].strip() == "2"))
    ]


def _comment(properties: Node) -> str:
    return "\n".join(properties.get("C", ())).strip()


def _notes(node: Annotated) -> dict[str, tuple[str, ...]]:
    """The comment and the glyphs of a node as properties."""
    comment = {"C": (node.comment,)} if node.comment else {}
    glyphs = {GLYPHS[nag][0]: (GLYPHS[nag][1],) for nag in node.nags if nag in GLYPHS}
    return {**comment, **glyphs}


def _sgf_tree(tree: MoveTree, nodes: dict[int, Any]) -> Tree:
    """The tree of SGF: from the ends to the start, because a line can be long."""
    made: dict[int, tuple[deque[Node], tuple[Tree, ...]]] = {}
    for node in reversed(list(tree.walk())):
        after = [made.pop(child) for child in tree.children[node]]
        if len(after) == 1:
            line, variations = after[0]
        else:
            line, variations = deque(), tuple(Tree(tuple(one), more) for one, more in after)
        line.appendleft(nodes[node])
        made[node] = line, variations
    line, variations = made[ROOT]
    return Tree(tuple(line), variations)
