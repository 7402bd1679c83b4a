"""Write events and faults: what the PGN kernel finds in the text."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.formats.pgn.layout import EVENT_COLUMNS, FROM, KIND, TO, VALUE

GAME = 4
"""Beside the reasons to stop of `layout.py`: a game was read, sound or broken."""


@native
def put(ctx, kind, value, start, stop):
    """Write an event. There is room: each event takes at least one byte of the text."""
    events = array_at(ctx.events, (ctx.most_events, EVENT_COLUMNS), np.int32)
    row = events[ctx.event_count]
    row[KIND], row[VALUE], row[FROM], row[TO] = kind, value, start, stop
    ctx.event_count += 1


@native
def fail(ctx, fault, at):
    """Note what is wrong with the game, and where."""
    ctx.fault, ctx.fault_at = fault, at
    return GAME
