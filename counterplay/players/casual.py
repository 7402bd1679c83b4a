"""A weak player that overlooks moves, as people do: `casual:depth=1,attention=0.6`.

It notices each legal move with probability `attention`, searches the noticed moves a few plies
deep, and plays the best; among equal moves, a random one. No setting depends on the points of a
game, so the same settings give a similar strength in every game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import chosen_method
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.session import Session

ATTENTION = 0.6
MOST_LINES = 64
"""The most moves that one search ranks. With more moves, only the best ones."""
RANKING = ("alphabeta", "expectiminimax")
"""The methods that find the values of several moves in one search."""
SAMPLES = 4
"""Samples of chance per move."""


class CasualPlayer:
    """Plays the best of the moves that it noticed."""

    def __init__(self, spec: Spec, game: Game) -> None:
        if game.facts.hidden:
            raise UnfitError(
                f"player {spec.text!r}: {game.name} has hidden information, but a casual player "
                "would see all of it"
            )
        if spec.evaluator or spec.weights:
            raise InputError(
                f"player {spec.text!r}: a casual player always uses the game's own evaluator"
            )
        self._attention = _attention(spec)
        self._limit = spec.limit or Limit(depth=1)
        self._ranks_moves = chosen_method(game) in RANKING
        lines = min(MOST_LINES, game.facts.most_actions)
        settings: dict[str, Any] = {"memory": 1, "lines": lines} if self._ranks_moves else {}
        self._session = Session(game, **settings)
        self._session.prepare()
        self._random = Random(0)

    def new_game(self, seed: str) -> None:
        self._session.new_game()
        self._random = Random(seed)

    def close(self) -> None:
        self._session.close()

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        """The limit of the match is not used: depth and nodes are settings of the player."""
        moves = position.legal_moves
        if not moves:
            position.game.complain_of_no_move()
        noticed = [move for move in moves if self._random.random() < self._attention]
        values = self._values(position, noticed or [self._random.choice(moves)])
        best = max(values.values())
        return Thought(self._random.choice([move for move, v in values.items() if v == best]))

    def _values(self, position: Position, moves: list[int]) -> dict[int, float]:
        """The values of moves, for the player to move."""
        if len(moves) == 1:
            return {moves[0]: 0.0}
        if not self._ranks_moves:
            mover = position.turn
            return {move: self._value(position.play(move), mover) for move in moves}
        found = self._session.search(position, self._limit)
        values = {line.move: line.value for line in (found, *found.alternatives)}
        return {move: values[move] for move in moves if move in values} or {found.move: 0.0}

    def _value(self, position: Position, mover: int) -> float:
        if position.is_over:
            return position.payoffs[mover]
        if position.turn == CHANCE:
            game, state = position.game, position.state
            drawn = [game.draw(state, self._random.getrandbits(62)) for _ in range(SAMPLES)]
            return sum(self._value(position.play(o), mover) for o in drawn) / SAMPLES
        return self._session.search(position, self._limit).values[mover]


def _attention(spec: Spec) -> float:
    """The probability that a move is noticed."""
    settings = dict(spec.settings)
    text = settings.pop("attention", str(ATTENTION))
    if settings:
        raise InputError(
            f"player {spec.text!r}: casual has no setting {next(iter(settings))!r}; it takes "
            "attention, depth and nodes"
        )
    try:
        attention = float(text)
    except ValueError:
        attention = 0.0
    if not 0 < attention <= 1:
        raise InputError(f"player {spec.text!r}: attention={text} must be above 0 and at most 1")
    return attention
