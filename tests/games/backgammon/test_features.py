"""The inputs of backgammon's network say what is on the board, as each player sees it."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.games.backgammon.board import BAR, POINTS, as_other, count, made, occupied, pips
from counterplay.games.backgammon.features import (
    CHECKER_WORDS,
    CRASHED,
    FEATURE_WORDS,
    RACE,
    SIDE,
    pip_count,
)
from counterplay.games.backgammon.rolls import escaping_rolls, hitting_rolls

Counts = list[int]
GAME = cp.load("backgammon")
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def counts(near: np.uint64, far: np.uint64) -> Counts:
    """The checkers of a player on points 1 to 25; number 0 is not used."""
    word = int(near) | int(far) << 64
    return [0] + [word >> 4 * i & 15 for i in range(25)]


def points(holds: Iterator[bool] | list[bool]) -> int:
    """The bits of the points 1 to 24 that something holds for."""
    return sum(bool(hold) << i for i, hold in enumerate(holds))


def checkers(mine: Counts) -> list[int]:
    """Three words: how many checkers are where, and how far they have to go."""

    def at_least(n: int) -> int:
        return points([mine[p] >= n for p in range(1, 25)])

    single = points([mine[p] == 1 for p in range(1, 25)])
    off = 15 - sum(mine)
    tens = min(sum(p * n for p, n in enumerate(mine)) // 10, 15)
    return [
        single | at_least(2) << 24 | ((1 << min(mine[25], 3)) - 1) << 48,
        at_least(3) | at_least(4) << 24 | ((1 << off) - 1) << 48,
        at_least(5) | at_least(6) << 24 | ((1 << tens) - 1) << 48,
    ]


def contact(mine: Counts, theirs: Counts) -> list[int]:
    """Three words: primes, checkers that are not past the others, and singles that can be hit."""

    def prime(n: int) -> int:
        rows = (range(p, p + n) for p in range(1, 25))
        return points([row[-1] <= 24 and all(mine[q] >= 2 for q in row) for row in rows])

    def shots(p: int) -> int:
        if mine[p] != 1:
            return 0
        return sum(theirs[25 - (p - d)] > 0 for d in range(1, 7) if p >= d)

    hit = [shots(p) for p in range(1, 25)]
    last = 25 - max(p for p in range(26) if theirs[p])
    behind = sum(mine[last + 1 :])
    return [
        prime(2) | prime(3) << 24 | ((1 << behind) - 1) << 48,
        prime(4) | prime(5) << 24 | (prime(6) & 0xFFFF) << 48,
        points([n >= 1 for n in hit]) | points([n >= 2 for n in hit]) << 24,
    ]


def expected(mine: Counts, theirs: Counts) -> list[int]:
    """All words but those of rolls, by their definition."""
    words = [0] * FEATURE_WORDS
    last = [max((p for p in range(26) if side[p]), default=0) for side in (mine, theirs)]
    if sum(last) <= 25:
        words[RACE:] = checkers(mine) + checkers(theirs)
        return words
    crashed = any(sum(side[3:]) <= 6 for side in (mine, theirs))
    first, second = (CRASHED, CRASHED + CHECKER_WORDS) if crashed else (0, SIDE)
    words[first : first + CHECKER_WORDS] = checkers(mine)
    words[second : second + CHECKER_WORDS] = checkers(theirs)
    words[CHECKER_WORDS : SIDE - 1] = contact(mine, theirs)
    words[SIDE + CHECKER_WORDS : 2 * SIDE - 1] = contact(theirs, mine)
    return words


def positions(count: int) -> Iterator[cp.Position]:
    """Positions of random games, races and bearing off among them."""
    rng = random.Random(1)
    for _ in range(count):
        position = GAME.position()
        for _ in range(rng.randrange(160)):
            if not position.is_over:
                rolls = [outcome for outcome, _ in position.chance_outcomes]
                position = position.play(rng.choice(rolls or position.legal_moves))
        if not position.is_over:
            yield position


def test_inputs_are_as_defined() -> None:
    races = crashes = 0
    for position in positions(150):
        s = position.state
        sides = [counts(s.near0, s.far0), counts(s.near1, s.far1)]
        with np.errstate(over="ignore"):  # words wrap
            assert pip_count(s.near0, s.far0) == pips(s.near0, s.far0)
        for p in range(2):
            words = np.zeros(FEATURE_WORDS, np.uint64)
            GAME.call("features", s, p, words)
            words[[SIDE - 1, 2 * SIDE - 1]] = 0
            assert words.tolist() == expected(sides[p], sides[1 - p]), position
        races += int(words[RACE]) != 0
        crashes += int(words[CRASHED]) != 0
    assert races > 3 and crashes > 3


def hits(s: Any) -> int:
    """The rolls with a legal play that hits, counted by making all plays."""
    found = 0
    for outcome, probability in GAME.chance(s):
        rolled = GAME.result(s, outcome)
        afters = (GAME.result(rolled, play) for play in GAME.actions(rolled))
        before = count(s.near1, s.far1, BAR) if s.turn == 0 else count(s.near0, s.far0, BAR)
        on_bar = (
            count(a.near1, a.far1, BAR) if s.turn == 0 else count(a.near0, a.far0, BAR)
            for a in afters
        )
        found += round(36 * probability) * (max(on_bar) > before)
    return found


@pytest.mark.parametrize("count_of_games", [20, 60])
def test_the_rolls_that_hit_are_those_with_a_play_that_hits(count_of_games: int) -> None:
    tried = exact = 0
    for position in positions(count_of_games):
        s = position.state
        if s.stage != 3 or s.turn not in (0, 1):
            continue
        sides = [(s.near0, s.far0), (s.near1, s.far1)]
        mover, other = sides[s.turn], sides[1 - s.turn]
        theirs, mine = occupied(*mover), occupied(*other)
        movers = as_other(theirs & POINTS) | theirs >> BAR
        blocked = made(*other) & POINTS
        found, _ = hitting_rolls(movers, count(*mover, BAR), blocked, mine & ~made(*other) & POINTS)
        tried, exact = tried + 1, exact + (found == hits(s))
        assert found >= hits(s), position  # the rule to play both dice forbids a few
    assert tried > count_of_games / 4 and exact >= tried - 1


def test_a_prime_of_six_holds_every_checker_behind_it() -> None:
    prime = sum(1 << p for p in range(5, 11))
    assert escaping_rolls(4, prime) == 0
    assert escaping_rolls(4, 0) == 36
    rng = random.Random(2)
    for _ in range(200):
        start, blocked = rng.randrange(20), rng.getrandbits(24) << 1

        def is_free(steps: int, start: int = start, blocked: int = blocked) -> bool:
            return not blocked >> start + steps & 1

        free = sum(is_free(a + b) and (is_free(a) or is_free(b)) for a, b in ROLLS)
        assert escaping_rolls(start, blocked) == free


def test_the_side_is_the_player_whose_turn_it_is() -> None:
    cube = cp.load("backgammon", cube=True)
    rolling = GAME.position("startpos moves 31 8/5,6/5").state
    answering = cube.position("startpos moves 31 8/5,6/5 double").state
    assert (GAME.player(rolling), GAME.side(rolling)) == (cp.CHANCE, 1)
    assert (cube.player(answering), cube.side(answering)) == (0, 1)


@pytest.mark.parametrize("count_of_games", [40, 200])
def test_the_other_player_sees_the_same_words_in_other_places(count_of_games: int) -> None:
    for position in positions(count_of_games):
        mine, theirs = (np.zeros(FEATURE_WORDS, np.uint64) for _ in range(2))
        GAME.call("features", position.state, 0, mine)
        GAME.call("features", position.state, 1, theirs)
        for a, b in GAME.feature_swaps:
            mine[[a, b]] = mine[[b, a]]
        assert mine.tolist() == theirs.tolist()
