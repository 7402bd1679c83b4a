"""The inputs of backgammon's network say what is on the board, as each player sees it."""

import random
from collections.abc import Iterator

import numpy as np

import counterplay as cp
from counterplay.games.backgammon.features import FEATURE_WORDS, RACE, RACE_SIDE, SIDE

Counts = list[int]
GAME = cp.load("backgammon")


def counts(near: np.uint64, far: np.uint64) -> Counts:
    """The checkers of a player on points 1 to 25; number 0 is not used."""
    word = int(near) | int(far) << 64
    return [0] + [word >> 4 * i & 15 for i in range(25)]


def points(holds: Iterator[bool] | list[bool]) -> int:
    """The bits of the points 1 to 24 that something holds for."""
    return sum(bool(hold) << i for i, hold in enumerate(holds))


def checkers(mine: Counts) -> list[int]:
    """Three words: how many checkers are where."""

    def at_least(n: int) -> int:
        return points([mine[p] >= n for p in range(1, 25)])

    single = points([mine[p] == 1 for p in range(1, 25)])
    off = 15 - sum(mine)
    return [
        single | at_least(2) << 24 | ((1 << min(mine[25], 3)) - 1) << 48,
        at_least(3) | at_least(4) << 24 | ((1 << off) - 1) << 48,
        at_least(5) | at_least(6) << 24,
    ]


def contact(mine: Counts, theirs: Counts) -> list[int]:
    """Three words: primes, and single checkers that can be hit."""

    def prime(n: int) -> int:
        rows = (range(p, p + n) for p in range(1, 25))
        return points([row[-1] <= 24 and all(mine[q] >= 2 for q in row) for row in rows])

    def shots(p: int) -> int:
        if mine[p] != 1:
            return 0
        return sum(theirs[25 - (p - d)] > 0 for d in range(1, 7) if p >= d)

    hit = [shots(p) for p in range(1, 25)]
    return [
        prime(2) | prime(3) << 24,
        prime(4) | prime(5) << 24 | (prime(6) & 0xFFFF) << 48,
        points([n >= 1 for n in hit]) | points([n >= 2 for n in hit]) << 24,
    ]


def expected(mine: Counts, theirs: Counts) -> list[int]:
    """All words, by their definition."""
    words = [0] * FEATURE_WORDS
    last = [max((p for p in range(26) if side[p]), default=0) for side in (mine, theirs)]
    if sum(last) <= 25:
        words[RACE : RACE + RACE_SIDE] = checkers(mine)
        words[RACE + RACE_SIDE :] = checkers(theirs)
    else:
        words[:SIDE] = checkers(mine) + contact(mine, theirs)
        words[SIDE:RACE] = checkers(theirs) + contact(theirs, mine)
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
    races = 0
    for position in positions(150):
        s = position.state
        sides = [counts(s.near0, s.far0), counts(s.near1, s.far1)]
        for p in range(2):
            words = np.zeros(FEATURE_WORDS, np.uint64)
            GAME.call("features", s, p, words)
            assert words.tolist() == expected(sides[p], sides[1 - p]), position
        races += int(words[0]) == 0
    assert races > 3


def test_the_side_is_the_player_whose_turn_it_is() -> None:
    cube = cp.load("backgammon", cube=True)
    rolling = GAME.position("startpos moves 31 8/5,6/5").state
    answering = cube.position("startpos moves 31 8/5,6/5 double").state
    assert (GAME.player(rolling), GAME.side(rolling)) == (cp.CHANCE, 1)
    assert (cube.player(answering), cube.side(answering)) == (0, 1)
