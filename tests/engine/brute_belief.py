"""Sure wins in OpenSpiel's Dark Hex by plain recursion over sets of OpenSpiel's states.

It shares no code with the compiled search: a belief is a set of histories, and what a player hears
is whether its own move was accepted.
"""

from __future__ import annotations

from typing import Any

Belief = frozenset[tuple[int, ...]]


class BruteForce:
    """Who wins a game of OpenSpiel for sure, by its own rules.

    States are told apart by their boards and by what each player has seen of them.
    """

    def __init__(self, game: Any, player: int) -> None:
        self.player = player
        self.start = game.new_initial_state()
        self.known: dict[frozenset[str], bool] = {}

    def after(self, state: Any) -> bool:
        """Whether the player wins for sure when the game stands here, known to both."""
        groups = self.groups([state])
        return groups is not None and all(self.wins(group) for group in groups)

    def wins(self, belief: dict[str, Any]) -> bool:
        """Whether one move wins in all states that are possible."""
        key = frozenset(belief)
        if key not in self.known:
            moves = next(iter(belief.values())).legal_actions()
            self.known[key] = any(self.wins_by(belief, move) for move in moves)
        return self.known[key]

    def wins_by(self, belief: dict[str, Any], move: int) -> bool:
        groups = self.groups([state.child(move) for state in belief.values()])
        return groups is not None and all(self.wins(group) for group in groups)

    def groups(self, states: list[Any]) -> list[dict[str, Any]] | None:
        """The belief states in which the player may move next; None if it may have lost."""
        waiting, heard = states, dict[str, dict[str, Any]]()
        while waiting:
            here = waiting.pop()
            if here.is_terminal():
                if here.returns()[self.player] < 0:
                    return None
                continue
            if here.current_player() == self.player:
                seen = here.observation_string(self.player)
                whole = f"{here}{here.observation_string(0)}{here.observation_string(1)}"
                heard.setdefault(seen, {})[whole] = here
                continue
            waiting += [here.child(move) for move in here.legal_actions()]
        return list(heard.values())
