"""The kernel that reads PGN: from bytes to legal moves.

The text of many games is in one buffer. The kernel writes a row for each game, and an event for
each move, comment, NAG and parenthesis (`layout.py`). A broken game has a fault in its row; reading
goes on at the next line that begins like a tag. If a game is not complete in the buffer, the kernel
stops, and reads this game again with more text.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.formats.chess.kernel.characters import is_space, line_end, lines_between, spells
from counterplay.formats.pgn.kernel.events import GAME, fail
from counterplay.formats.pgn.kernel.movetext import read_movetext
from counterplay.formats.pgn.kernel.tags import PAST_TAGS, TO_TAG, blank_end, is_tag, read_tags
from counterplay.formats.pgn.kernel.words import A_BRACKET, BYTE_ORDER_MARK
from counterplay.formats.pgn.layout import (
    DEEPEST_VARIATION,
    END,
    FAULT,
    FAULT_AT,
    FAULT_LINE,
    FIRST_EVENT,
    FULL,
    GAME_COLUMNS,
    LAST_EVENT,
    LINE,
    MORE,
    MOVETEXT,
    NO_RESULT,
    RESULT,
    SOUND,
    START,
    STOP,
    TOO_LONG,
)

CONTEXT = [
    ("text", np.int64),
    ("length", np.int64),
    ("at", np.int64),
    ("line", np.int64),
    ("is_last", np.int64),  # no text follows the buffer
    ("too_long", np.int64),  # skip the game at the beginning of the buffer
    ("skipping", np.int64),
    ("given", np.int64),  # the start position from Python: 1 it is in root, -1 it is wrong
    ("asked_to", np.int64),  # the end of the tags that Python must read, or of the game
    ("fault", np.int64),
    ("fault_at", np.int64),
    ("events", np.int64),
    ("most_events", np.int64),
    ("event_count", np.int64),
    ("games", np.int64),
    ("most_games", np.int64),
    ("game_count", np.int64),
    ("movetext", np.int64),
    ("result", np.int64),
    ("moves", np.int64, (rules.MOST_ACTIONS,)),
    ("before", rules.STATE, (DEEPEST_VARIATION,)),
    ("after", rules.STATE, (DEEPEST_VARIATION,)),
]

LONGEST_TAG = 4096
"""A line with more bytes is not a tag, if a broken game is skipped."""


@native
def read_game(ctx, text):
    """Read the game at ctx.at: MORE, END, ASK, or GAME with its row written."""
    begin = blank_end(text, ctx.at, ctx.length, ctx.at)
    if spells(text, begin, ctx.length, BYTE_ORDER_MARK):
        begin = blank_end(text, begin + len(BYTE_ORDER_MARK), ctx.length, begin)
    if begin >= ctx.length:
        return END if ctx.is_last else MORE
    first = ctx.event_count
    ctx.fault, ctx.result, ctx.movetext = SOUND, NO_RESULT, begin
    ctx.skipping = TO_TAG
    status = FULL
    if ctx.too_long:
        ctx.skipping = PAST_TAGS
        status = fail(ctx, TOO_LONG, begin)
    if status == FULL:
        status = read_tags(ctx, text, begin, begin)
    if status == FULL:
        status = read_movetext(ctx, text, ctx.movetext, begin)
    if status != GAME:
        ctx.event_count, ctx.skipping = first, 0
        return status
    if ctx.fault:
        ctx.event_count = first
        stop = ctx.fault_at
    else:
        stop, ctx.skipping = ctx.asked_to, 0
    line = ctx.line + lines_between(text, ctx.at, begin)
    row = array_at(ctx.games, (ctx.most_games, GAME_COLUMNS), np.int64)[ctx.game_count]
    row[START], row[MOVETEXT], row[STOP], row[LINE] = begin, ctx.movetext, stop, line
    row[FIRST_EVENT], row[LAST_EVENT] = first, ctx.event_count
    row[RESULT], row[FAULT], row[FAULT_AT] = ctx.result, ctx.fault, ctx.fault_at
    row[FAULT_LINE] = line + lines_between(text, begin, stop)
    ctx.line, ctx.at = row[FAULT_LINE], stop
    ctx.game_count += 1
    ctx.given = ctx.too_long = 0
    return GAME


@native
def skip(ctx, text):
    """Go to the next line that begins like a tag, or to the end of the text.

    Returns False if that is not in the buffer.
    """
    i, size = ctx.at, ctx.length
    is_there = True
    while i < size:
        end = line_end(text, i, size)
        if end == size and not ctx.is_last:
            is_there = False
            if size - i > LONGEST_TAG:
                i, ctx.skipping = size, TO_TAG
            break
        if ctx.skipping == TO_TAG and is_tag(text, i, end):
            break
        if i < end and text[i] != A_BRACKET and not is_space(text[i]):
            ctx.skipping = TO_TAG
        i = min(end + 1, size)
    ctx.line += lines_between(text, ctx.at, i)
    ctx.at = i
    if is_there and (i < size or ctx.is_last):
        ctx.skipping = 0
        return True
    return False


@entry
def read(contexts):
    """Read games until the text ends or the arrays are full; returns why it stopped."""
    ctx = contexts[0]
    text = array_at(ctx.text, (ctx.length,), np.uint8)
    while ctx.game_count < ctx.most_games:
        if ctx.skipping and not skip(ctx, text):
            return np.int64(MORE)
        status = read_game(ctx, text)
        if status != GAME:
            return np.int64(status)
    return np.int64(FULL)
