"""Position: what a person holds, a state and the way to it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from counterplay.core.game.contract import CHANCE
from counterplay.core.game.errors import GameError, InputError

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

START = "startpos"


Reason = Literal["rules", "repetition", "no progress"]


@dataclass(frozen=True)
class GameOutcome:
    """How a game ended.

    payoffs   what each player gets
    winner    the player with the highest payoff; None for a tie
    reason    what ended it: the rules of the game, a repeated position, or lack of progress
    """

    payoffs: tuple[float, ...]
    winner: int | None
    reason: Reason


def _renamed(old: str, new: str) -> property:
    """A property that still answers to its name before 0.2.0."""

    def read(self: Position) -> Any:
        warnings.warn(f"Position.{old} is now called {new}", DeprecationWarning, stacklevel=2)
        return getattr(self, new)

    return property(read)


@dataclass(frozen=True, eq=False)
class Position:
    """A state, the moves that led to it from `past[0]`, and the states in between.

    The path is part of a position because some rules ask for it: a third repetition, superko.
    What has been worked out is kept, and what the path adds up to is handed on by `play`.
    """

    game: Game
    state: Any
    moves: tuple[int, ...] = ()
    past: tuple[Any, ...] = ()

    @classmethod
    def parse(cls, game: Game, text: str) -> Position:
        text = text.strip()
        start, _, listed = f" {text} ".partition(" moves ")
        state, moves = _parse_start(game, start.strip())
        position = cls(game, state)
        for number, move in enumerate([*moves, *listed.split()], 1):
            try:
                position = position.play(move)
            except InputError as error:
                raise InputError(f"move {number} of {text!r}: {error}") from None
        return position

    def __str__(self) -> str:
        """The position as text that `game.position` reads."""
        start = self.past[0] if self.past else self.state
        encode = self.game.shape.encode
        at_start = encode(start) == encode(self.game.initial())
        shown = START if at_start else self.game.show_position(start)
        played = zip(self.past, self.moves, strict=True)
        moves = " ".join(self.game.show_move(s, a) for s, a in played)
        return f"{shown} moves {moves}" if moves else shown

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self}>"

    def __deepcopy__(self, memo: Any) -> Position:
        """Nothing in a position changes: a copy is the position itself."""
        return self

    @property
    def turn(self) -> int:
        """The player to move: 0, 1, … or CHANCE."""
        return self.game.player(self.state)

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves; none where the game is over, or that superko forbids."""
        return list(self._legal)

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        if self.is_over:
            return ()
        moves = self.game.actions(self.state)
        if not self.game.facts.superko:
            return tuple(moves)
        seen = set(self.keys)
        after = {a: self.game.key(self.game.result(self.state, a)) for a in moves}
        return tuple(a for a in moves if after[a] not in seen)

    @cached_property
    def keys(self) -> tuple[int, ...]:
        """The keys of all states on the path, this one last."""
        return (*self._keys_before, self.game.key(self.state))

    @cached_property
    def _keys_before(self) -> tuple[int, ...]:
        return tuple(self.game.key(s) for s in self.past)

    @property
    def repeated(self) -> bool:
        """Whether the game is drawn because this position has occurred too often."""
        limit = self.game.facts.repetition
        return limit > 0 and self.keys.count(self.keys[-1]) >= limit

    @cached_property
    def reversible(self) -> int:
        """How many plies ago the last irreversible move was made, or the path began."""
        if "irreversible" not in self.game.functions:
            return len(self.past)
        plies = 0
        for s, a in zip(reversed(self.past), reversed(self.moves), strict=True):
            if self.game.ask("irreversible", s, a):
                break
            plies += 1
        return plies

    @property
    def stalled(self) -> bool:
        """Whether the game is drawn because nothing irreversible has happened for too long."""
        limit = self.game.facts.no_progress
        return limit > 0 and self.reversible >= limit

    @cached_property
    def is_over(self) -> bool:
        return self.game.terminal(self.state) or self.repeated or self.stalled

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What each player gets from an ended game."""
        players = range(self.game.facts.players)
        if not self.is_over:
            raise InputError("the game is not over: there are no payoffs yet")
        if not self.game.terminal(self.state):
            return tuple(self.game.facts.even_share for _ in players)
        return tuple(self.game.utility(self.state, p) for p in players)

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game ended: payoffs, winner and reason; None while it goes on."""
        if not self.is_over:
            return None
        payoffs, best = self.payoffs, max(self.payoffs)
        winners = [p for p, payoff in enumerate(payoffs) if payoff == best]
        reason: Reason = "rules"
        if not self.game.terminal(self.state):
            reason = "repetition" if self.repeated else "no progress"
        return GameOutcome(payoffs, winners[0] if len(winners) == 1 else None, reason)

    def play(self, move: int | str) -> Position:
        """The position after a move, given as a number of the game's own or in its notation."""
        game, s = self.game, self.state
        if self.is_over:
            raise InputError("the game is over, no move can be played")
        if game.player(s) == CHANCE:
            action = self._outcome(move)
        else:
            action = game.parse_move(s, move) if isinstance(move, str) else int(move)
            if action not in self._legal:
                raise InputError(f"{move} is not a legal move here: {self.legal_moves}")
        return self.then(action, game.result(s, action))

    def then(self, action: int, state: Any) -> Position:
        """The position after an action that leads to a state.

        What is known of this path is known of the next but for one ply.
        """
        after = Position(self.game, state, (*self.moves, action), (*self.past, self.state))
        known = self.__dict__
        if "keys" in known:
            after.__dict__["_keys_before"] = self.keys
        if "reversible" in known and "irreversible" in self.game.functions:
            is_cut = self.game.ask("irreversible", self.state, action)
            after.__dict__["reversible"] = 0 if is_cut else self.reversible + 1
        return after

    player = _renamed("player", "turn")
    actions = _renamed("actions", "legal_moves")
    over = _renamed("over", "is_over")
    back = _renamed("back", "undo")

    def beside(self, game: Game) -> Position:
        """The same position of the same rules, beside another evaluator."""
        if game is self.game:
            return self
        made = Position(game, self.state, self.moves, self.past)
        made.__dict__.update({k: v for k, v in self.__dict__.items() if k != "game"})
        return made

    def undo(self, plies: int = 1) -> Position:
        """The position some plies ago."""
        if not 0 <= plies <= len(self.past):
            raise InputError(f"only {len(self.past)} moves can be taken back, not {plies}")
        if plies == 0:
            return self
        return Position(self.game, self.past[-plies], self.moves[:-plies], self.past[:-plies])

    def show_move(self, move: int) -> str:
        return self.game.show_move(self.state, move)

    def _outcome(self, move: int | str) -> int:
        if "chance" not in self.game.functions:
            if not str(move).removeprefix("-").isdecimal():
                raise InputError(f"{move!r} is not an outcome of chance: a whole number is needed")
            return int(move)  # drawn by `sample`: there is no list to look it up in
        shown = {self.game.show_move(self.state, o): o for o, _ in self.game.chance(self.state)}
        if isinstance(move, str) and move in shown:
            return shown[move]
        if not isinstance(move, str) and move in shown.values():
            return int(move)
        raise InputError(f"{move!r} cannot happen here; chance can give: {', '.join(shown)}")


