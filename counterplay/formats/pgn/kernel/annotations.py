"""Read comments and NAGs (Numeric Annotation Glyphs)."""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.formats.chess.kernel.characters import is_digit, is_new_line, line_end, spells
from counterplay.formats.pgn.kernel.events import fail, put
from counterplay.formats.pgn.kernel.words import (
    A_BRACE,
    A_BRACKET,
    A_DOLLAR,
    A_MARK,
    A_QUESTION,
    A_SEMICOLON,
    END_BRACE,
    EVENT,
)
from counterplay.formats.pgn.layout import BAD_NAG, COMMENT, NAG, OPEN_COMMENT

BROKEN, INCOMPLETE = -1, -2
"""In place of an end: the text is wrong, or more text is needed."""

MOST_NAG = 1_000_000


@native
def comment_end(ctx, text, i):
    """The end of a comment in braces; BROKEN if a game begins before it, or INCOMPLETE."""
    size = ctx.length
    while i < size:
        if text[i] == END_BRACE:
            return i
        if is_new_line(text[i]) and i + 1 < size and text[i + 1] == A_BRACKET:
            if i + 1 + len(EVENT) >= size and not ctx.is_last:
                return np.int64(INCOMPLETE)
            if spells(text, i + 1, size, EVENT):
                return np.int64(BROKEN)
        i += 1
    return np.int64(BROKEN) if ctx.is_last else np.int64(INCOMPLETE)


@native
def glyph(text, i, size):
    """The NAG of ! ? !! ?? !? ?! at i."""
    first = text[i] == A_MARK
    if i + 1 == size or (text[i + 1] != A_MARK and text[i + 1] != A_QUESTION):
        return 1 if first else 2
    if text[i + 1] == text[i]:
        return 3 if first else 4
    return 5 if first else 6


@native
def glyph_end(text, i, size):
    while i < size and (text[i] == A_MARK or text[i] == A_QUESTION):
        i += 1
    return i


@native
def read_annotation(ctx, text, i):
    """Read a comment or a NAG; returns its end, `i` if there is none, BROKEN or INCOMPLETE."""
    c, size = text[i], ctx.length
    if c == A_BRACE:
        end = comment_end(ctx, text, i + 1)
        if end == BROKEN:
            fail(ctx, OPEN_COMMENT, i)
        if end < 0:
            return end
        put(ctx, COMMENT, 0, i + 1, end)
        return end + 1
    if c == A_SEMICOLON:
        end = line_end(text, i, size)
        put(ctx, COMMENT, 0, i + 1, end)
        return end
    if c == A_MARK or c == A_QUESTION:
        end = glyph_end(text, i, size)
        put(ctx, NAG, glyph(text, i, size), i, end)
        return end
    if c != A_DOLLAR:
        return i
    end = i + 1
    number = np.int64(0)
    while end < size and is_digit(text[end]) and number < MOST_NAG:
        number = 10 * number + (np.int64(text[end]) - ord("0"))
        end += 1
    if end == i + 1 or number >= MOST_NAG:
        if end == size and not ctx.is_last:
            return np.int64(INCOMPLETE)
        fail(ctx, BAD_NAG, i)
        return np.int64(BROKEN)
    put(ctx, NAG, number, i, end)
    return end
