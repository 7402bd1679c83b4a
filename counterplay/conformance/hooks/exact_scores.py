"""Checks of the hooks that must not change the score: `sufficient_moves`, `bounds`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counterplay.conformance.findings import Findings
from counterplay.conformance.play import fill
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

SMALL_TREE = 3_000
"""The most nodes of a minimax search that finds the exact score of a late position."""

TREES, FAILURES = 60, 20
"""The most trees that a check solves, and the most that may be too large before it gives up."""

DEEPEST = 200
"""The most plies of such a tree. A game with repetitions has lines that never end."""

WIDEST = 2**31


def check_exact_scores(game: Game, findings: Findings, met: list[Position]) -> None:
    """`sufficient_moves` and `bounds` agree with the exact score, which minimax finds."""
    hooks = {"sufficient_moves", "bounds"} & game.functions.keys()
    if not hooks or game.facts.players != 2 or game.facts.total is None or game.facts.chance:
        return
    if "bounds" in hooks:
        _check_ends(game, findings, met)
    solved = failed = 0
    for here in sorted(met, key=lambda position: -len(position.moves)):
        if solved >= TREES or failed >= FAILURES:
            return
        with findings.watching(here):
            if game.terminal(here.state):
                continue
            score = _score(game, here.state, game.actions)
            if score is None:
                failed += 1
                continue
            solved += 1
            if "sufficient_moves" in hooks:
                _check_sufficient_moves(game, findings, here, score)
            if "bounds" in hooks:
                _check_bounds(game, findings, here, score)


def _check_ends(game: Game, findings: Findings, met: list[Position]) -> None:
    """The score is not below what a player gets who ends the game at once."""
    for here in met:
        with findings.watching(here):
            s = here.state
            if game.terminal(s) or game.drawn(s):
                continue
            mover = game.player(s)
            ends = [t for t in (game.result(s, a) for a in game.actions(s)) if game.terminal(t)]
            if not ends:
                continue
            score = max(_a_ply_later(game, _payoff(game, t, mover)) for t in ends)
            least, most = game.ask("bounds", s, -WIDEST, WIDEST)
            if most < score:
                text = (
                    f"bounds() returned {least} to {most}, but a move that ends the game has the "
                    f"score {score}"
                )
                findings.add("bounds", text, "bounds", here)
                return


def _check_bounds(game: Game, findings: Findings, here: Position, score: int) -> None:
    """The exact score is within the bounds, for the full window and for two narrow ones."""
    for low, high in ((-WIDEST, WIDEST), (score - 1, score), (score, score + 1)):
        least, most = game.ask("bounds", here.state, low, high)
        if not least <= score <= most:
            text = (
                f"bounds() returned {least} to {most} for the window {low} to {high}, "
                f"but the score is {score}"
            )
            findings.add("bounds", text, "bounds", here)
            return


def _check_sufficient_moves(game: Game, findings: Findings, here: Position, score: int) -> None:
    """A search of the sufficient moves alone finds the same score."""

    def chosen(s: Any) -> list[int]:
        listed = fill(game, "sufficient_moves", Position(game, s), game.facts.most_actions)[0]
        legal = game.actions(s)
        return [a for a in listed if a in legal] or legal

    narrowed = _score(game, here.state, chosen)
    if narrowed is not None and narrowed != score:
        text = f"with sufficient_moves() the score is {narrowed}, but the exact score is {score}"
        findings.add("sufficient_moves", text, "sufficient_moves", here)


def _payoff(game: Game, s: Any, p: int) -> int:
    """The score of an ended game for player p."""
    return round(game.facts.unit * (game.utility(s, p) - game.facts.even_share))


def _a_ply_later(game: Game, score: int) -> int:
    """The score of the state before: an outcome one ply later weighs less."""
    return score if game.facts.scored else score - ((score > 0) - (score < 0))


class _TooLargeError(Exception):
    """The tree has more than `SMALL_TREE` nodes, or more than `DEEPEST` plies."""


def _score(game: Game, s: Any, actions: Callable[[Any], list[int]]) -> int | None:
    """The exact score of a state for the side to move; None if the tree is too large."""
    nodes_left = SMALL_TREE

    def of(s: Any, p: int, plies: int) -> int:
        nonlocal nodes_left
        nodes_left -= 1
        if nodes_left < 0 or plies > DEEPEST:
            raise _TooLargeError
        if game.terminal(s):
            return _payoff(game, s, p)
        mover = game.player(s)
        best = max(of(game.result(s, a), mover, plies + 1) for a in actions(s))
        best = _a_ply_later(game, best)
        return best if mover == p else -best

    try:
        return of(s, game.player(s), 0)
    except _TooLargeError:
        return None
