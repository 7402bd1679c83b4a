"""The worked examples of the chapter: trees with known values, and two small games.

A tree is a nested list that the built-in game `tree` reads: `cp.load("tree", tree=TWO_PLY.tree)`.
Moves are numbered from 0. Tic-tac-toe is in `tictactoe`, and the category worth 0.76 in `learned`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

State = Any


@dataclass(frozen=True)
class Example:
    """A tree of the chapter, the payoff of each player, and the moves if all play their best."""

    name: str
    source: str
    tree: Any
    values: tuple[float, ...]
    line: tuple[int, ...]


TWO_PLY = Example(
    "two plies",
    "Russell and Norvig, figure 5.2: MAX moves, then MIN; alpha-beta evaluates 7 of 9 leaves",
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    (3, -3),
    (0, 0),
)


def _end(*payoffs: float) -> dict[str, Any]:
    return {"payoffs": list(payoffs)}


THREE_PLAYERS = Example(
    "three players",
    "Russell and Norvig, figure 5.4: A, B and C move in turn",
    {
        "players": ["player A", "player B", "player C"],
        "tree": [
            [
                {"name": "X", "children": [_end(1, 2, 6), _end(4, 2, 3)]},
                [_end(6, 1, 2), _end(7, 4, 1)],
            ],
            [[_end(5, 1, 1), _end(1, 5, 2)], [_end(7, 7, 1), _end(5, 4, 5)]],
        ],
    },
    (1, 2, 6),
    (0, 0, 0),
)

COOPERATION = Example(
    "cooperation",
    "Russell and Norvig, section 5.2.2: both players get 1000, the most that either can get",
    [
        [_end(400, 600), [_end(900, 100), _end(700, 300)]],
        [[_end(1000, 1000), _end(999, 0)], _end(0, 999)],
    ],
    (1000, 1000),
    (1, 0, 0),
)

UNSEEN_END = Example(
    "a leaf never evaluated",
    "Nau's article, under alpha-beta pruning: min(max(5, .), max(8, .)) is 5 for any last leaf",
    {"player": 1, "children": [[5, -10], [8, 1000]]},
    (5, -5),
    (0, 0),
)

FORK = """\
title: A fork
coin
  left p=1/2: A info=start
    safe: 0.6
    go: B player=MAX info=guess
      left: 1
      right: -1
  right p=1/2: C info=start
    safe: 0.6
    go: D player=MAX info=guess
      left: -1
      right: 1
"""
"""Strategy fusion (Frank and Basin 1998): MAX does not see the coin, and guessing is worth 0."""

EXAMPLES = (TWO_PLY, THREE_PLAYERS, COOPERATION, UNSEEN_END)


class MisereNim:
    """Take any number of matches from one pile; the player who takes the last match loses.

    A state is the player to move and the piles. Two piles of two are worth -1 to the first player
    (Cicirello's lecture). There are 18 states, 12 with the smaller pile first; 14 and 9 of these
    are reachable.
    """

    def initial(self) -> State:
        return 0, (2, 2)

    def player(self, s: State) -> int:
        return int(s[0])

    def actions(self, s: State) -> list[tuple[int, int]]:
        return [(pile, n) for pile, size in enumerate(s[1]) for n in range(1, size + 1)]

    def result(self, s: State, a: tuple[int, int]) -> State:
        piles = list(s[1])
        piles[a[0]] -= a[1]
        return 1 - s[0], tuple(piles)

    def terminal(self, s: State) -> bool:
        return not any(s[1])

    def utility(self, s: State, p: int) -> float:
        return 1 if p == s[0] else -1  # the other player took the last match

    def canonical(self, s: State) -> State:
        """Return the state with sorted piles: the same for all orders of the piles."""
        return s[0], tuple(sorted(s[1]))


class Raid:
    """Three players raid in turn: they take one piece of another player, or two if they have three.

    After five raids the payoff of a player is its own pieces minus those of its strongest rival. A
    state is the pieces and the number of raids so far. From (2, 2, 3) the strong C would destroy A
    and B one by one. Each of them raids C in its own interest. As soon as C is the weakest, they
    raid each other. Each of the five moves is strictly better than the alternative.
    """

    raids = 5

    def initial(self) -> State:
        return (2, 2, 3), 0

    def player(self, s: State) -> int:
        return int(s[1] % 3)

    def actions(self, s: State) -> list[int]:
        return [p for p in range(3) if p != self.player(s) and s[0][p]] or [self.player(s)]

    def result(self, s: State, a: int) -> State:
        pieces, raider = list(s[0]), self.player(s)
        taken = min(pieces[a], 2 if pieces[raider] >= 3 else 1)
        pieces[a] -= taken
        pieces[raider] += taken
        return tuple(pieces), s[1] + 1

    def terminal(self, s: State) -> bool:
        return bool(s[1] == self.raids)

    def utility(self, s: State, p: int) -> float:
        return float(s[0][p] - max(s[0][q] for q in range(3) if q != p))
