"""Study in a room: variations, glyphs and comments beside the moves of the game.

The tree of the room is immutable, and the server decides what it is: every page of the room shows
the same one, and it is kept with the game. The nodes of the game have their ply as number. In a
room of one's own the game itself can be changed as well; after a game with others, or against an
engine, its moves stay as they were played.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.formats.move_tree import ROOT, MoveTree
from counterplay.formats.pgn.game import COMMAND

if TYPE_CHECKING:
    from counterplay.web.room import Room

MOST_NODES = 3_000
"""The most moves of a study."""
LONGEST_TREE = 20_000
"""The most characters of a packed tree: pages keep it, and send it back."""
MOST_OUTCOMES = 60
"""The most outcomes of chance from which one is chosen; of more, one is drawn."""

Label = tuple[str, int]
"""A move in the game's notation, and the player who made it."""


# Who may study ----------------------------------------------------------------------------------


def is_own(room: Room) -> bool:
    """Whether one person plays for all, with nothing hidden: no guest and no engine takes part."""
    return all(room.people) and not room.keys.guests and not room.game.facts.hidden


def may_study(room: Room, key: str) -> bool:
    """Whether the holder of a key may add variations: after the game, or in a room of one's
    own."""
    if room.is_over:
        return room.keys.is_host(key) or any(room.held(key))
    return is_own(room) and room.keys.is_host(key)


def is_aside(room: Room, node: int) -> bool:
    """Whether a move at this node is no move of the game, and shows nothing that is hidden."""
    if node not in room.tree.nodes:
        return False
    return room.is_over or (node != room.ply and not room.game.facts.hidden)


def require_study(room: Room, key: str) -> None:
    if not may_study(room, key):
        raise InputError("variations can be added after the game, or in a game of your own")


def require_node(room: Room, node: int) -> int:
    """The node, if it is in the tree."""
    if node not in room.tree.nodes:
        raise InputError("this move is no longer there: it was deleted in another window")
    return node


# Positions --------------------------------------------------------------------------------------


def branch_of(room: Room, node: int) -> int:
    """The last ply of the game on the way to a node."""
    return max(one for one in room.tree.line_to(node) if one <= room.ply)


def position_of(room: Room, node: int) -> Position:
    """The position at a node."""
    branch = branch_of(room, require_node(room, node))
    position = room.position_at(branch)
    for move in room.tree.moves_to(node)[branch:]:
        position = position.play(move)
    return position


def outcomes(position: Position) -> list[int]:
    """What chance can do in a variation, if that is a short list from which one can choose."""
    if "chance" not in position.game.functions:
        return []
    found = [outcome for outcome, _ in position.chance_outcomes]
    return found if len(found) <= MOST_OUTCOMES else []


def played(room: Room, plies: int, move: int) -> None:
    """Follow the game: it had `plies` moves before this one. A move that was a variation becomes
    the game, and the nodes get other numbers."""
    known = room.tree.child(plies, move)
    if known is None:
        room.tree = room.tree.play(plies, move)
    else:
        _renumber(room, room.tree.promote(known), plies + 1)


# Changes ----------------------------------------------------------------------------------------


def add_line(room: Room, node: int, moves: Sequence[str]) -> int:
    """Add moves after a node as a variation; return the node of the last one. If chance is to move
    then and its outcome cannot be chosen, it is drawn."""
    position, tree = position_of(room, node), room.tree
    for move in moves:
        position = position.play(move)
        tree, node = tree.add(node, position.moves[-1])
    while not position.is_over and position.turn == CHANCE and not outcomes(position):
        position = position.play(room.game.draw(position.state, f"{room.seed} {position.moves}"))
        tree, node = tree.add(node, position.moves[-1])
    _change(room, tree)
    return node


def promote(room: Room, node: int) -> int:
    """Make the line to a node the main line; return the number that the node has then. In a room
    of one's own this changes the game, else it becomes the first variation."""
    require_node(room, node)
    if not is_own(room):
        _change(room, room.tree.promote(node, room.ply))
        return node
    tree = room.tree.promote(node)
    end = tree.main_line[-1]
    branch = branch_of(room, end)
    position = position_of(room, end)
    room.labels |= {ply: _label(room, ply) for ply in range(1, room.ply + 1)}
    numbers = _renumber(room, tree, position.ply)
    _set_game(room, position, branch)
    return numbers[node]


