"""Our games as PettingZoo environments (AEC: agents act in turn).

    env = counterplay.bridges.pettingzoo.env("connect_four", width=5, height=4)

An observation is `{"observation": bits, "action_mask": mask}` (see `observation` and `numbering`).
Rewards are the payoffs at the end of the game. The environment draws chance outcomes itself, with
the seed of `reset`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.bridges.arguments import AnyGame, game_of, lowest
from counterplay.bridges.numbering import numbering_of
from counterplay.bridges.observation import length, require_observable, seen_by, whole
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE, Facts
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position, as_position

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        f"this bridge needs PettingZoo, which is not installed ({error}): "
        "python -m pip install 'counterplay[pettingzoo]'"
    ) from None

Observe = Callable[[Game, Any, int], npt.NDArray[Any]]
"""observe(game, state, p): what player p sees, always an array of the same shape and type."""

RENDER_MODES = ("ansi", "human")


def env(
    game: AnyGame,
    *,
    render_mode: str | None = None,
    observe: Observe | None = None,
    native: bool = True,
    **parameters: Any,
) -> Any:
    """Return the environment with the wrappers that PettingZoo's own games have.

    An illegal action ends the game: its agent gets the lowest payoff, the others 0.
    `observe` replaces the observation. `native=False` runs the rules as plain Python.
    """
    environment = raw_env(
        game, render_mode=render_mode, observe=observe, native=native, **parameters
    )
    least = min(-1.0, lowest(environment.game.facts))
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(environment, least))
    )


def raw_env(
    game: AnyGame,
    *,
    render_mode: str | None = None,
    observe: Observe | None = None,
    native: bool = True,
    **parameters: Any,
) -> GameEnv:
    """Return the environment without wrappers. An illegal action raises `InputError`."""
    return GameEnv(game_of(game, parameters, native), render_mode, observe)


class GameEnv(AECEnv):
    """A PettingZoo environment of a game; `position` is the current position.

    `numbering` says how actions are numbered. `move_of` and `action_of` convert between moves and
    actions in the current position.
    """

    def __init__(self, game: Game, render_mode: str | None, observe: Observe | None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes = " or ".join(map(repr, RENDER_MODES))
            raise InputError(f"render_mode={render_mode!r} is not {modes}, or None")
        if observe is None:
            require_observable(game)
        self.game, self.render_mode = game, render_mode
        self.numbering = numbering_of(game)
        self.position = game.position()
        self.possible_agents = agent_names(game.facts)
        self.agents: list[str] = []
        self.metadata = {
            "name": f"counterplay_{game.name}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self._observe, self._dice = observe or seen_by, Random()
        size = self.numbering.size
        self.action_spaces = {a: spaces.Discrete(size) for a in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=self._space() if observe is None else self._space_like(observe),
                action_mask=spaces.Box(0, 1, (size,), np.int8),
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; `options={"position": …}` gives another start, as position or text."""
        if seed is not None:
            self._dice = Random(seed)
        start = as_position(self.game, (options or {}).get("position")).beside(self.game)
        self.agents = self.possible_agents[:]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.agents[-1]  # if no one is to move, the first agent is next
        self._skip_agent_selection: str | None = None
        self._arrive(start)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InputError(f"{agent} is to move: an action is needed, not None")
        self._cumulative_rewards[agent] = 0.0
        self._arrive(self.position.play(self.move_of(int(action))))

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return what an agent sees. Only the agent to move has legal actions."""
        seen = self._observe(self.game, self.position.state, self.possible_agents.index(agent))
        mask = np.zeros(self.numbering.size, np.int8)
        if agent == self.agent_selection and not self.position.is_over:
            mask[self.numbering.actions(self.position)] = 1
        return {"observation": seen, "action_mask": mask}

    def state(self) -> npt.NDArray[np.int8]:
        """Return the bits of the whole state, including hidden parts."""
        return whole(self.game, self.position.state)

    def render(self) -> str | None:
        """Return the board as text ("ansi"), or print it ("human")."""
        if self.render_mode is None:
            logger.warn("render() shows nothing without a render_mode: 'ansi' or 'human'")
            return None
        board = self.game.board(self.position.state)
        if self.render_mode == "ansi":
            return board
        print(board, flush=True)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def move_of(self, action: int) -> int:
        """Return the move of a legal action in the current position."""
        return self.numbering.move_of(self.position, action)

    def action_of(self, move: int | str) -> int:
        """Return the action of a legal move, a number or text, in the current position."""
        return self.numbering.action_of(self.position, move)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _arrive(self, position: Position) -> None:
        """Draw chance outcomes, then set the agent to move, or the rewards if the game is over."""
        while not position.is_over and position.turn == CHANCE:
            position = position.play(self.game.draw(position.state, self._dice.getrandbits(62)))
        self.position, is_over = position, position.is_over
        payoffs = position.payoffs if is_over else (0.0,) * len(self.possible_agents)
        self.rewards = dict(zip(self.possible_agents, map(float, payoffs), strict=True))
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        last = self.possible_agents.index(self.agent_selection)
        mover = (last + 1) % len(self.possible_agents) if is_over else position.turn
        self.agent_selection = self.possible_agents[mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _space(self) -> Any:
        return spaces.Box(0, 1, (length(self.game),), np.int8)

    def _space_like(self, observe: Observe) -> Any:
        """Return the space of a custom observation, from its value at the start."""
        seen = observe(self.game, self.position.state, 0)
        if np.issubdtype(seen.dtype, np.integer):
            bounds = np.iinfo(seen.dtype)
            return spaces.Box(bounds.min, bounds.max, seen.shape, seen.dtype.type)
        return spaces.Box(-np.inf, np.inf, seen.shape, seen.dtype.type)


def agent_names(facts: Facts) -> list[str]:
    """Return the names of the players: player_0, player_1, … if they have none."""
    unnamed = [f"player {p + 1}" for p in range(facts.players)]
    if list(facts.names) == unnamed or len(set(facts.names)) < facts.players:
        return [f"player_{p}" for p in range(facts.players)]
    return list(facts.names)
