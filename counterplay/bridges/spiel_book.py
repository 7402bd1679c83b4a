"""OpenSpiel's games with the methods of the book, for the algorithms of `cp.textbook`.

States are OpenSpiel's own and are never changed: a move is made on a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.core.game.errors import InputError, UnfitError

try:
    import pyspiel as pyspiel
except ImportError as error:
    raise ImportError(
        f"this bridge needs OpenSpiel, which is not installed ({error}): "
        "python -m pip install 'counterplay[openspiel]'"
    ) from None

Kind = pyspiel.GameType


@dataclass(frozen=True)
class BookFacts:
    """What OpenSpiel declares about a game, under the names that `cp.Facts` has for it."""

    title: str
    players: int
    total: float | None
    best: float
    least: float
    most_actions: int
    longest_game: int
    chance: bool
    hidden: bool


@dataclass(frozen=True, eq=False)
class BookGame:
    """A game of OpenSpiel, asked by the functions of the book's formal definition."""

    game: Any
    facts: BookFacts

    def __repr__(self) -> str:
        return f"from_openspiel({str(self.game)!r})"

    def initial(self) -> Any:
        return self.game.new_initial_state()

    def player(self, s: Any) -> int:
        """Who moves: 0, 1, … or CHANCE, which is the same number there."""
        return int(s.current_player())

    def actions(self, s: Any) -> list[int]:
        """The legal moves; none where the game is over or chance decides."""
        return [] if s.is_chance_node() else list(s.legal_actions())

    def result(self, s: Any, a: int) -> Any:
        return s.child(a)

    def terminal(self, s: Any) -> bool:
        return bool(s.is_terminal())

    def utility(self, s: Any, p: int) -> float:
        """All that player p has been paid when the game is over."""
        return float(s.player_return(p))

    def chance(self, s: Any) -> list[tuple[int, float]]:
        return list(s.chance_outcomes())

    def show_move(self, s: Any, a: int) -> str:
        return str(s.action_to_string(s.current_player(), a))

    def board(self, s: Any) -> str:
        return str(s)


def from_openspiel(game: Any, *, hidden: bool = False) -> BookGame:
    """A game of OpenSpiel, or the one that its `load_game` makes of a text, for the textbook.

    The book's algorithms see the whole state. A game that hides something from its players is
    refused, unless `hidden` says that they may look into everybody's cards.
    """
    if isinstance(game, str):
        try:
            game = pyspiel.load_game(game)
        except (RuntimeError, ValueError) as error:  # its C++ gives lines of advice after the first
            raise InputError(f"OpenSpiel cannot load {game!r}: {_first_line(error)}") from None
    if not isinstance(game, pyspiel.Game):
        raise InputError(f"{game!r} is neither a game of OpenSpiel nor the name of one")
    kind = game.get_type()
    _refuse(kind, hidden)
    if game.num_distinct_actions() == 0:
        raise UnfitError(f"the moves of {kind.short_name} have no numbers, and so no list")
    return BookGame(
        game,
        BookFacts(
            title=kind.long_name,
            players=game.num_players(),
            total=game.utility_sum(),
            best=game.max_utility(),
            least=game.min_utility(),
            most_actions=game.num_distinct_actions(),
            longest_game=game.max_game_length(),
            chance=kind.chance_mode != Kind.ChanceMode.DETERMINISTIC,
            hidden=kind.information != Kind.Information.PERFECT_INFORMATION,
        ),
    )


def _refuse(kind: Any, hidden: bool) -> None:
    """Say why the book's algorithms have no use for a game."""
    name = kind.short_name
    if kind.dynamics == Kind.Dynamics.SIMULTANEOUS:
        raise UnfitError(
            f"in {name} all move at once, and the book's players take turns: "
            f"'turn_based_simultaneous_game(game={name}())' lets them, one hidden from the other"
        )
    if kind.dynamics != Kind.Dynamics.SEQUENTIAL:
        raise UnfitError(f"{name} is a mean field game, and the book's are played move by move")
    if kind.chance_mode == Kind.ChanceMode.SAMPLED_STOCHASTIC:
        raise UnfitError(
            f"{name} draws its chance by itself and lists no outcomes, and the book's algorithms "
            "need them with their probabilities"
        )
    if kind.information != Kind.Information.PERFECT_INFORMATION and not hidden:
        raise UnfitError(
            f"{name} hides something from its players, and the book's algorithms see all of it: "
            "say hidden=True to let them"
        )


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or ["it does not say why"])[0]
