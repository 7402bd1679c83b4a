"""What a review found: the mistakes of a game, and how accurately each player moved.

A row of a review is about the position at a ply: `share` (the evaluation for the first player, from
0 to 1), `best` (the best move), and with dice `loss` (the equity that the move played there lost).
Without dice, what a move lost is the difference of the shares before and after it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from counterplay.review.decision import BAD, DOUBTFUL, VERY_BAD

Row = Mapping[str, Any]

LOSSES = (0.05, 0.10, 0.15)
"""Losses of the share from which a move is doubtful, a mistake, a blunder."""
EQUITIES = (DOUBTFUL, BAD, VERY_BAD)
"""The same with dice, as losses of equity."""
NAGS = (6, 2, 4)
"""Their glyphs: ?!, ?, ??"""
STEEPNESS = 4.35
"""A move that loses a tenth of the share is worth 65 of 100, one that loses half of it 11."""


def move_loss(before: Row, after: Row | None) -> float | None:
    """What a move lost, from the rows before and after it; None if that is not known."""
    if before["loss"] is not None:
        return float(before["loss"])
    if after is None:
        return None
    return lost_share(before["player"], before["share"], after["share"])


def lost_share(player: int, before: float, after: float) -> float:
    """What a move of a player lost, from the shares of the first player before and after it."""
    return max(0.0, before - after if player == 0 else after - before)


def nag_of(loss: float, has_dice: bool) -> int | None:
    """The glyph of a loss; None if the move was good enough."""
    limits = zip(NAGS, EQUITIES if has_dice else LOSSES, strict=True)
    return max(((least, nag) for nag, least in limits if loss >= least), default=(0.0, None))[1]


def accuracy(losses: Sequence[float]) -> float | None:
    """How accurate moves with these losses of the share are, from 0 to 100; None without moves."""
    worth = [100 * math.exp(-STEEPNESS * loss) for loss in losses]
    return round(sum(worth) / len(worth), 1) if worth else None


def findings(names: Sequence[str], written: Sequence[str], rows: Mapping[int, Row]) -> Row:
    """The mistakes of a game of two, in its order, and a line for each player: its accuracy and
    how many mistakes of each kind. Moves without a choice do not count."""
    mistakes, losses = list[dict[str, Any]](), [list[float]() for _ in names]
    for ply, text in enumerate(written, 1):
        before = rows.get(ply - 1)
        loss = None if before is None else move_loss(before, rows.get(ply))
        if before is None or loss is None or before["is_forced"] or len(names) != 2:
            continue
        has_dice = before["loss"] is not None
        is_best = text == before["best"]
        losses[before["player"]].append(0.0 if is_best else loss / 2 if has_dice else loss)
        nag = None if is_best else nag_of(loss, has_dice)
        if nag is not None:
            about = {name: before[name] for name in ("player", "best", "verdict", "lost")}
            mistakes.append({"ply": ply, "text": text, "nag": nag, "loss": round(loss, 4), **about})
    return {"mistakes": mistakes, "players": _players(names, mistakes, losses)}


def _players(
    names: Sequence[str], mistakes: Sequence[Row], losses: Sequence[Sequence[float]]
) -> list[dict[str, Any]]:
    if len(names) != 2:
        return []
    return [
        {
            "name": name,
            "accuracy": accuracy(losses[p]),
            "counts": [
                sum(one["player"] == p and one["nag"] == n for one in mistakes) for n in NAGS
            ],
        }
        for p, name in enumerate(names)
    ]
