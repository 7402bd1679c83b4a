"""Our games as OpenSpiel's: the same games as its own, and its algorithms run on them."""

import importlib
import os
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import counterplay as cp

if "CI" not in os.environ:
    pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax

from counterplay.bridges.openspiel import as_openspiel, register, state

Named = Callable[[str], str]
ToTheirs = Callable[[int], int]


def same(action: int) -> int:
    return action


def from_the_top(action: int) -> int:
    """Our squares count from the bottom row up, theirs from the top row down."""
    return 3 * (2 - action // 3) + action % 3


def by_take_then_pile(action: int) -> int:
    return (action % 256 - 1) * 3 + action // 256


def as_margin(returns: list[float]) -> list[float]:
    return [returns[0] - returns[1], returns[1] - returns[0]]


def as_outcome(returns: list[float]) -> list[float]:
    return [float(np.sign(payoff)) for payoff in returns]


# Ours, theirs, how an action of ours is numbered there, what payoffs are there, games to play.
CASES: list[tuple[str, dict[str, Any], str, ToTheirs, Callable[..., Any], int]] = [
    ("tic_tac_toe", {}, "tic_tac_toe", from_the_top, same, 200),
    ("connect_four", {}, "connect_four", same, same, 60),
    ("nim", {"piles": (3, 4, 5)}, "nim(pile_sizes=3;4;5)", by_take_then_pile, same, 150),
    (
        "dots_and_boxes", {"columns": 3, "rows": 2, "players": 2},
        "dots_and_boxes(num_rows=2,num_cols=3,utility_margin=True)", same, as_margin, 60,
    ),
    ("othello", {}, "othello", same, as_outcome, 25),
    ("kuhn_poker", {}, "kuhn_poker", same, same, 200),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "parameters", "theirs", "to_theirs", "paid", "games"),
    CASES,
    ids=[case[2] for case in CASES],
)
def test_random_games_agree_with_openspiel(
    named: Named, name: str, parameters: dict[str, Any], theirs: str,
    to_theirs: ToTheirs, paid: Callable[..., Any], games: int,
) -> None:  # fmt: skip
    """The same calls on both sides, in thousands of states."""
    rng = random.Random(theirs)
    game, oracle = as_openspiel(named(name), **parameters), pyspiel.load_game(theirs)
    assert game.num_players() == oracle.num_players()
    for _ in range(games):
        ours, other = game.new_initial_state(), oracle.new_initial_state()
        while not other.is_terminal():
            assert not ours.is_terminal()
            assert ours.current_player() == other.current_player()
            assert ours.is_chance_node() == other.is_chance_node()
            if ours.is_chance_node():
                # Theirs names an outcome by the card, ours by its place among those left.
                odds = [probability for _, probability in other.chance_outcomes()]
                assert [p for _, p in ours.chance_outcomes()] == pytest.approx(odds)
                place = rng.randrange(len(odds))
                action, there = place, other.legal_actions()[place]
            else:
                legal = {to_theirs(action): action for action in ours.legal_actions()}
                assert sorted(legal) == other.legal_actions()
                assert sum(ours.legal_actions_mask()) == len(legal)
                there = rng.choice(sorted(legal))
                action = legal[there]
                shown = ours.action_to_string(ours.current_player(), action)
                assert ours.string_to_action(shown) == action
            before = ours.history()
            child = ours.child(action)
            assert ours.history() == before
            ours.apply_action(action)
            other.apply_action(there)
            assert child.history() == ours.history()
            assert str(child) == str(ours)
        assert ours.is_terminal()
        assert ours.legal_actions() == []
        assert ours.current_player() == pyspiel.PlayerId.TERMINAL
        assert paid(ours.returns()) == other.returns()
        assert ours.rewards() == ours.returns()


def test_its_description_is_that_of_openspiel() -> None:
    ours, theirs = as_openspiel("connect_four"), pyspiel.load_game("connect_four")
    for size in (
        "num_players", "num_distinct_actions", "max_game_length", "max_chance_outcomes",
        "min_utility", "max_utility", "utility_sum",
    ):  # fmt: skip
        assert getattr(ours, size)() == getattr(theirs, size)(), size
    for kind in ("dynamics", "chance_mode", "information", "utility", "reward_model"):
        assert getattr(ours.get_type(), kind) == getattr(theirs.get_type(), kind), kind


def test_openspiels_alphabeta_finds_our_values() -> None:
    rng, game = random.Random(1), cp.load("tic_tac_toe")
    ours, theirs = as_openspiel(game), pyspiel.load_game("tic_tac_toe")
    for _ in range(12):
        here, there = ours.new_initial_state(), theirs.new_initial_state()
        for _ in range(4):
            action = rng.choice(here.legal_actions())
            here.apply_action(action)
            there.apply_action(from_the_top(action))
        value, action = minimax.alpha_beta_search(ours, state=here)
        assert value == minimax.alpha_beta_search(theirs, state=there)[0]
        assert value == cp.textbook.alphabeta(game, here.position.state).value
        assert action in here.legal_actions()


def test_openspiels_expectiminimax_throws_our_dice(named: Named) -> None:
    game = cp.load(named("dice_race"), turns=1)
    start = as_openspiel(game).new_initial_state()
    value, action = minimax.expectiminimax(start, 20, None, 0)
    ours = cp.textbook.expectiminimax(game, game.initial())
    assert value == pytest.approx(ours.value)
    assert start.move_of(action) == ours.move


