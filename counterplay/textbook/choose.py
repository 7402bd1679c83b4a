"""Choosing a move, all put together: opening book, endgame table, and a search against the clock.

    if the state is in the opening book: play the book's move
    search deeper and deeper (`deepening`), until the depth, the nodes or the seconds are used up;
    in the search a state is worth
        its payoff         at an end of the game
        what the table says   where the endgame table knows it
        its evaluation     at the horizon

The move that is returned is that of the deepest search that was completed. (Thompson 1986 on
endgame tables; the whole as in the lecture notes.) A book and a table take no time: the one is
consulted once, the other makes trees end early, so that a state near the end of the game is decided
by a look at the replies only.

`book` maps a key to a move, `endgame` maps a key to the value for the player to move there, or is a
function of the state that returns that value, None where it does not know. The key of a state is
the state itself or `key(s)`. What a table of values cannot do is make progress: of several winning
moves any may be chosen, so in a game that can run in circles the values should tell quick wins
from slow ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import nan
from typing import Any

from counterplay.textbook.decision import (
    Decision,
    Evaluate,
    TextbookGame,
    decide,
    refuse_end,
    require_two,
)
from counterplay.textbook.deepening import deepening
from counterplay.textbook.log import Log

Probe = Callable[[Any], float | None]
"""What the player to move gets in a state; None if that is not known."""


@dataclass(frozen=True)
class Choice(Decision):
    """A decision and where it comes from.

    source   "book"     the opening book; it gives no value, so that is nan
             "table"    the endgame table knows every state that a move leads to
             "search"   anything else; the search may have met the table on its way
    """

    source: str = "search"


class WithTable:
    """A game that is over where a table knows how it will end; except at the root."""

    def __init__(self, game: TextbookGame, root: Any, probe: Probe) -> None:
        self.game, self.root, self.probe = game, root, probe
        facts = getattr(game, "facts", None)
        self.total = facts.total if facts else 0  # of the payoffs: 1 where a draw is a half

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
    """The move to play: the book's, or that of the deepest search within the limits."""
    require_two(game, "this player")
    refuse_end(game, state)
    key_of: Callable[[Any], Hashable] = key or (lambda s: s)

    if book is not None and key_of(state) in book:
        move = book[key_of(state)]
        if move not in list(game.actions(state)):
            raise ValueError(f"the opening book says {move!r}, which is not a legal move here")
        log = Log(trace)
        log.known(nan, "from the opening book")
        return Choice(**vars(decide(move, nan, log)), source="book")

    def probe(s: Any) -> float | None:
        if endgame is None:
            return None
        return endgame(s) if callable(endgame) else endgame.get(key_of(s))

    searched = WithTable(game, state, probe)
    after = [game.result(state, move) for move in game.actions(state)]
    decision = deepening(
        searched, state, depth=depth, evaluate=evaluate, trace=trace, nodes=nodes, seconds=seconds
    )
    by_table = all(map(searched.terminal, after)) and not all(map(game.terminal, after))
    return Choice(**vars(decision), source="table" if by_table else "search")
