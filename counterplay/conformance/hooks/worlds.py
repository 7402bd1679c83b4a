"""The states that are possible as far as a player knows, followed from the start of a game."""

from __future__ import annotations

from typing import Any

from counterplay.conformance.explore import choices
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

MOST_WORLDS = 3_000
"""The most states that are followed between two moves of a player. With more, the check ends."""

World = dict[bytes, Any]
"""States, each once, by their bytes."""


class Worlds:
    """Finds the states that a player cannot distinguish from the real one.

    They are followed from one own move to the next: all that others and chance can do in between,
    and of that only states in which `information` is what it really was. A player forgets nothing,
    so a state that is not found cannot occur.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._found: dict[tuple[Any, ...], World | None] = {}

    def fault(self, here: Position, t: Any, p: int) -> str | None:
        """Why no game that looks the same to player p leads to `t`; None if one does."""
        found = self._possible(here, p)
        encode = self._game.shape.encode
        if found is None or encode(here.state).tobytes() not in found:
            return None  # too many, or outcomes that `sample` alone knows
        if encode(t).tobytes() in found:
            return None
        shown = " ".join(map(str, encode(t).item()))
        return (
            f"no game in which player {p} sees and does the same leads to state {shown}; is a card "
            "dealt twice, or could it have been played before?"
        )

    def _possible(self, here: Position, p: int) -> World | None:
        """The states that can follow the player's last own move, or the start."""
        game, encode = self._game, self._game.shape.encode
        path: tuple[Any, ...] = (p, encode((*here.past, here.state)[0]).tobytes())
        if path not in self._found:
            self._found[path] = self._followed([(*here.past, here.state)[0]], p)
        found = self._found[path]
        for s, move in zip(here.past, here.moves, strict=True):
            if found is None or game.player(s) != p:
                continue
            known = game.ask("information", s, p)
            path = (*path, known, move)
            if path not in self._found:
                own = [
                    game.result(u, move)
                    for u in found.values()
                    if not game.terminal(u)
                    and game.player(u) == p
                    and game.ask("information", u, p) == known
                    and move in game.actions(u)
                ]
                self._found[path] = self._followed(own, p)
            found = self._found[path]
        return found

    def _followed(self, states: list[Any], p: int) -> World | None:
        """These states and all that can follow until player p moves; None if they are too many."""
        game, encode = self._game, self._game.shape.encode
        found = {encode(s).tobytes(): s for s in states}
        waiting = list(found.values())
        while waiting:
            s = waiting.pop()
            if game.terminal(s) or game.player(s) == p:
                continue
            for a in choices(game, s):
                after = game.result(s, a)
                code = encode(after).tobytes()
                if code not in found:
                    found[code] = after
                    waiting.append(after)
            if len(found) > MOST_WORLDS:
                return None
        return found
