"""A complete player: opening book, endgame table, and a search with limits.

    if the state is in the opening book: play the move of the book
    otherwise search by iterative deepening until the depth, the nodes or the seconds are used up;
    in the search a state is worth
        its payoff                       if it is terminal
        its value in the endgame table   if the table contains it
        its evaluation                   at the depth limit

The result is the move of the deepest completed search. (Thompson 1986 on endgame tables; the
combination follows the lecture notes.) The book is consulted once. The table makes lines end early:
near the end of the game one ply is enough.

`book` maps a key to a move. `endgame` maps a key to the value for the player to move, or is a
function of the state that returns this value, or None if it is unknown. The key of a state is the
state itself, or `key(s)`. A table of values alone does not make progress: all winning moves have
the same value. If positions can repeat, the values should therefore prefer quick wins to slow ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import nan
from typing import Any

from counterplay.textbook.arguments import begin
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.deepening import deepening

Probe = Callable[[Any], float | None]
"""probe(s): the value of a state for the player to move; None if it is unknown."""


@dataclass(frozen=True)
class Choice(Decision):
    """A decision and its source.

    source   "book"     the opening book; a book has no values, so the value is nan
             "table"    the endgame table contains every successor
             "search"   the search; it can have used the table further down
    """

    source: str = "search"


class WithTable:
    """A game that ends at states in the endgame table, except at the root."""

    def __init__(self, game: TextbookGame, root: Any, probe: Probe) -> None:
        self.game, self.root, self.probe = game, root, probe
        facts = getattr(game, "facts", None)
        self.total = facts.total if facts else 0  # of the payoffs: 1 if a draw is worth 1/2

    def player(self, s: Any) -> int:
        return self.game.player(s)

    def actions(self, s: Any) -> Iterable[Any]:
        return self.game.actions(s)

    def result(self, s: Any, a: Any) -> Any:
        return self.game.result(s, a)

    def terminal(self, s: Any) -> bool:
        return self.game.terminal(s) or (s is not self.root and self.probe(s) is not None)

    def utility(self, s: Any, p: int) -> float:
        if self.game.terminal(s):
            return self.game.utility(s, p)
        v = self.probe(s)
        assert v is not None
        return v if p == self.game.player(s) else self.total - v


def choose_move(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    book: Mapping[Hashable, Any] | None = None,
    endgame: Mapping[Hashable, float] | Probe | None = None,
    key: Callable[[Any], Hashable] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Choice:
    """Return the move to play: from the book, or of the deepest search within the limits."""
    log, _ = begin(game, state, "choose_move", trace=trace)
    key_of: Callable[[Any], Hashable] = key or (lambda s: s)

    if book is not None and key_of(state) in book:
        move = book[key_of(state)]
        if move not in list(game.actions(state)):
            raise ValueError(f"the opening book says {move!r}, which is not a legal move here")
        log.known(nan, "from the opening book")
        return Choice(**vars(decide(move, nan, log)), source="book")

    def probe(s: Any) -> float | None:
        if endgame is None:
            return None
        return endgame(s) if callable(endgame) else endgame.get(key_of(s))

    searched = WithTable(game, state, probe)
    successors = [game.result(state, move) for move in game.actions(state)]
    decision = deepening(
        searched, state, depth=depth, evaluate=evaluate, trace=trace, nodes=nodes, seconds=seconds
    )
    by_table = all(map(searched.terminal, successors)) and not all(map(game.terminal, successors))
    return Choice(**vars(decision), source="table" if by_table else "search")