def test_openspiels_monte_carlo_wins_our_tic_tac_toe() -> None:
    game = as_openspiel("tic_tac_toe")
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    won = state("tic_tac_toe", "startpos moves a1 a3 b1 b3")
    assert won.action_to_string(0, bot.step(won)) == "c1"
    saved = state("tic_tac_toe", "startpos moves a1 b2 b1")
    assert saved.action_to_string(1, bot.step(saved)) == "c1"


def test_openspiel_solves_our_kuhn_poker(named: Named) -> None:
    """What players know is what the file says: the value of the game is -1/18."""
    game = as_openspiel(named("kuhn_poker"), native=False)
    solver = cfr.CFRSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert exploitability.exploitability(game, found) < 0.02
    theirs = cfr.CFRSolver(pyspiel.load_game("kuhn_poker"))
    for _ in range(60):
        theirs.evaluate_and_update_policy()
    assert len(found.states_per_player[0]) == len(theirs.average_policy().states_per_player[0])


def test_chance_that_is_only_sampled_is_drawn_anew_by_every_copy(named: Named) -> None:
    game = as_openspiel(named("dice_race"), listed=False)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    rolled = game.new_initial_state()
    rolled.apply_action(1)
    assert rolled.chance_outcomes() == [(0, 1.0)]
    assert {rolled.child(0).position.state.lead for _ in range(60)} == {1, 2, 3, 4}


def test_what_is_seen_is_text_and_numbers(named: Named) -> None:
    here = state("tic_tac_toe", "startpos moves b2 a1")
    assert here.information_state_string(0) == "4, 0"
    assert here.observation_string(0) == ".../.x./o.."
    assert np.flatnonzero(here.observation_tensor(0)).tolist() == [4, 64]
    cards = as_openspiel(named("kuhn_poker")).new_initial_state().child(0).child(1)
    assert cards.information_state_string(0) == "0: 1"
    assert cards.information_state_string(1) == "1: 3"
    assert np.flatnonzero(cards.information_state_tensor(1)).tolist() == [0, 1]
    with pytest.raises(cp.UnfitError, match="define information"):
        as_openspiel(named("kuhn_poker"), told=False, native=False)


def test_a_state_is_what_its_moves_have_made() -> None:
    assert state("connect_four", "4453").history() == [3, 3, 4, 2]
    assert state("tic_tac_toe").history() == []
    with pytest.raises(cp.InputError, match="does not begin where the game begins"):
        state("tic_tac_toe", "x.o/.x./..o", native=False)


def test_wrong_actions_are_refused(named: Named) -> None:
    here = state("tic_tac_toe", "startpos moves b2")
    with pytest.raises(cp.InputError, match="action 4 is not legal here"):
        here.apply_action(4)
    dice = as_openspiel(named("dice_race")).new_initial_state()
    dice.apply_action(1)
    assert dice.action_of(4) == dice.action_of("4") == 3
    with pytest.raises(cp.InputError, match="7 cannot happen here; chance can give: 1, 2, 3, 4"):
        dice.action_of(7)
    with pytest.raises(cp.InputError, match="outcome 4 cannot happen here: there are 4"):
        dice.move_of(4)


def test_a_registered_game_is_loaded_by_its_name(named: Named) -> None:
    name = register("nim")
    assert register(cp.load("nim")) == name == "counterplay_nim"
    game = pyspiel.load_game("counterplay_nim(piles=3;4,misere=False)")
    assert str(game) == "counterplay_nim(misere=False,piles=3;4)"
    assert game.new_initial_state().position.legal_moves == [1, 2, 3, 257, 258, 259, 260]
    assert pyspiel.load_game(register("dots_and_boxes"), {"players": 4}).num_players() == 4
    own = pyspiel.load_game(register(named("countdown")))
    assert own.new_initial_state().legal_actions() == [0, 1, 2]


def test_another_file_of_the_same_name_is_not_registered(named: Named, tmp_path: Any) -> None:
    twin = tmp_path / "dice_race.py"
    shutil.copy(named("dice_race"), twin)
    register(named("dice_race"))
    with pytest.raises(cp.InputError, match="counterplay_dice_race is registered already"):
        register(str(twin))


@pytest.mark.parametrize("is_registered", [False, True])
def test_games_and_states_are_serialised(is_registered: bool) -> None:
    game = pyspiel.load_game(register("nim")) if is_registered else as_openspiel("nim")
    here = game.new_initial_state()
    here.apply_action(257)
    again = pickle.loads(pickle.dumps(here))
    assert again.history() == here.history()
    assert again.position.state == here.position.state
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    if is_registered:
        _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, here))
        assert read.legal_actions() == here.legal_actions()


def test_a_program_that_registers_games_ends_well() -> None:
    """OpenSpiel holds on to what is registered after Python has ended."""
    text = (
        "import pyspiel\nfrom counterplay.bridges.openspiel import register\n"
        "game = pyspiel.load_game(register('tic_tac_toe'))\n"
        "print(game.new_initial_state().child(4))"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "X" in done.stdout


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "counterplay.bridges.spiel_book")
    with pytest.raises(ImportError, match=r"pip install 'counterplay\[openspiel\]'"):
        importlib.import_module("counterplay.bridges.spiel_book")
