"""Games of backgammon that OpenSpiel plays along: it must see the same results of every roll."""

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

import counterplay as cp

THEIRS = "backgammon(scoring_type=full_scoring)"
BAR, PASS = 100, -1
"""OpenSpiel's numbers of the bar, and of a die that is not played."""

Sides = tuple[int, int]
"""The checkers of both players: four bits a point, from the own side, the bar as point 25."""


def sides_of(s: Any) -> Sides:
    return int(s.near0) | int(s.far0) << 64, int(s.near1) | int(s.far1) << 64


def their_sides(state: Any) -> Sides:
    """The checkers in OpenSpiel: X counts its points down from 24, and O up from 1."""
    found = []
    for player in (0, 1):
        points = [23 - i if player == 0 else i for i in range(24)]
        counts = [state.board(player, point) for point in points]
        found.append(sum(n << 4 * i for i, n in enumerate([*counts, state.board(player, BAR)])))
    return found[0], found[1]


def their_results(state: Any) -> dict[Sides, Any]:
    """OpenSpiel's states after each play of a roll.

    A double is two turns there, each with two checkers. So a play can be too short there: the first
    two moves leave no third one, though others would. Those are dropped.
    """
    mover, rest, ends = state.current_player(), [(0, state)], []
    while rest:
        played, here = rest.pop()
        if here.is_terminal() or here.current_player() != mover:
            ends.append((played, here))
            continue
        for action in here.legal_actions():
            moves = here.spiel_move_to_checker_moves(mover, action)
            dice = sum(move.pos != PASS for move in moves)
            rest.append((played + dice, here.child(action)))
    longest = max(played for played, _ in ends)
    return {their_sides(end): end for played, end in ends if played == longest}


def compared(game: cp.Game, seed: int) -> Iterator[tuple[Any, set[Sides], set[Sides]]]:
    """A random game: each state before a play, our results and theirs. The payoffs are asserted."""
    rng, s = random.Random(seed), game.initial()
    state = pyspiel.load_game(THEIRS).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            roll = rng.choice([outcome for outcome, _ in state.chance_outcomes()])
            dice = sorted(map(int, state.action_to_string(roll).rstrip(")")[-2:]))
            state.apply_action(roll)
            starter = state.current_player() << 6 if s.stage == 0 else 0
            s = game.result(s, dice[1] << 3 | dice[0] | starter)
            continue
        after = {sides_of(t): t for t in (game.result(s, a) for a in game.actions(s))}
        theirs = their_results(state)
        yield s, set(after), set(theirs)
        chosen = rng.choice(sorted(after))
        s, state = after[chosen], theirs[chosen]
    assert [game.utility(s, p) for p in (0, 1)] == state.returns()
