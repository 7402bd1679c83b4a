"""Retrograde analysis: mark the ends W or B, then go through the open states again and again.

(Zermelo 1913; Ströhlein 1970 and Thompson 1986 for chess endgames; here as in Cicirello's lecture.)

    pass 0      every end is marked with its winner, W or B; every other state with ?
    each pass   a state marked ? in which W is to move becomes
                    W   if some successor is marked W
                    B   if all successors are marked B
                and the same for B; else it stays ?
    the end     after a pass that changes nothing; a state still marked ? is a draw, because no one
                can force a win

W is the player with number 0. A pass uses the marks of the pass before. So a state is marked in
pass n if the winner can force the end in n plies and no sooner. Positions may repeat: unlike
minimax, this needs no tree. N states whose longest win takes L plies need O(N L) work and O(N)
memory. A program for large tables works backwards from the states that changed, by unmoves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from counterplay.textbook.arguments import refuse_chance, require_two
from counterplay.textbook.decision import TextbookGame
from counterplay.textbook.dynamic import distinct_states

WINNERS = "WB"
OPEN = "?"


@dataclass(frozen=True)
class Passes:
    """All states, and their marks after each pass.

    states      the states, in the order of their numbers
    movers      for each state, who moves: "W" or "B"; "" at an end
    moves       for each state, its moves
    successors  for each state, the numbers of the states that its moves lead to
    marks       for each pass, a string with the mark of every state
    """

    states: tuple[Any, ...]
    movers: tuple[str, ...]
    moves: tuple[tuple[Any, ...], ...]
    successors: tuple[tuple[int, ...], ...]
    marks: tuple[str, ...]

    @cached_property
    def number_of(self) -> dict[Any, int]:
        """The number of each state."""
        return {s: number for number, s in enumerate(self.states)}

    @cached_property
    def distances(self) -> tuple[int | None, ...]:
        """For each state, the pass that marked it: plies to the end; None for a draw."""
        return tuple(
            next((n for n, marks in enumerate(self.marks) if marks[i] != OPEN), None)
            for i in range(len(self.states))
        )

    def mark(self, s: Any) -> str:
        """Return who wins: "W", "B", or "?" for a draw."""
        return self.marks[-1][self.number_of[s]]

    def distance(self, s: Any) -> int | None:
        """Return the plies to the end with best play; None for a draw."""
        return self.distances[self.number_of[s]]

    def best(self, s: Any) -> list[Any]:
        """Return the best moves: the fastest to a win, the slowest to a loss, or any to a draw."""
        number = self.number_of[s]
        pairs = zip(self.moves[number], self.successors[number], strict=True)
        return [move for move, to in pairs if self.keeps(number, to)]

    def keeps(self, number: int, to: int) -> bool:
        """Return whether a move between two states, by their numbers, is one of the best."""
        final, plies = self.marks[-1], self.distances[number]
        if final[to] != final[number] or plies is None:
            return final[to] == final[number]
        return self.distances[to] == plies - 1


def retrograde(
    game: TextbookGame, state: Any = None, *, states: Iterable[Any] | None = None
) -> Passes:
    """Return the passes over all states reachable from `state`, or over given `states`.

    Give `states` if they are more than the reachable ones, such as all positions of an endgame.
    They must be hashable and contain the successors of all of them. An end is won by the player
    with the higher payoff; if payoffs are equal, it stays `?`.
    """
    require_two(game, "retrograde")
    refuse_chance(game, "retrograde")
    every = tuple(distinct_states(game, state) if states is None else states)
    number_of = {s: number for number, s in enumerate(every)}
    movers = tuple("" if game.terminal(s) else WINNERS[game.player(s)] for s in every)
    moves = tuple(
        tuple(game.actions(s)) if who else () for s, who in zip(every, movers, strict=True)
    )
    successors = tuple(
        tuple(_number(number_of, game.result(s, move)) for move in moves[number_of[s]])
        for s in every
    )
    marks = [
        "".join(OPEN if who else winner(game, s) for s, who in zip(every, movers, strict=True))
    ]
    while True:
        after = next_pass(marks[-1], movers, successors)
        if after == marks[-1]:
            return Passes(every, movers, moves, successors, tuple(marks))
        marks.append(after)


def winner(game: TextbookGame, s: Any) -> str:
    """Return the mark of an end: the player with the higher payoff, or "?" if they are equal."""
    first, second = game.utility(s, 0), game.utility(s, 1)
    return "W" if first > second else "B" if second > first else OPEN


def next_pass(marks: str, movers: tuple[str, ...], successors: tuple[tuple[int, ...], ...]) -> str:
    """Return the marks after one pass over all states."""
    return "".join(
        new_mark(movers[i], [marks[to] for to in successors[i]]) if mark == OPEN else mark
        for i, mark in enumerate(marks)
    )


def new_mark(mover: str, below: list[str]) -> str:
    """Return the mark of an open state, from its mover and the marks of its successors."""
    other = "B" if mover == "W" else "W"
    if mover in below and mover:
        return mover
    return other if below and all(mark == other for mark in below) else OPEN


def _number(number_of: dict[Any, int], s: Any) -> int:
    if s not in number_of:
        raise ValueError(f"{s!r} is a successor, but not one of the given states")
    return number_of[s]