def _parse_start(game: Game, text: str) -> tuple[Any, list[str]]:
    """The state that `text` describes, or the initial one and the moves that `text` lists."""
    if text in ("", START):
        return game.initial(), []
    if text.startswith("state ") and not game.shape.is_record:
        return _parse_fields(game, text), []
    if "parse_position" not in game.functions:
        raise InputError(
            f"{text!r} is not a position of {game.name}, which has no notation of its own: "
            "write 'startpos', 'startpos moves a b c' or 'state' and its fields"
        )
    try:
        read = game.call("parse_position", text)
    except GameError as error:
        # A reader says what it expected by raising ValueError; anything else is a fault of its own.
        if isinstance(error.__cause__, ValueError):
            wrong = f"{text!r} is not a position of {game.name}: {error.__cause__}"
            raise InputError(wrong) from None
        raise
    if isinstance(read, list):
        return game.initial(), read
    try:
        return game.shape.canonical(read), []
    except TypeError as error:
        raise GameError(
            f"parse_position() {error}", game.path, game.line_of("parse_position")
        ) from None


def _parse_fields(game: Game, text: str) -> Any:
    words = text.removeprefix("state ").replace(",", " ").split()
    if len(words) != len(game.shape.fields) or not all(map(_is_number, words)):
        fields = ", ".join(game.shape.fields)
        raise InputError(f"{text!r} should give one whole number for each of: {fields}")
    for name, word in zip(game.shape.fields, words, strict=True):
        bits = np.iinfo(game.shape.dtype[name].type)
        if not bits.min <= int(word) <= bits.max:
            raise InputError(f"{word} does not fit into the 64 bits of {name}")
    state = game.shape.canonical(game.shape.state(*map(int, words)))
    try:
        is_sound = game.terminal(state) or game.player(state) in range(CHANCE, game.facts.players)
    except GameError as error:
        raise InputError(f"{text!r} is no state of {game.name}: {error.text}") from None
    if not is_sound:
        raise InputError(f"{text!r} is no state of {game.name}: nobody is to move there")
    return state


def as_position(game: Game, given: Any) -> Position:
    """What a caller means by a position: one, its text, a state, or None for the start."""
    if isinstance(given, Position):
        own = given.game
        if own is not game and (own.path, own.parameters) != (game.path, game.parameters):
            raise InputError(f"{given!r} is a position of another game, not of {game.name}")
        return given
    if given is None or isinstance(given, str):
        return Position.parse(game, given or START)
    try:
        return Position(game, game.shape.canonical(given))
    except TypeError as error:
        raise InputError(
            f"expected a position, its text or a state of {game.name}: {error}"
        ) from None


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal()
