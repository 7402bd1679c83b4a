"""The contingent strategy: MAX's move now, and its answer to every reply, as an AND-OR tree.

A decision is only the first move. What MAX needs to play is a plan: at a node where MAX moves, one
move (OR: any would do, this one is chosen); at a node where MIN moves, an answer for each of MIN's
moves (AND: all must be provided for). Against a MIN that plays its best the plan of minimax earns
the minimax value, and against any other opponent at least as much: each reply leads to a state
that is worth no less to MAX than the best reply does. It does not set out to use the opponent's
errors, so another plan may earn more against a given one.

With b moves at each of m plies such a plan has b^floor(m/2) ends out of b^m (Nilsson 1971).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from counterplay.textbook.decision import TextbookGame, refuse_end, require_two

Opponent = Callable[[Any, Sequence[Any]], Any]
"""Chooses, in a state, one of the moves given."""


@dataclass(frozen=True)
class Plan:
    """A node of the AND-OR tree.

    kind    "max": `next` has the one move chosen; "min": it has every move; "end": it is empty
    value   what the plan earns from here against the best of opponents
    next    moves, each with the plan for what follows
    """

    state: Any
    kind: str
    value: float
    next: dict[Any, Plan]

    @property
    def move(self) -> Any:
        """The move to make, where MAX is to move."""
        return next(iter(self.next)) if self.kind == "max" else None

    @property
    def ends(self) -> int:
        """How many ends of the game the plan provides for."""
        return sum(plan.ends for plan in self.next.values()) or 1


def strategy(game: TextbookGame, state: Any) -> Plan:
    """The plan of whoever moves in `state`: the first best move at each of its nodes."""
    require_two(game, "strategy")
    refuse_end(game, state)
    max_player = game.player(state)

    def plan(s: Any) -> Plan:
        if game.terminal(s):
            return Plan(s, "end", game.utility(s, max_player), {})
        return or_node(s) if game.player(s) == max_player else and_node(s)

    def or_node(s: Any) -> Plan:
        best: Plan | None = None
        best_move = None
        for move in game.actions(s):
            after = plan(game.result(s, move))
            if best is None or after.value > best.value:
                best, best_move = after, move
        assert best is not None, "a state that is not over has moves"
        return Plan(s, "max", best.value, {best_move: best})

    def and_node(s: Any) -> Plan:
        replies = {move: plan(game.result(s, move)) for move in game.actions(s)}
        return Plan(s, "min", min(reply.value for reply in replies.values()), replies)

    return plan(state)


def earns(plan: Plan, opponent: Opponent) -> float:
    """What a plan earns against an opponent, who may err: never less than `plan.value`."""
    while plan.kind != "end":
        move = plan.move if plan.kind == "max" else opponent(plan.state, list(plan.next))
        plan = plan.next[move]
    return plan.value
