"""Position: a state of a game and the moves that led to it."""

from __future__ import annotations

import operator
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from counterplay.core.game import display, familiar
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.errors import InputError
from counterplay.core.game.numbers import whole_number
from counterplay.core.game.outcome import GameOutcome, Reason
from counterplay.core.game.pickling import decoded, encoded
from counterplay.core.game.position_text import START, parse_start

if TYPE_CHECKING:
    from counterplay.core.game.game import Game


def _renamed(old: str, new: str) -> property:
    """A property with its name from before 0.2.0. It warns, and returns the same."""

    def read(self: Position) -> Any:
        warnings.warn(f"Position.{old} is now called {new}", DeprecationWarning, stacklevel=2)
        return getattr(self, new)

    return property(read, doc=f"The name of `{new}` before 0.2.0. It warns.")


@dataclass(frozen=True, eq=False)
class Position:
    """A state of a game and the moves that led to it.

    Create one with `game.position(text)`. A position never changes: `play` returns the next
    position, where python-chess has `push`, and `undo` returns an earlier one, like `pop`.

        position = cp.load("tic_tac_toe").position()
        while not position.is_over:
            position = position.play(position.legal_moves[0])
        print(position.outcome)

    `print(position)` shows the board, and `text` is the position as a text that `game.position`
    reads. Two positions are equal if the games have the same rules and parameters, the states are
    equal, and the rules about repeated positions see the same past. The moves do not matter
    otherwise: different orders of moves can lead to equal positions.

    game    the game
    state   the state, as the game's own functions take it
    moves   the moves from the first state to this one
    past    the states before this one, the first state first
    """

    game: Game
    state: Any
    moves: tuple[int, ...] = ()
    past: tuple[Any, ...] = ()

    @classmethod
    def parse(cls, game: Game, text: str) -> Position:
        """The position that `text` describes; see `Game.position`."""
        text = text.strip()
        start, _, listed = f" {text} ".partition(" moves ")
        state, moves = parse_start(game, start.strip())
        position = cls(game, state)
        for number, move in enumerate([*moves, *listed.split()], 1):
            try:
                position = position.play(move)
            except InputError as error:
                raise InputError(f"move {number} of {text!r}: {error}") from None
        return position

    @property
    def text(self) -> str:
        """The position as a text that `game.position` reads: the start and the moves from it."""
        start = self.past[0] if self.past else self.state
        encode = self.game.shape.encode
        at_start = encode(start) == encode(self.game.initial())
        shown = START if at_start else self.game.show_position(start)
        played = zip(self.past, self.moves, strict=True)
        moves = " ".join(self.game.show_move(s, a) for s, a in played)
        return f"{shown} moves {moves}" if moves else shown

    def __str__(self) -> str:
        """The board, as the game draws it in a terminal. It shows hidden parts too."""
        return self.game.board(self.state)

    def __repr__(self) -> str:
        """The expression that makes this position."""
        given = "" if self.text == START else repr(self.text)
        return f"{self.game!r}.position({given})"

    def _repr_svg_(self) -> str | None:
        """A picture of the board, for notebooks."""
        return display.svg(self)

    def _repr_html_(self) -> str | None:
        """A picture that a notebook prefers to the board: the tree, if the game is one."""
        return display.html(self)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Position):
            return NotImplemented
        if self._bytes != other._bytes or not self.game.has_same_rules(other.game):
            return False
        return self._remembered == other._remembered

    def __hash__(self) -> int:
        return hash(self._bytes)

    @cached_property
    def _bytes(self) -> bytes:
        return encoded(self.game, self.state)

    @cached_property
    def _remembered(self) -> tuple[Any, ...]:
        """What the rules about repeated positions look at, beside the state.

        Earlier positions count as often as they occurred; their order does not matter. A position
        before an irreversible move cannot occur again, so only superko would look at it.
        """
        facts = self.game.facts
        stalled = self.reversible if facts.no_progress else 0
        if facts.superko:
            return stalled, tuple(sorted(self._keys_before))
        recent = self._keys_before[len(self.past) - self.reversible :] if facts.repetition else ()
        return stalled, tuple(sorted(recent))

    def __copy__(self) -> Position:
        """The position itself, because it never changes."""
        return self

    copy = __copy__

    def __deepcopy__(self, memo: Any) -> Position:
        """The position itself, because it never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Positions are pickled with the name or file of their game, which is loaded again."""
        past = tuple(encoded(self.game, s) for s in self.past)
        return _unpickle, (self.game, self.game.shape.dtype, self._bytes, self.moves, past)

    if not TYPE_CHECKING:  # type checkers find misspelt names themselves

        def __getattr__(self, name: str) -> NoReturn:
            """Names of other libraries: the error says what it is called here."""
            raise AttributeError(familiar.sentence(name), name=name, obj=self)

    @property
    def turn(self) -> int:
        """The player to move: 0, 1, … or `cp.CHANCE`."""
        return self.game.player(self.state)

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves, as numbers; `show_move` writes one. Empty if the game is over."""
        return list(self._legal)

    @property
    def legal_moves_text(self) -> list[str]:
        """The legal moves in the notation of the game, in the order of `legal_moves`."""
        return [self.show_move(move) for move in self._legal]

    def is_legal(self, move: int | str) -> bool:
        """Whether a move, a number or its text, can be played here."""
        try:
            self.play(move)
        except InputError:
            return False
        return True

    def parse_move(self, text: str) -> int:
        """The number of the legal move that `text` describes. Raises `InputError` if none is."""
        return self.play(text).moves[-1]

    @property
    def ply(self) -> int:
        """The number of moves from the first state to this one."""
        return len(self.moves)

    @property
    def last_move(self) -> int | None:
        """The move that led here; None in the first state."""
        return self.moves[-1] if self.moves else None

    @property
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes and their probabilities if chance is to move; empty if not."""
        if self.is_over or self.turn != CHANCE:
            return []
        return self.game.chance(self.state)

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
        """The hash keys of all states of the game so far, this one last."""
        return (*self._keys_before, self.game.key(self.state))

    @cached_property
    def _keys_before(self) -> tuple[int, ...]:
        return tuple(self.game.key(s) for s in self.past)

    @property
    def repeated(self) -> bool:
        """Whether the game is a draw because this position has occurred too often."""
        limit = self.game.facts.repetition
        return limit > 0 and self.keys.count(self.keys[-1]) >= limit

    @cached_property
    def reversible(self) -> int:
        """The number of plies since the last irreversible move, or since the first state."""
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
        """Whether the game is a draw for lack of progress: too many reversible plies."""
        limit = self.game.facts.no_progress
        return limit > 0 and self.reversible >= limit

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended: by the rules, by repetition, or for lack of progress."""
        return self.game.terminal(self.state) or self.repeated or self.stalled

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The payoff of each player. Raises `InputError` if the game is not over."""
        players = range(self.game.facts.players)
        if not self.is_over:
            raise InputError("the game is not over, so there are no payoffs")
        if not self.game.terminal(self.state):
            return tuple(self.game.facts.even_share for _ in players)
        return tuple(self.game.utility(self.state, p) for p in players)

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game ended: payoffs, winner and reason. None if it is not over."""
        if not self.is_over:
            return None
        payoffs, best = self.payoffs, max(self.payoffs)
        winners = [p for p, payoff in enumerate(payoffs) if payoff == best]
        reason: Reason = "rules"
        if not self.game.terminal(self.state):
            reason = "repetition" if self.repeated else "no progress"
        return GameOutcome(payoffs, winners[0] if len(winners) == 1 else None, reason)

    def play(self, move: int | str) -> Position:
        """Return the position after a move: a number from `legal_moves`, or the text of a move.

        This position does not change. An illegal move raises `InputError`.
        """
        game, s = self.game, self.state
        if self.is_over:
            raise InputError("the game is over: no move can be played")
        if game.player(s) == CHANCE:
            action = self._outcome(move)
        else:
            action = game.parse_move(s, move) if isinstance(move, str) else _number(move)
            if action not in self._legal:
                raise InputError(f"{move} is not a legal move here: {self.legal_moves}")
        return self.then(action, game.result(s, action))

    def then(self, action: int, state: Any) -> Position:
        """The position after an action whose result is `state`; the action is not checked.

        It takes over what this position has computed about the game so far.
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
        """The same position of the same game with another evaluator."""
        if game is self.game:
            return self
        made = Position(game, self.state, self.moves, self.past)
        made.__dict__.update({k: v for k, v in self.__dict__.items() if k != "game"})
        return made

    def undo(self, plies: int = 1) -> Position:
        """Return the position `plies` moves ago."""
        if not 0 <= plies <= len(self.past):
            raise InputError(f"cannot undo {plies} moves: {len(self.past)} were played")
        if plies == 0:
            return self
        return Position(self.game, self.past[-plies], self.moves[:-plies], self.past[:-plies])

    def show_move(self, move: int) -> str:
        """A move of this position in the notation of the game."""
        return self.game.show_move(self.state, move)

    def _outcome(self, move: int | str) -> int:
        """The outcome of a chance node that a number or a text means."""
        if "chance" not in self.game.functions:
            number = whole_number(str(move))
            if number is None or not -(2**63) <= number < 2**63:
                raise InputError(f"{move!r} is not an outcome of chance: give a whole number")
            return number  # from `sample`: there is no list of outcomes
        shown = {self.game.show_move(self.state, o): o for o, _ in self.game.chance(self.state)}
        if isinstance(move, str) and move in shown:
            return shown[move]
        if not isinstance(move, str) and move in shown.values():
            return int(move)
        raise InputError(f"{move!r} cannot happen here; chance can give: {', '.join(shown)}")


def as_position(game: Game, given: Any) -> Position:
    """A position from what a caller gave: a position, its text, a state, or None for the start."""
    if isinstance(given, Position):
        own = given.game
        if not own.has_same_rules(game):
            raise InputError(f"{given!r} is a position of another game than {game!r}")
        return given
    if given is None or isinstance(given, str):
        return Position.parse(game, given or START)
    try:
        return Position(game, game.shape.canonical(given))
    except TypeError as error:
        raise InputError(
            f"expected a position of {game.name}, its text, or a state: {error}"
        ) from None


def _number(move: Any) -> int:
    """A move that was given as a number of any kind."""
    try:
        return int(operator.index(move))
    except TypeError:
        raise InputError(
            f"{move!r} is not a move: give a number of `legal_moves`, or the text of a move"
        ) from None


def _unpickle(
    game: Game, dtype: Any, state: bytes, moves: tuple[int, ...], past: tuple[bytes, ...]
) -> Position:
    """The position that `__reduce__` described."""
    if dtype != game.shape.dtype:
        raise InputError(f"a pickled position of {game.name} has other fields than its State today")
    return Position(game, decoded(game, state), moves, tuple(decoded(game, s) for s in past))
