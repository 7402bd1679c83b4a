"""The contingent strategy: MAX's move, and its answer to every reply, as an AND-OR tree.

A decision is only the first move. To play a whole game MAX needs a plan: one move at each node
where MAX moves (OR: one move is enough), and an answer to each move of MIN (AND: every reply needs
one). Against the best play of MIN, the plan of minimax earns the minimax value. Against any other
opponent it earns at least as much, because every other reply is worth at least as much to MAX as
the best one. It does not try to exploit errors, so another plan can earn more against a weak
opponent.

With b moves at each of m plies, such a plan has b^floor(m/2) leaves out of b^m (Nilsson 1971).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from counterplay.textbook.arguments import begin
from counterplay.textbook.decision import TextbookGame

Opponent = Callable[[Any, Sequence[Any]], Any]
"""opponent(s, moves): the move that the opponent makes in a state."""


@dataclass(frozen=True)
class Plan:
    """A node of the AND-OR tree.

    kind    "max": `next` has the chosen move; "min": it has every move; "end": it is empty
    value   what the plan earns from here against the best play of the opponent
    next    the plan after each move
    """

    state: Any
    kind: str
    value: float
    next: dict[Any, Plan]

    @property
    def move(self) -> Any:
        """The chosen move if MAX is to move, else None."""
        return next(iter(self.next)) if self.kind == "max" else None

    @property
    def ends(self) -> int:
        """The number of leaves of the plan."""
        return sum(plan.ends for plan in self.next.values()) or 1


def strategy(game: TextbookGame, state: Any) -> Plan:
    """Return the plan of the player to move: the first best move at each MAX node."""
    _, max_player = begin(game, state, "strategy")

    def plan(s: Any) -> Plan:
        if game.terminal(s):
            return Plan(s, "end", game.utility(s, max_player), {})
        return or_node(s) if game.player(s) == max_player else and_node(s)

    def or_node(s: Any) -> Plan:
        best: Plan | None = None
        best_move = None
        for move in game.actions(s):
            continuation = plan(game.result(s, move))
            if best is None or continuation.value > best.value:
                best, best_move = continuation, move
        assert best is not None, "a non-terminal state has moves"
        return Plan(s, "max", best.value, {best_move: best})

    def and_node(s: Any) -> Plan:
        replies = {move: plan(game.result(s, move)) for move in game.actions(s)}
        return Plan(s, "min", min(reply.value for reply in replies.values()), replies)

    return plan(state)


def earns(plan: Plan, opponent: Opponent) -> float:
    """Play a plan against an opponent; return what it earns, never less than `plan.value`."""
    while plan.kind != "end":
        move = plan.move if plan.kind == "max" else opponent(plan.state, list(plan.next))
        plan = plan.next[move]
    return plan.value
