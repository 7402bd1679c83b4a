"""Plans that win for sure, beside a search over sets of OpenSpiel's states."""

import random
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.engine.belief.plan import Branch
from tests.engine.brute_belief import BruteForce

pyspiel = pytest.importorskip("pyspiel")

BOARDS = [(2, 2), (2, 3), (3, 2), (3, 3)]
KRK = Path(__file__).parents[1] / "data" / "games" / "kriegspiel_krk.py"


def their_game(rows, columns):
    return pyspiel.load_game(f"dark_hex(num_rows={rows},num_cols={columns})")


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_sure_wins_of_dark_hex_are_those_of_openspiels_states(rows, columns):
    game, other = cp.load("dark_hex", rows=rows, columns=columns), their_game(rows, columns)
    for player in (0, 1):
        theirs = BruteForce(other, player).after(other.new_initial_state())
        assert (cp.plan(game, player=player) is not None) == theirs


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 3)])
def test_the_openings_that_win_for_sure_are_those_of_openspiels_states(rows, columns):
    game, other = cp.load("dark_hex", rows=rows, columns=columns), their_game(rows, columns)
    brute = BruteForce(other, 0)
    for opening in range(rows * columns):
        replies = [a for a in range(rows * columns) if a != opening][:1]
        line = " ".join(game.show_move(None, a) for a in (opening, *replies))
        ours = cp.plan(game, f"startpos moves {line}") is not None
        assert ours == brute.after(other.new_initial_state().child(opening))


def follow(branches, state, player, dice, sees):
    """Play a plan against random moves in OpenSpiel's game; return who won."""
    while not state.is_terminal():
        if state.current_player() != player:
            state.apply_action(dice.choice(state.legal_actions()))
            continue
        seen = sees(state)
        here = next(branch for branch in branches if branch.sees == seen)
        column, row = ord(here.move[0]) - 97, int(here.move[1:]) - 1
        state.apply_action(row * (seen.split(" / ")[0].count(" ") + 1) + column)
        branches = here.after
    return state.returns()[player]


def seen_by(player):
    def sees(state):
        rows = state.observation_string(player).split()[
            : state.get_game().get_parameters()["num_rows"]
        ]
        return " / ".join(" ".join(row) for row in rows)

    return sees


@pytest.mark.parametrize(("rows", "columns", "player"), [(3, 3, 0), (3, 2, 1), (2, 2, 0)])
def test_a_plan_wins_every_game_of_openspiel(rows, columns, player):
    found = cp.plan(cp.load("dark_hex", rows=rows, columns=columns), player=player)
    other, dice = their_game(rows, columns), random.Random(7)
    for _ in range(1_000):
        state = other.new_initial_state()
        assert follow(found.branches, state, player, dice, seen_by(player)) == 1


def test_a_king_and_a_rook_mate_a_king_that_is_not_seen():
    position = cp.load(KRK).position("startpos moves kd4 Kb2 kd3 Kb3 kd4")
    found = cp.plan(position, moves=8, player=0)
    assert found is not None and 1 < found.moves <= 8
    assert any("check" in branch.sees for _, branch in found.lines())


def test_a_plan_is_written_and_counted():
    found = cp.plan(cp.load("dark_hex", rows=2, columns=2))
    assert str(found).splitlines() == [
        "x wins for sure, within 3 moves",
        ". . / . .  b1",
        "  . x / . .  a2",
        "    . x / o .  b2",
    ]
    assert len(found) == 3 and isinstance(found.branches[0], Branch)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"moves": 1000}, "moves=1000 must be from 1 to 256"),
        ({"memory": 0}, "memory=0 must be at least 1 megabyte"),
        ({"memory": 10**20}, "memory=1"),
        ({"player": 2}, "there is no player 2"),
        ({"position": "startpos moves b2", "player": 0}, "x is not to move here"),
    ],
)
def test_what_cannot_be_planned_is_refused(arguments, sentence):
    with pytest.raises(cp.InputError, match=sentence):
        cp.plan("dark_hex", **arguments)


def test_a_game_that_hides_nothing_is_refused():
    with pytest.raises(cp.UnfitError, match="hides nothing"):
        cp.plan("tic_tac_toe")


def test_a_search_that_needs_more_memory_says_so(monkeypatch):
    monkeypatch.setattr("counterplay.engine.belief.prove.MEGABYTE", 1 << 14)
    monkeypatch.setattr("counterplay.engine.belief.prove.LEAST_ROOM", 64)
    with pytest.raises(cp.UnfitError, match="need more than 1 MB"):
        cp.plan("dark_hex", memory=1)
