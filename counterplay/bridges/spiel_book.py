"""OpenSpiel's games for the algorithms of `cp.textbook`.

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
    """The facts that OpenSpiel declares about a game, with the names of `cp.Facts`."""

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
    """A game of OpenSpiel with the methods of the book's formal definition."""

    game: Any
    facts: BookFacts

    def __repr__(self) -> str:
        return f"from_openspiel({str(self.game)!r})"

    def initial(self) -> Any:
        return self.game.new_initial_state()

    def player(self, s: Any) -> int:
        """Return the player to move: 0, 1, … or CHANCE, which has the same number in OpenSpiel."""
        return int(s.current_player())

    def actions(self, s: Any) -> list[int]:
        """Return the legal moves; none if the game is over or chance decides."""
        return [] if s.is_chance_node() else list(s.legal_actions())

    def result(self, s: Any, a: int) -> Any:
        return s.child(a)

    def terminal(self, s: Any) -> bool:
        return bool(s.is_terminal())

    def utility(self, s: Any, p: int) -> float:
        """Return the total payoff of player p at the end of the game."""
        return float(s.player_return(p))

    def chance(self, s: Any) -> list[tuple[int, float]]:
        return list(s.chance_outcomes())

    def show_move(self, s: Any, a: int) -> str:
        return str(s.action_to_string(s.current_player(), a))

    def board(self, s: Any) -> str:
        return str(s)


def from_openspiel(game: Any, *, hidden: bool = False) -> BookGame:
    """Return a game of OpenSpiel, or the one of this name, for the algorithms of the textbook.

    The algorithms see the whole state. A game with hidden information is refused unless
    `hidden=True` allows them to see it.
    """
    if isinstance(game, str):
        try:
            game = pyspiel.load_game(game)
        except (RuntimeError, ValueError) as error:  # its C++ adds lines of advice after the first
            raise InputError(f"OpenSpiel cannot load {game!r}: {_first_line(error)}") from None
    if not isinstance(game, pyspiel.Game):
        raise InputError(f"{game!r} is neither a game of OpenSpiel nor the name of one")
    kind = game.get_type()
    _refuse(kind, hidden)
    if game.num_distinct_actions() == 0:
        raise UnfitError(f"{kind.short_name} does not number its moves, so they cannot be listed")
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
    """Raise UnfitError if the algorithms of the textbook cannot search this kind of game."""
    name = kind.short_name
    if kind.dynamics == Kind.Dynamics.SIMULTANEOUS:
        raise UnfitError(
            f"in {name} all players move at once, but the textbook's players take turns: use "
            f"'turn_based_simultaneous_game(game={name}())', which hides the first move"
        )
    if kind.dynamics != Kind.Dynamics.SEQUENTIAL:
        raise UnfitError(f"{name} is a mean field game, which the textbook does not support")
    if kind.chance_mode == Kind.ChanceMode.SAMPLED_STOCHASTIC:
        raise UnfitError(
            f"{name} samples its chance outcomes and does not list them, but the textbook needs "
            "all outcomes with their probabilities"
        )
    if kind.information != Kind.Information.PERFECT_INFORMATION and not hidden:
        raise UnfitError(
            f"{name} hides something from its players, but the textbook sees the whole state: "
            "give hidden=True to allow this"
        )


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or ["it gives no reason"])[0]
