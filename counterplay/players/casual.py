"""A player who overlooks moves, as people do: `casual:depth=1,attention=0.6`.

It notices each legal move with probability `attention`, looks a few plies ahead of those, and plays
the best; of equals, any. A beginner sees what a move wins, and not every move. Nothing here is in
points, so that the same numbers mean about the same in every game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import unfit
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.session import Session

CASUAL = "casual"
ATTENTION = 0.6
MOST_LINES = 64
"""Moves that alpha-beta can give a value to in one search; of more it sees the best."""
THROWS = 4
"""How often dice are thrown to see what may come of a move."""


class CasualPlayer:
    """Some of the moves, a short look ahead, and the best of what was seen."""

    def __init__(self, spec: Spec, game: Game) -> None:
        if game.facts.hidden:
            raise UnfitError(
                f"player {spec.text!r}: {game.name} hides part of its state, and a casual player "
                "would look at all of it"
            )
        if spec.evaluator or spec.weights:
            raise InputError(f"player {spec.text!r}: a casual player has the game's own evaluator")
        self._attention = _attention(spec)
        self._limit = spec.limit or Limit(depth=1)
        self._at_once = unfit(game, "alphabeta") is None
        lines = min(MOST_LINES, game.facts.most_actions)
        settings: dict[str, Any] = {"memory": 1, "lines": lines} if self._at_once else {}
        self._session = Session(game, **settings)
        self._session.prepare()
        self._dice = Random(0)

    def new_game(self, seed: str) -> None:
        self._session.new_game()
        self._dice = Random(seed)

    def close(self) -> None:
        self._session.close()

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        """The limit is the player's own: it would not know what to do with more time."""
        moves = position.legal_moves
        noticed = [move for move in moves if self._dice.random() < self._attention]
        seen = noticed or [self._dice.choice(moves)]
        worth = self._worth_of(position, seen)
        best = max(worth.values())
        return Thought(self._dice.choice([move for move, value in worth.items() if value == best]))

    def _worth_of(self, position: Position, moves: list[int]) -> dict[int, float]:
        """What the moves lead to, as far as it can be seen."""
        if len(moves) == 1:
            return {moves[0]: 0.0}
        if not self._at_once:
            mover = position.turn
            return {move: self._worth(position.play(move), mover) for move in moves}
        found = self._session.search(position, self._limit)
        values = {line.move: line.value for line in (found, *found.alternatives)}
        return {move: values[move] for move in moves if move in values} or {found.move: 0.0}

    def _worth(self, position: Position, mover: int) -> float:
        if position.is_over:
            return position.payoffs[mover]
        if position.turn == CHANCE:
            game, state = position.game, position.state
            drawn = [game.draw(state, self._dice.getrandbits(62)) for _ in range(THROWS)]
            return sum(self._worth(position.play(o), mover) for o in drawn) / THROWS
        return self._session.search(position, self._limit).values[mover]


def _attention(spec: Spec) -> float:
    """How likely a move is noticed."""
    given = dict(spec.settings)
    said = given.pop("attention", str(ATTENTION))
    if given:
        raise InputError(
            f"player {spec.text!r}: casual has no setting {next(iter(given))!r}; it takes "
            "attention, depth and nodes"
        )
    try:
        attention = float(said)
    except ValueError:
        attention = 0.0
    if not 0 < attention <= 1:
        raise InputError(f"player {spec.text!r}: attention={said} is not a number above 0, to 1")
    return attention
