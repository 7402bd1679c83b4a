"""Checks of the hook that passes the turn, `null`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from counterplay.conformance.explore import choices
from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.presentation.drawings import drawing_of
from counterplay.presentation.shapes import pieces_of

MOST_PLAYED = 40
"""The most positions that are played on after every player has passed."""

FEWEST_PLAYED = 4
"""Fewer are not enough to say that a pass changes the game."""

FEWEST_ASKED = 20
"""Fewer are not enough to say that no one ever passes."""

PLIES = 12


def check_null(game: Game, findings: Findings, met: list[Position]) -> None:
    """A null move passes the turn and changes nothing else."""
    if "null" not in game.functions:
        return
    changed: list[Position] = []
    played = asked = refused = 0
    for here in met:
        with findings.watching(here):
            if not _may_pass(game, here.state):
                continue
            asked += 1
            after = _passed(game, here.state)
            if after is None:
                refused += 1
                continue
            if not _is_turn_passed(game, findings, here, after):
                return
            if _is_redrawn(game, here.state, after):
                text = (
                    "null() changes pieces of board(): it must pass the turn to the next player "
                    "and leave the rest as it is"
                )
                findings.add("null", text, "null", here)
                return
            if played < MOST_PLAYED:
                back = _passed_around(game, here.state, after)
                if back is not None:
                    played += 1
                    if _plays_differently(game, here.state, back):
                        changed.append(here)
    if asked >= FEWEST_ASKED and refused == asked:
        text = (
            f"null() returned `s` itself in each of {asked} positions, so no one ever passes: "
            "return the state with the next player to move, or leave null() out"
        )
        findings.add("null", text, "null")
    # Some may differ: a pass forgets what the last move allowed, such as capturing en passant.
    if played >= FEWEST_PLAYED and 2 * len(changed) > played:
        text = (
            "null() changes the game: after every player has passed, the player has other legal "
            "moves or payoffs than before. It must pass the turn and leave the rest as it is"
        )
        findings.add("null", text, "null", changed[0])


def _may_pass(game: Game, s: Any) -> bool:
    """Whether a search would try a null move: not at a chance node, and not in check."""
    if game.terminal(s) or game.player(s) == CHANCE:
        return False
    return not ("in_check" in game.functions and game.ask("in_check", s))


def _passed(game: Game, s: Any) -> Any:
    """The state after a pass; None if `null` refuses it by returning `s`."""
    after = game.ask("null", s)
    return None if game.shape.encode(after).tobytes() == game.shape.encode(s).tobytes() else after


def _is_turn_passed(game: Game, findings: Findings, here: Position, after: Any) -> bool:
    """Whether another player is to move after a null move, and the key shows it."""
    mover = game.player(here.state)
    if game.facts.players > 1 and game.player(after) == mover:
        text = f"null() lets player {mover} move again: it must pass the turn to another player"
        findings.add("null", text, "null", here)
        return False
    if game.player(after) != mover and game.key(after) == game.key(here.state):
        text = (
            "key() is the same before and after null(), which passes the turn: let it depend on "
            "the player to move"
        )
        findings.add("keys", text, "key", here)
        return False
    return True


def _is_redrawn(game: Game, s: Any, after: Any) -> bool:
    """Whether a pass changes pieces on the board.

    If the board is turned to the player to move, it changes all pieces; then it is closer to the
    states after real moves than the state before was.
    """
    pieces, passed = pieces_of(drawing_of(game, s)), pieces_of(drawing_of(game, after))
    if _distance(pieces, passed) == 0:
        return False
    before = since = 0
    for a in game.actions(s):
        child = pieces_of(drawing_of(game, game.result(s, a)))
        before += _distance(pieces, child)
        since += _distance(passed, child)
    return since > before


def _distance(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of cells with different pieces."""
    differing = sum(a != b for a, b in zip(one, other, strict=False))
    return differing + abs(len(one) - len(other))


def _passed_around(game: Game, s: Any, after: Any) -> Any:
    """The state in which the player is to move again, as all others pass, too; None if one of them
    may not pass, or if that ends the game."""
    mover = game.player(s)
    for _ in range(game.facts.players - 1):
        after = _passed(game, after) if _may_pass(game, after) else None
        if after is None:
            return None
        if game.player(after) == mover:
            return None if game.terminal(after) else after
    return None


def _plays_differently(game: Game, s: Any, t: Any) -> bool:
    """Whether two states differ in legal moves, movers or payoffs when they are played on.

    Passes may be counted, so one of them may end earlier than the other.
    """
    chooser = random.Random(0)
    for _ in range(PLIES):
        ends = game.terminal(s), game.terminal(t)
        if all(ends):
            return any(game.utility(s, p) != game.utility(t, p) for p in range(game.facts.players))
        if any(ends):
            return False
        legal = choices(game, s)
        if game.player(s) != game.player(t) or legal != choices(game, t):
            return True
        a = chooser.choice(legal)
        s, t = game.result(s, a), game.result(t, a)
    return False
