"""The games that pages can name: those of the server, and variants of them, loaded when asked for.

It also keeps what the page shows of each game, which takes a moment to compute.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.web.gallery import shown_json
from counterplay.web.rules_page import rules_json
from counterplay.web.variants import LONGEST_NAME, load_variant, split_name, variant_name

if TYPE_CHECKING:
    from counterplay.web.state import State

MOST_VARIANTS = 24
"""Variants that are kept. One that was left out is loaded again when it is asked for."""


class Catalogue:
    """The games by name, and what pages show of them.

    problems   by game, what is wrong with the newest version of its file
    """

    def __init__(self, state: State, games: dict[str, Game]) -> None:
        self.games = games
        self.problems: dict[str, dict[str, Any]] = {}
        self._state = state
        self._variants: OrderedDict[str, Game] = OrderedDict()
        self._versions: WeakKeyDictionary[Game, int] = WeakKeyDictionary()
        self._newest: dict[str, int] = {}
        self._entries: WeakKeyDictionary[Game, dict[str, Any]] = WeakKeyDictionary()
        self._rules: WeakKeyDictionary[Game, dict[str, Any]] = WeakKeyDictionary()

    def game(self, name: str) -> Game:
        """A game that is loaded, by its name."""
        found = self.games.get(name) or self._variants.get(name)
        if found is None:
            raise InputError(f"there is no game {name[:40]!r} on this server")
        return found

    async def find(self, name: str) -> Game:
        """A game by its name. A variant is loaded if it is not known."""
        base, given = split_name(name) if len(name) <= LONGEST_NAME else (name, {})
        game = self.game(base)
        canonical = variant_name(game, given)
        if canonical == game.name:
            return game
        if canonical not in self._variants:
            made = await self._state.workers.run_in_thread(lambda: load_variant(game, canonical))
            self._variants[canonical] = made
            self._versions[made] = self._newest.get(base, 0)
        self._variants.move_to_end(canonical)
        while len(self._variants) > MOST_VARIANTS:
            self._state.forget(self._variants.popitem(last=False)[1])
        return self._variants[canonical]

    def replace(self, game: Game) -> None:
        """Use a new version of a game from now on. Its variants are loaded again when asked for."""
        old = self.games[game.name]
        self.games[game.name] = game
        self._newest[game.name] = self._versions[game] = self._versions.get(old, 0) + 1
        for name in [name for name in self._variants if split_name(name)[0] == game.name]:
            self._state.forget(self._variants.pop(name))
        self._state.forget(old)

    def is_current(self, game: Game) -> bool:
        """Whether a game is of the newest version of its file."""
        return self._versions.get(game, 0) == self._newest.get(game.name, 0)

    async def entry(self, game: Game) -> dict[str, Any]:
        """What the gallery shows of a game, and what is wrong with the newest version of it."""
        if game not in self._entries:
            self._entries[game] = await self._state.workers.run_in_thread(
                lambda: shown_json(game, self._state.opponents_json)
            )
        return {**self._entries[game], "problem": self.problems.get(game.name)}

    async def rules(self, game: Game) -> dict[str, Any]:
        """What the rules page shows of a game."""
        if game not in self._rules:
            self._rules[game] = await self._state.workers.run_in_thread(lambda: rules_json(game))
        return self._rules[game]

    async def as_json(self) -> list[dict[str, Any]]:
        """The entries of all games of the server."""
        return [await self.entry(game) for game in tuple(self.games.values())]