def delete(room: Room, node: int) -> int:
    """Delete a move and all that follow it; return the node before it."""
    require_node(room, node)
    if node == ROOT:
        raise InputError("the start of the game cannot be deleted")
    before = room.tree.nodes[node].parent
    if node > room.ply:
        _change(room, room.tree.remove(node))
    elif not is_own(room):
        raise InputError("the moves of the game cannot be deleted: only variations can")
    else:
        room.tree = room.tree.remove(node)
        _set_game(room, room.position_at(before), before)
    return before


def annotate(room: Room, node: int, nags: tuple[int, ...], comment: str) -> None:
    """Give a move other glyphs and another comment. Commands in it, as of clocks, stay."""
    before = room.tree.nodes[require_node(room, node)].comment
    commands = "".join(f"[%{name} {value}] " for name, value in COMMAND.findall(before))
    _change(room, room.tree.annotate(node, nags, f"{commands}{comment}".strip()))


def _change(room: Room, tree: MoveTree) -> None:
    room.tree = require_short(tree)
    room.forget_later()


def require_short(tree: MoveTree) -> MoveTree:
    """The tree, if pages can keep it."""
    if len(tree.nodes) > MOST_NODES:
        raise InputError(f"a study has at most {MOST_NODES:,} moves: delete some variations")
    if not tree.is_bare and len(pack(tree)) > LONGEST_TREE:
        raise InputError("this study is too long: shorten its comments, or delete variations")
    return tree


def _renumber(room: Room, tree: MoveTree, plies: int) -> dict[int, int]:
    """Number the nodes of a tree anew, because the game goes through others; return the numbers."""
    numbers = tree.numbers(plies)
    room.tree = tree.numbered(plies)
    room.labels = {numbers[n]: label for n, label in room.labels.items() if n in numbers}
    room.shares = {numbers[n]: share for n, share in room.shares.items() if n in numbers}
    return numbers


def _set_game(room: Room, position: Position, shared: int) -> None:
    """Let the game be another one, of which the first `shared` plies are the same. It was not
    played here: it counts as saved."""
    room.position, room.resigned, room.fault, room.is_agreed = position, None, "", False
    room.archived, room.offer = position.moves, None
    if room.clocks is not None:
        room.clocks.stop()  # until the next move
    written = zip(position.past[shared:], position.moves[shared:], strict=True)
    room.written[shared:] = [room.game.show_move(s, a) for s, a in written]
    del room.captures[shared:]
    for by_node in (room.sources, room.reviewed):
        for later in [node for node in by_node if node > shared]:
            del by_node[later]
    room.forget_later()


# JSON -------------------------------------------------------------------------------------------


def is_plain(room: Room) -> bool:
    """Whether there is nothing but the moves of the game."""
    return room.tree.is_bare and len(room.tree.nodes) == room.ply + 1


def packed(room: Room) -> str:
    """The tree as a short text; empty if there is nothing but the moves of the game."""
    return "" if is_plain(room) else pack(room.tree)


def unpacked(text: str) -> MoveTree:
    """The tree of a packed text; an empty one if the text is empty."""
    rows = json.loads(zlib.decompress(b64decode(text))) if text else []
    return MoveTree.from_json(rows) if rows else MoveTree.of()


def pack(tree: MoveTree) -> str:
    """A tree as a short text, which `unpacked` reads."""
    rows = json.dumps(tree.as_json(), separators=(",", ":"))
    return b64encode(zlib.compress(rows.encode())).decode()


def tree_json(room: Room) -> list[list[Any]] | None:
    """For the page, a row for each node: its number, its parent's, the move, who made it, the NAGs
    and the comment. None if there is nothing but the moves of the game."""
    if is_plain(room):
        return None
    _fill_labels(room)
    return [
        [one, parent, *_label(room, one), nags, COMMAND.sub("", text).strip()]
        for one, parent, _, nags, text in room.tree.as_json()
    ]


def _label(room: Room, node: int) -> Label:
    if node == ROOT:
        return "", CHANCE
    if node <= room.ply:
        return room.written[node - 1], room.game.player(room.position.past[node - 1])
    return room.labels[node]


def _fill_labels(room: Room) -> None:
    """Find the texts of the moves of variations that have none yet."""
    tree, known = room.tree, dict[int, Position]()
    for node in tree.walk():
        if node <= room.ply or node in room.labels:
            continue
        parent = tree.nodes[node].parent
        before = known.get(parent) or position_of(room, parent)
        known[node] = after = before.play(tree.nodes[node].move)
        room.labels[node] = before.show_move(after.moves[-1]), before.turn
