"""SSS*: alpha-beta's answer by best-first search in the space of strategies (Stockman 1979).

A strategy of MAX has one move at each MAX node and every reply at each MIN node; it earns the
least of its ends, and the game is worth the most that any strategy earns. SSS* grows many
strategies at once, always the one that may still earn the most. OPEN holds (node, LIVE or SOLVED,
h), where h is a bound from above on what its strategy earns; the highest h comes off first, and
among equals the one furthest to the left.

    LIVE, an end               put it back SOLVED, h = min(h, its utility)
    LIVE, MAX moves            put in all its children LIVE: any of them may be the move
    LIVE, MIN moves            put in its first child LIVE: all must be gone through
    SOLVED, below a MAX node   that node is SOLVED, and all else below it is thrown away
    SOLVED, below a MIN node   the next child LIVE; after the last one, that node is SOLVED

When the root is SOLVED, its h is the value. An end that SSS* looks at is one that alpha-beta
looks at too (Roizen and Pearl 1983; this needs the leftmost among equals), so it never evaluates
more. The price is the OPEN list, of b^(m/2) entries. MTD(f) from +inf asks the same in the form of
depth-first searches with a table. Players need not alternate: a case is told by who moved above.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import Any

from counterplay.textbook.decision import (
    Decision,
    Evaluate,
    TextbookGame,
    decide,
    refuse_end,
    require_depth,
    require_two,
)
from counterplay.textbook.log import Log

LIVE, SOLVED = False, True
Place = tuple[int, ...]
"""Where a node is: the number of each move on the way to it. Smaller is further to the left."""


def sss(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
) -> Decision:
    """The same decision as minimax, at none but the ends that alpha-beta looks at."""
    require_two(game, "sss")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    states: dict[Place, Any] = {(): state}
    moves: dict[Place, list[Any]] = {}  # of the nodes that were opened
    seen: set[Place] = set()
    decided: dict[Place, Any] = {}  # the nodes that are SOLVED, and the move that was
    opened: list[tuple[float, Place, bool]] = [(-inf, (), LIVE)]  # OPEN, with -h for the heap

    def utility(s: Any) -> float:
        if game.terminal(s):
            return game.utility(s, max_player)
        return evaluate(s, max_player) if evaluate else 0

    def path(place: Place) -> tuple[Any, ...]:
        return tuple(moves[place[:i]][n] for i, n in enumerate(place))

    def maximising(place: Place) -> bool:
        return game.player(states[place]) == max_player

    def put(h: float, place: Place, status: bool) -> None:
        heappush(opened, (-h, place, status))

    def put_child(h: float, place: Place, number: int) -> None:
        states[(*place, number)] = game.result(states[place], moves[place][number])
        put(h, (*place, number), LIVE)

    def expand(h: float, place: Place) -> None:
        """A LIVE node comes off OPEN."""
        s = states[place]
        seen.add(place)
        if game.terminal(s) or len(place) == depth:
            value = utility(s)
            log.step(path(place), "leaf", value, note=f"h = {min(h, value)}")
            put(min(h, value), place, SOLVED)
            return
        moves[place] = list(game.actions(s))
        kind = "max" if maximising(place) else "min"
        log.step(path(place), "open", None, kind, tuple(moves[place]), f"h = {h}")
        for number in range(len(moves[place]) if maximising(place) else 1):
            put_child(h, place, number)

    def go_up(h: float, place: Place) -> None:
        """A SOLVED node comes off OPEN."""
        above, number = place[:-1], place[-1]
        if not maximising(above) and number + 1 < len(moves[above]):
            put_child(h, above, number + 1)
            return
        decided[above] = moves[above][number]
        log.step(path(above), "leave", h)
        put(h, above, SOLVED)

    while True:
        negative, place, status = heappop(opened)
        if any(place[:i] in decided for i in range(len(place))):
            continue  # thrown away with all else below a node that is SOLVED
        if status == LIVE:
            expand(-negative, place)
        elif place:
            go_up(-negative, place)
        else:
            break
    for place, tried in moves.items():
        for number in range(len(tried)):
            if (*place, number) not in seen:
                log.step(path((*place, number)), "prune", note="another strategy earns as much")
    return decide(decided[()], -negative, log)
