"""Read the moves of a game with their variations, up to its result."""

import numpy as np

from counterplay.core.compile.kernel import hot, native
from counterplay.core.compile.unbound import rules
from counterplay.formats.chess.kernel.characters import (
    is_digit,
    is_new_line,
    is_space,
    line_end,
    spells,
)
from counterplay.formats.chess.kernel.read_san import resolve
from counterplay.formats.pgn.kernel.annotations import INCOMPLETE, read_annotation
from counterplay.formats.pgn.kernel.events import GAME, fail, put
from counterplay.formats.pgn.kernel.words import (
    A_BRACE,
    A_BRACKET,
    A_DOLLAR,
    A_DOT,
    A_MARK,
    A_PARENTHESIS,
    A_PERCENT,
    A_PLUS,
    A_QUESTION,
    A_SEMICOLON,
    A_SHARP,
    A_STAR,
    EN_PASSANT,
    END_BRACE,
    END_PARENTHESIS,
    HALF,
    HALVES,
    LOWER_E,
    NIL_ONE,
    ONE_NIL,
)
from counterplay.formats.pgn.layout import (
    AMBIGUOUS,
    BLACK_WINS,
    CLOSE,
    CLOSED_VARIATION,
    DEEP_VARIATION,
    DEEPEST_VARIATION,
    DRAW,
    EARLY_VARIATION,
    ILLEGAL,
    MORE,
    MOVE,
    NO_MOVE,
    NO_RESULT,
    OPEN,
    OPEN_VARIATION,
    SIDE_MOVE,
    SOUND,
    UNKNOWN,
    WHITE_WINS,
)

FAULT_OF = np.array([SOUND, NO_MOVE, ILLEGAL, AMBIGUOUS])
"""The fault of a game, by the negated result of `resolve`."""


@native
def token_end(text, i, size):
    """The end of a word: white space, a bracket, or another character that ends it."""
    while i < size:
        c = text[i]
        if is_space(c) or c == A_BRACE or c == END_BRACE or c == A_PARENTHESIS:
            return i
        if c == END_PARENTHESIS or c == A_SEMICOLON or c == A_DOLLAR or c == A_STAR:
            return i
        if c == A_MARK or c == A_QUESTION or c == A_DOT:
            return i
        if c == LOWER_E and spells(text, i, size, EN_PASSANT):
            return i
        i += 1
    return i


@native
def result_at(text, i, end):
    """The result that a word names, or NO_RESULT."""
    if end - i == 3 and spells(text, i, end, ONE_NIL):
        return WHITE_WINS
    if end - i == 3 and spells(text, i, end, NIL_ONE):
        return BLACK_WINS
    if (end - i == 7 and spells(text, i, end, HALVES)) or (
        end - i == 3 and spells(text, i, end, HALF)
    ):
        return DRAW
    return NO_RESULT


@native
def is_number(text, i, end):
    while i < end:
        if not is_digit(text[i]):
            return False
        i += 1
    return True


@hot
def gap_end(text, i, size, begin):
    """The end of white space, dots, and lines that begin with a percent sign."""
    while i < size:
        if is_space(text[i]) or text[i] == A_DOT:
            i += 1
        elif text[i] == A_PERCENT and (i == begin or is_new_line(text[i - 1])):
            i = line_end(text, i, size)
        else:
            break
    return i


@hot
def symbol_end(ctx, text, i, depth):
    """The end of * or e.p. at i; `i` if there is neither. A * outside of variations is noted."""
    if text[i] == A_STAR:
        if depth == 0:
            ctx.result = UNKNOWN
        return i + 1
    if text[i] == LOWER_E and spells(text, i, ctx.length, EN_PASSANT):
        return i + len(EN_PASSANT)
    return i


@native
def is_result_or_number(ctx, text, i, end, depth):
    """Whether a word is a result or a move number. A result outside of variations is noted."""
    result = result_at(text, i, end)
    if result != NO_RESULT and depth == 0:
        ctx.result = result
    return result != NO_RESULT or is_number(text, i, end)


@hot
def parenthesis_fault(c, depth, has_moved):
    """What is wrong with a parenthesis here, or SOUND."""
    if c == END_PARENTHESIS:
        return CLOSED_VARIATION if depth == 0 else SOUND
    if not has_moved:
        return EARLY_VARIATION
    return DEEP_VARIATION if depth == DEEPEST_VARIATION else SOUND


@native
def read_movetext(ctx, text, i, begin):
    """Read the moves of a game up to its end: MORE, or GAME with its end in ctx.asked_to.

    1. blanks   2. the next game   3. comments and NAGs   4. variations   5. results and numbers
    6. a move
    """
    size = ctx.length
    s = rules.load(ctx, 0, ctx.root) if ctx.given > 0 else rules.initial(ctx, 0)
    last = s
    has_moved = False
    depth = 0
    variation = i
    while True:
        i = gap_end(text, i, size, begin)
        if i >= size:
            break
        c = text[i]

        if c == A_BRACKET and (i == begin or is_new_line(text[i - 1])):
            break

        end = read_annotation(ctx, text, i)
        if end < 0:
            return MORE if end == INCOMPLETE else GAME
        if end > i:
            i = end
            continue
        if ctx.result != NO_RESULT:
            break  # moves of the next game, which has no tags

        if c == A_PARENTHESIS or c == END_PARENTHESIS:
            fault = parenthesis_fault(c, depth, has_moved)
            if fault != SOUND:
                return fail(ctx, fault, i)
            if c == A_PARENTHESIS:
                variation = i
                rules.store(ctx.before[depth], last)
                rules.store(ctx.after[depth], s)
                depth += 1
                s, has_moved = last, False
            else:
                depth -= 1
                last, has_moved = rules.load(ctx, 0, ctx.before[depth]), True
                s = rules.load(ctx, 0, ctx.after[depth])
            put(ctx, OPEN if c == A_PARENTHESIS else CLOSE, 0, i, i + 1)
            i += 1
            continue

        end = symbol_end(ctx, text, i, depth)
        if end > i:
            i = end
            continue
        end = token_end(text, i, size)
        if end == size and not ctx.is_last:
            return MORE
        if is_digit(c) and is_result_or_number(ctx, text, i, end, depth):
            i = end
            continue

        stop = end
        while stop > i + 1 and (text[stop - 1] == A_PLUS or text[stop - 1] == A_SHARP):
            stop -= 1
        action = resolve(ctx, s, text, i, stop)
        if action < 0:
            return fail(ctx, FAULT_OF[-action], i)
        put(ctx, MOVE if depth == 0 else SIDE_MOVE, action, i, stop)
        last, has_moved = s, True
        s = rules.result(ctx, 0, s, action)
        i = end
    if i >= size and not ctx.is_last:
        return MORE
    if depth > 0:
        return fail(ctx, OPEN_VARIATION, variation)
    ctx.asked_to = i
    return GAME
