"""Games are environments that PettingZoo's own tests accept, and play as the rules say."""

import copy
import importlib
import pickle
import random
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import counterplay as cp

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from counterplay.bridges.pettingzoo import agent_names, env, raw_env

Named = Callable[[str], str]

CASES: list[tuple[str, dict[str, Any]]] = [
    ("tic_tac_toe", {}),
    ("countdown", {}),  # a user's file; moves are large numbers
    ("dots_and_boxes", {"columns": 2, "rows": 2, "players": 3}),
    ("othello", {"size": 4}),  # passes
    ("dice_race", {}),  # chance
    ("dice_race", {"listed": False}),
    ("kuhn_poker", {}),  # chance at the start, hidden cards
    ("record_tic_tac_toe", {}),  # states that are records
]
every_case = pytest.mark.parametrize(
    ("name", "parameters"), CASES, ids=[f"{name}{parameters or ''}" for name, parameters in CASES]
)


@every_case
def test_pettingzoo_accepts_it(named: Named, name: str, parameters: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it has advice about the names of agents and the like
        api_test(env(named(name), **parameters), num_cycles=100)
        seed_test(lambda: env(named(name), **parameters), num_cycles=50)


@every_case
def test_random_games_are_those_of_the_rules(
    named: Named, name: str, parameters: dict[str, Any]
) -> None:
    """Whose turn, what is legal, what is seen and what is paid, held against plain rules."""
    world, rng = raw_env(named(name), **parameters), np.random.default_rng(1)
    game = cp.load(named(name), **parameters)
    agents = agent_names(game.facts)
    for seed in range(30):
        world.reset(seed=seed)
        earned = dict.fromkeys(agents, 0.0)
        for agent in world.agent_iter():
            seen, reward, over, _, _ = world.last()
            earned[agent] += reward
            if over:
                world.step(None)
                continue
            s = world.position.state
            assert agents.index(agent) == game.player(s)
            assert set(moves_of(world, seen["action_mask"])) == set(game.actions(s))
            assert not game.terminal(s)
            if not game.facts.hidden:
                record = np.packbits(seen["observation"], bitorder="little").tobytes()
                assert record == game.shape.encode(s).tobytes()
            others = [other for other in agents if other != agent]
            assert not any(world.observe(other)["action_mask"].any() for other in others)
            world.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        s = world.position.state
        assert game.terminal(s)
        assert list(earned.values()) == [game.utility(s, p) for p in range(len(agents))]


def moves_of(world: Any, mask: Any) -> list[int]:
    return [world.move_of(int(action)) for action in np.flatnonzero(mask)]


def test_a_pass_is_an_action_like_others() -> None:
    world, rng, passes = raw_env("othello", size=4), random.Random(1), 0
    for _ in range(20):
        world.reset()
        while not world.position.is_over:
            legal = np.flatnonzero(world.observe(world.agent_selection)["action_mask"]).tolist()
            passes += legal == [64]
            world.step(rng.choice(legal))
    assert passes > 0


def test_an_illegal_action_ends_the_game_and_costs_the_most() -> None:
    world = env("dots_and_boxes", columns=2, rows=2, players=3)
    world.reset()
    world.step(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        world.step(0)
    assert all(world.terminations.values())
    assert world.rewards == {"A": 0, "B": -4.0, "C": 0}
    for _ in world.agent_iter():
        world.step(None)
    assert world.agents == []
    world.reset()
    assert not any(world.terminations.values())


def test_without_wrappers_an_illegal_action_is_refused() -> None:
    world = raw_env("tic_tac_toe")
    world.reset()
    world.step(4)
    with pytest.raises(cp.InputError, match="action 4 is not legal here"):
        world.step(4)
    with pytest.raises(cp.InputError, match="O is to move: an action is needed"):
        world.step(None)


def test_the_seed_decides_what_chance_does(named: Named) -> None:
    def leads(seed: int) -> list[int]:
        world, found = raw_env(named("dice_race"), native=False), []
        world.reset(seed=seed)
        for _ in range(4):
            world.step(1)
            found.append(world.position.state.lead)
        return found

    assert leads(1) == leads(1)
    assert len({tuple(leads(seed)) for seed in range(20)}) > 10


def test_each_player_sees_its_own_card_only(named: Named) -> None:
    world, seen = raw_env(named("kuhn_poker")), {}
    for seed in range(60):
        world.reset(seed=seed)
        s = world.position.state
        for p, card in enumerate((s.first, s.second)):
            bits = world.observe(f"player_{p}")["observation"]
            assert np.packbits(bits, bitorder="little")[0] == card
            seen.setdefault((p, card), set()).add(bits.tobytes())
    assert len(seen) == 6
    assert all(len(observations) == 1 for observations in seen.values())


def test_a_game_that_hides_something_has_to_say_what(named: Named) -> None:
    with pytest.raises(cp.UnfitError, match="does not say what a player knows: define"):
        env(named("kuhn_poker"), told=False, native=False)


def test_an_observation_of_ones_own(named: Named) -> None:
    def lead(game: cp.Game, s: Any, p: int) -> Any:
        return np.array([s.lead if p == 0 else -s.lead, s.turn], np.float32)

    world = env(named("dice_race"), observe=lead, native=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(world, num_cycles=50)
    world.reset()
    world.step(0)
    assert world.observe("player_0")["observation"].tolist() == [2, 1]
    assert world.observe("player_1")["observation"].tolist() == [-2, 1]


def test_it_is_drawn_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    world = env("tic_tac_toe", render_mode="ansi", native=False)
    world.reset()
    world.step(world.action_of("b2"))
    assert world.render() == "3 . . .\n2 . X .\n1 . . .\n  a b c"
    human = env("tic_tac_toe", render_mode="human", native=False)
    human.reset()
    human.step(0)
    assert capsys.readouterr().out.endswith("1 X . .\n  a b c\n")
    with pytest.raises(cp.InputError, match="render_mode='rgb_array' is not 'ansi' or 'human'"):
        env("tic_tac_toe", render_mode="rgb_array")


def test_a_game_may_begin_anywhere() -> None:
    world = env("tic_tac_toe", native=False)
    world.reset(options={"position": "xx./oo./..."})
    assert world.agent_selection == "X"
    world.step(world.action_of("c3"))
    assert world.rewards == {"X": 1.0, "O": -1.0}
    world.reset(options={"position": "xxx/oo./..."})
    assert world.last()[2]


def test_players_without_names_are_numbered() -> None:
    assert agent_names(cp.Facts(title="", most_actions=1, longest_game=1, players=3)) == [
        "player_0", "player_1", "player_2",
    ]  # fmt: skip


def test_a_loaded_game_takes_no_parameters() -> None:
    with pytest.raises(cp.InputError, match="is loaded already and takes no parameters"):
        env(cp.load("tic_tac_toe"), width=4)


def test_an_environment_can_be_copied_and_sent() -> None:
    world = raw_env("tic_tac_toe")
    world.reset()
    world.step(4)
    for other in (copy.deepcopy(world), pickle.loads(pickle.dumps(world))):
        other.step(0)
        assert other.position.moves == (4, 0)
        assert world.position.moves == (4,)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "counterplay.bridges.pettingzoo")
    with pytest.raises(ImportError, match=r"pip install 'counterplay\[pettingzoo\]'"):
        importlib.import_module("counterplay.bridges.pettingzoo")
