"""Which games and positions proof-number search fits."""

from __future__ import annotations

from collections import Counter

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.engine.fitness import (
    first_reason,
    needs_constant_total,
    needs_no_chance,
    needs_two_players,
    needs_whole_state,
)


def unfit(game: Game) -> str | None:
    """A sentence that says why proof-number search does not fit a game; None if it does."""
    return first_reason(
        needs_two_players(game, "dfpn"),
        needs_constant_total(game, "dfpn"),
        needs_no_chance(game, "dfpn"),
        needs_whole_state(game, "dfpn"),
        f"{game.name} has superko, which dfpn does not know" if game.facts.superko else None,
    )


def unfit_without_depth(game: Game) -> str | None:
    """A sentence that says why a game needs a depth limit; None if it does not."""
    if game.facts.repetition or game.facts.no_progress:
        return (
            f"{game.name} has a rule about repeated positions, which dfpn does not know: give a "
            "depth, to look for a win within that many plies"
        )
    return None


def drawn_keys(position: Position, most: int) -> tuple[int, ...]:
    """The keys of the states that are drawn if they occur once more."""
    often = position.game.facts.repetition - 1
    if often < 0:
        return ()
    times = Counter(position.keys[-1 - position.reversible :])
    keys = tuple(key for key, count in times.items() if count >= often)
    if len(keys) > most:
        raise UnfitError(
            f"dfpn can avoid at most {most} positions that would be drawn by repetition, and here "
            f"are {len(keys)}: use alphabeta"
        )
    return keys
