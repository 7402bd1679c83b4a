"""OpenSpiel's games with the functions of the book, for the algorithms of the textbook."""

import random
import subprocess
import sys
from typing import Any

import pytest

import counterplay as cp

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import minimax as theirs

from counterplay.bridges.openspiel import as_openspiel, from_openspiel


def walk(game: Any, rng: random.Random, plies: int) -> Any:
    """A state some random plies on, where somebody is to move; None if the game ended first."""
    s = game.initial()
    while plies > 0 or (not game.terminal(s) and game.player(s) == cp.CHANCE):
        if game.terminal(s):
            return None
        if game.player(s) == cp.CHANCE:
            outcomes, odds = zip(*game.chance(s), strict=True)
            s = game.result(s, rng.choices(outcomes, odds)[0])
        else:
            s, plies = game.result(s, rng.choice(game.actions(s))), plies - 1
    return None if game.terminal(s) else s


def test_connect_four_is_the_same_game_on_both_sides() -> None:
    rng = random.Random(1)
    ours, other = cp.load("connect_four"), from_openspiel("connect_four")
    for _ in range(60):
        s, t = ours.initial(), other.initial()
        while not other.terminal(t):
            assert ours.player(s) == other.player(t)
            assert sorted(ours.actions(s)) == other.actions(t)
            move = rng.choice(other.actions(t))
            before = str(t)
            s, t, kept = ours.result(s, move), other.result(t, move), t
            assert str(kept) == before
        assert ours.terminal(s)
        assert [ours.utility(s, p) for p in (0, 1)] == [other.utility(t, p) for p in (0, 1)]


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four(rows=3,columns=3,x_in_row=3)"])
def test_minimax_and_alphabeta_decide_as_theirs(name: str) -> None:
    game, rng = from_openspiel(name), random.Random(name)
    for _ in range(8):
        s = walk(game, rng, 4)
        if s is None:
            continue
        value, move = theirs.alpha_beta_search(game.game, state=s)
        for algorithm in (cp.textbook.minimax, cp.textbook.alphabeta):
            found = algorithm(game, s)
            assert (found.value, found.move) == (value, move)


def test_expectiminimax_decides_as_theirs() -> None:
    game, rng = from_openspiel("pig(winscore=3,horizon=7,diceoutcomes=2)"), random.Random(1)
    assert game.facts.chance
    for _ in range(8):
        s = walk(game, rng, rng.randrange(3))
        if s is None:
            continue
        value, move = theirs.expectiminimax(s, 99, None, s.current_player())
        found = cp.textbook.expectiminimax(game, s)
        assert (found.value, found.move) == (pytest.approx(value), move)


def test_maxn_plays_for_three_as_on_our_own_game() -> None:
    """Our Dots and Boxes goes to OpenSpiel and comes back."""
    ours = cp.load("dots_and_boxes", columns=2, rows=1, players=3)
    back = from_openspiel(as_openspiel(ours))
    assert back.facts.players == 3
    found, wanted = (cp.textbook.maxn(g, g.initial(), depth=5) for g in (back, ours))
    assert (found.move, found.values, found.nodes) == (wanted.move, wanted.values, wanted.nodes)


def test_random_games_take_the_move_that_wins() -> None:
    game = from_openspiel("tic_tac_toe")
    s = game.initial()
    for move in (0, 3, 1, 4):
        s = game.result(s, move)
    assert cp.textbook.montecarlo(game, s, games=40).move == 2


def test_hidden_games_are_refused_unless_all_cards_may_be_seen() -> None:
    with pytest.raises(cp.UnfitError, match="kuhn_poker hides something from its players"):
        from_openspiel("kuhn_poker")
    game = from_openspiel("kuhn_poker", hidden=True)
    assert game.facts.hidden
    start = game.initial()
    assert game.player(start) == cp.CHANCE
    assert game.actions(start) == []
    dealt = game.result(game.result(start, 2), 0)  # the king to the first, the jack to the second
    found = cp.textbook.expectiminimax(game, dealt)
    assert (found.value, game.show_move(dealt, found.move)) == (1, "Pass")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("goofspiel", "in goofspiel all players move at once"),
        ("mfg_crowd_modelling", "is a mean field game"),
        ("stones_and_gems", "samples its chance outcomes"),
        ("crossword", "crossword does not number its moves"),
    ],
)
def test_games_that_are_not_the_books_are_refused(name: str, words: str) -> None:
    if name not in pyspiel.registered_names():
        pytest.skip(f"this OpenSpiel has no {name}")
    with pytest.raises(cp.UnfitError, match=words):
        from_openspiel(name, hidden=True)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(cp.InputError, match="OpenSpiel cannot load 'four_connect'"):
        from_openspiel("four_connect")
    with pytest.raises(cp.InputError, match="7 is neither a game of OpenSpiel"):
        from_openspiel(7)


def test_two_player_algorithms_refuse_three() -> None:
    game = from_openspiel("chinese_checkers(players=3)")
    with pytest.raises(ValueError, match="this game has 3: use maxn"):
        cp.textbook.minimax(game, game.initial())


EVERY_GAME = """
import random
import pyspiel
import counterplay as cp
from counterplay.bridges.openspiel import from_openspiel

kinds, played, rng = pyspiel.GameType, 0, random.Random(1)
for kind in pyspiel.registered_games():
    fits = (
        kind.default_loadable
        and kind.dynamics == kinds.Dynamics.SEQUENTIAL
        and kind.chance_mode != kinds.ChanceMode.SAMPLED_STOCHASTIC
        and kind.short_name not in ("crossword", "morpion_solitaire")
    )
    game = from_openspiel(kind.short_name, hidden=True) if fits else None
    if game is None or type(game.game).__module__ != "pyspiel":
        continue
    s = game.initial()
    for _ in range(30):
        if game.terminal(s):
            paid = sum(game.utility(s, p) for p in range(game.facts.players))
            assert game.facts.total is None or abs(paid - game.facts.total) < 1e-6
            break
        is_chance = game.player(s) == cp.CHANCE
        choices = [o for o, _ in game.chance(s)] if is_chance else game.actions(s)
        assert is_chance or 0 <= max(choices) < game.facts.most_actions
        s = game.result(s, rng.choice(choices))
    played += 1
print(played)
"""


def test_every_game_that_fits_can_be_played() -> None:
    """OpenSpiel's games in C++ that load without parameters: random plies, or to the end.

    In a process of its own, since a fault of theirs may end it. A copied state of morpion_solitaire
    reads memory that is not its own: it raises MemoryError, or ends the process, now and then.
    """
    done = subprocess.run([sys.executable, "-c", EVERY_GAME], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50
