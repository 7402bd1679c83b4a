"""What a player knows in a position: a 64-bit key. Positions with the same key look the same.

`engine/shared/knowledge.py` does the same in compiled code.
"""

from __future__ import annotations

from counterplay.core.game.game import Game
from counterplay.core.game.hashing import hash as mixed
from counterplay.core.game.position import Position


def tells_knowledge(game: Game) -> bool:
    """Whether the game says what players know. A game that hides nothing does."""
    return not game.facts.hidden or not game.functions.keys().isdisjoint(("information", "observe"))


def knowledge(position: Position, player: int) -> int:
    """The key of what a player knows: by `information`, or from all that the player has seen.

    With `observe`, that is a hash of what was seen after each move, and of the player's own moves.
    In a game that hides nothing, it is a hash of all moves.
    """
    game = position.game
    if "information" in game.functions:
        return int(game.ask("information", position.state, player))
    known = 0
    states = (*position.past[1:], position.state) if position.past else ()
    for before, move, after in zip(position.past, position.moves, states, strict=True):
        if "observe" in game.functions:
            did = move + 1 if game.player(before) == player else 0
            known = int(mixed(known, game.ask("observe", after, player), did))
        else:
            known = int(mixed(known, move))
    return known
