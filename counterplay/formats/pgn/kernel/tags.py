"""Read the tags of a game, [Name "value"]."""

from counterplay.core.compile.kernel import native
from counterplay.formats.chess.kernel.characters import (
    is_name,
    is_new_line,
    is_space,
    line_end,
    spells,
)
from counterplay.formats.pgn.kernel.events import fail
from counterplay.formats.pgn.kernel.words import A_BRACKET, A_PERCENT, A_QUOTE, EVENT, FEN, VARIANT
from counterplay.formats.pgn.layout import ASK, BAD_START, BAD_TAG, FULL, MORE

TO_TAG, PAST_TAGS = 1, 2
"""How to skip a broken game: to the next tag; or first past the tags that are here."""


@native
def is_tag(text, i, end):
    """Whether a line begins like a tag: [Name ".  `end` is the end of the line."""
    if text[i] != A_BRACKET:
        return False
    j = i + 1
    while j < end and is_name(text[j]):
        j += 1
    k = j
    while k < end and is_space(text[k]):
        k += 1
    return j > i + 1 and k > j and k < end and text[k] == A_QUOTE


@native
def is_whole_tag(text, i, end):
    """Whether a line is [Name "value"] and nothing else."""
    while end > i and is_space(text[end - 1]):
        end -= 1
    if not is_tag(text, i, end) or text[end - 1] != ord("]"):
        return False
    end -= 1
    while end > i and is_space(text[end - 1]):
        end -= 1
    first = i
    while text[first] != A_QUOTE:
        first += 1
    return end - 1 > first and text[end - 1] == A_QUOTE


@native
def blank_end(text, i, size, begin):
    """The end of white space and of lines that begin with a percent sign."""
    while i < size:
        if is_space(text[i]):
            i += 1
        elif text[i] == A_PERCENT and (i == begin or is_new_line(text[i - 1])):
            i = line_end(text, i, size)
        else:
            break
    return i


@native
def read_tags(ctx, text, i, begin):
    """Read the tags of a game: FULL if they are sound, GAME with a fault, MORE or ASK."""
    has_tags, has_start = False, False
    while True:
        ctx.movetext = i
        i = blank_end(text, i, ctx.length, begin)
        if i >= ctx.length:
            if not ctx.is_last:
                return MORE
            ctx.movetext = ctx.length
            break
        if text[i] != A_BRACKET or (has_tags and spells(text, i, ctx.length, EVENT)):
            break
        end = line_end(text, i, ctx.length)
        if end == ctx.length and not ctx.is_last:
            return MORE
        if not is_whole_tag(text, i, end):
            ctx.skipping = PAST_TAGS
            return fail(ctx, BAD_TAG, i)
        has_tags = True
        if spells(text, i + 1, end, FEN) or spells(text, i + 1, end, VARIANT):
            has_start = True
        i = end
    if has_start and ctx.given == 0:
        ctx.asked_to = i
        return ASK
    if has_start and ctx.given < 0:
        ctx.skipping = PAST_TAGS
        return fail(ctx, BAD_START, begin)
    return FULL
