"""Our games as OpenSpiel games: the classes Game and State, an observer, and their descriptions.

They follow OpenSpiel's own Python games. Copying a state only copies the OpenSpiel object, because
positions never change.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from counterplay.bridges.arguments import lowest
from counterplay.bridges.numbering import Numbering, numbering_of
from counterplay.bridges.observation import length, require_observable, seen_by
from counterplay.bridges.spiel_book import Kind, pyspiel
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position, as_position

PREFIX = "counterplay_"


class SpielGame(pyspiel.Game):
    """One of our games as a `pyspiel.Game`; `game` is the game itself."""

    def __init__(self, game: Game, given: dict[str, Any]) -> None:
        require_observable(game)
        self.game, self.numbering = game, numbering_of(game)
        self.start, self.dice = game.position(), Random(0)
        super().__init__(type_of(game, given), info_of(game, self.numbering.size), given)

    def __reduce__(self) -> tuple[Any, ...]:
        return SpielGame, (self.game, self.get_parameters())

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def state_at(self, position: Position | str | None) -> SpielState:
        """Return the state of a position, reached by its moves from the start of the game."""
        wanted = as_position(self.game, position)
        encode, first = self.game.shape.encode, (wanted.past or (wanted.state,))[0]
        if encode(first) != encode(self.start.state):
            raise InputError(
                f"{wanted} does not begin where the game begins, and OpenSpiel needs all moves "
                "from the start"
            )
        state = self.new_initial_state()
        for move in wanted.moves:
            state.apply_action(state.action_of(move))
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise InputError(f"{self} takes no observation parameters, but got {params}")
        return Observer(self.game, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):
    """A position as a `pyspiel.State`; `position` is the position itself."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else self.position.turn

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        if not self.position.is_over:
            return [0.0] * self.position.game.facts.players
        return [float(payoff) for payoff in self.position.payoffs]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes by their index in the game's list; one outcome if it only samples."""
        return [(i, probability) for i, (_, probability) in enumerate(self._outcomes())]

    def action_of(self, move: int | str) -> int:
        """Return the action of a move or a chance outcome, given as a number or text."""
        if self.position.turn != CHANCE:
            return self._numbering.action_of(self.position, move)
        listed = self._outcomes()
        shown = [self.position.show_move(outcome) for outcome, _ in listed]
        named: list[int | str] = [*shown] if isinstance(move, str) else [o for o, _ in listed]
        if move not in named:
            raise InputError(f"{move} cannot happen here; chance can give: {', '.join(shown)}")
        return named.index(move)

    def move_of(self, action: int) -> int:
        """Return the move of an action, or the outcome at a chance node."""
        if self.position.turn != CHANCE:
            return self._numbering.move_of(self.position, action)
        listed = self._outcomes()
        if not 0 <= action < len(listed):
            raise InputError(f"outcome {action} cannot happen here: there are {len(listed)}")
        return listed[action][0]

    def _legal_actions(self, player: int) -> list[int]:
        return self._numbering.actions(self.position) if player == self.position.turn else []

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.move_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE and not self._is_listed:
            return "drawn"
        return self.position.show_move(self.move_of(action))

    def __str__(self) -> str:
        return self.position.game.board(self.position.state)

    @property
    def _numbering(self) -> Numbering:
        numbering: Numbering = self.get_game().numbering
        return numbering

    @property
    def _is_listed(self) -> bool:
        return "chance" in self.position.game.functions

    def _outcomes(self) -> list[tuple[int, float]]:
        game, s = self.position.game, self.position.state
        if self._is_listed:
            return [(outcome, odds) for outcome, odds in game.chance(s) if odds > 0]
        return [(game.draw(s, self.get_game().dice.getrandbits(62)), 1.0)]


class Observer:
    """What a player sees: a tensor of the bits of `observation`, and a text.

    With perfect recall and without hidden information, the text is the history.
    """

    def __init__(self, game: Game, recalls: bool) -> None:
        self._game, self._recalls = game, recalls
        self.tensor = np.zeros(length(game), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = seen_by(self._game, state.position.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        s = state.position.state
        if self._game.facts.hidden:
            return f"{player}: {int(self._game.ask('information', s, player))}"
        return state.history_str() if self._recalls else self._game.show_position(s)


def type_of(game: Game, specification: dict[str, Any], most_players: int = 0) -> Any:
    """Return OpenSpiel's type of a game. Give `most_players` if it depends on parameters."""
    facts = game.facts
    utility = Kind.Utility.CONSTANT_SUM if facts.total else Kind.Utility.ZERO_SUM
    if facts.total is None:
        utility = Kind.Utility.GENERAL_SUM
    chance = Kind.ChanceMode.DETERMINISTIC
    if facts.chance:
        modes = Kind.ChanceMode.SAMPLED_STOCHASTIC, Kind.ChanceMode.EXPLICIT_STOCHASTIC
        chance = modes["chance" in game.functions]
    seen = Kind.Information.PERFECT_INFORMATION, Kind.Information.IMPERFECT_INFORMATION
    return Kind(
        short_name=PREFIX + game.name,
        long_name=facts.title,
        dynamics=Kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=seen[facts.hidden],
        utility=utility,
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=most_players or facts.players,
        min_num_players=1 if most_players else facts.players,
        provides_information_state_string=True,
        provides_information_state_tensor=facts.hidden,
        provides_observation_string=not facts.hidden,
        provides_observation_tensor=not facts.hidden,
        parameter_specification=specification,
    )


def info_of(game: Game, actions: int) -> Any:
    """Return the sizes of a game as OpenSpiel's GameInfo."""
    facts = game.facts
    outcomes = facts.most_outcomes if "chance" in game.functions else int(facts.chance)
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=outcomes,
        num_players=facts.players,
        min_utility=lowest(facts),
        max_utility=float(facts.best),
        utility_sum=None if facts.total is None else float(facts.total),
        max_game_length=facts.longest_game,
    )
