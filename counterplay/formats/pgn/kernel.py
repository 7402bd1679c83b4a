"""Games in PGN, from bytes to moves: every move is looked up among the legal ones.

The text of many games lies in one buffer. For each game a row says where it lies and what became
of it, and for each move, comment, NAG and bracket there is an event (`pgn_layout`). A game that is
broken has a fault in its row; reading goes on at the next line that begins like a tag.

The kernel stops where a game is not yet there as a whole, and begins it again with more text.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.formats.chess.kernel.characters import (
    is_digit,
    is_name,
    is_new_line,
    is_space,
    line_end,
    lines_between,
    spells,
)
from counterplay.formats.chess.kernel.san import resolve
from counterplay.formats.pgn.layout import (
    AMBIGUOUS,
    ASK,
    BAD_NAG,
    BAD_START,
    BAD_TAG,
    BLACK_WINS,
    CLOSE,
    CLOSED_VARIATION,
    COMMENT,
    DEEP_VARIATION,
    DEEPEST_VARIATION,
    DRAW,
    EARLY_VARIATION,
    END,
    EVENT_COLUMNS,
    FAULT,
    FAULT_AT,
    FAULT_LINE,
    FIRST_EVENT,
    FROM,
    FULL,
    GAME_COLUMNS,
    ILLEGAL,
    KIND,
    LAST_EVENT,
    LINE,
    MORE,
    MOVE,
    MOVETEXT,
    NAG,
    NO_MOVE,
    NO_RESULT,
    OPEN,
    OPEN_COMMENT,
    OPEN_VARIATION,
    RESULT,
    SIDE_MOVE,
    SOUND,
    START,
    STOP,
    TO,
    TOO_LONG,
    UNKNOWN,
    VALUE,
    WHITE_WINS,
)

CONTEXT = [
    ("text", np.int64),
    ("length", np.int64),
    ("at", np.int64),
    ("line", np.int64),
    ("is_last", np.int64),  # no text follows that of the buffer
    ("too_long", np.int64),  # the game at the beginning of the buffer is to be given up
    ("skipping", np.int64),
    ("given", np.int64),  # the start that was asked for: 1 it is in root, -1 there is none
    ("asked_to", np.int64),  # where the tags of the game end whose start is asked for
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

TO_TAG, PAST_TAGS = 1, 2
"""Ways of skipping: to the next tag; past the tags that are here, and then to the next."""

FAULT_OF = np.array([SOUND, NO_MOVE, ILLEGAL, AMBIGUOUS])
"""What is wrong with a game, by what `resolve` says of a move, its sign turned."""

LONGEST_TAG = 4096
"""While a broken game is passed over, a line of more bytes is no tag."""

GAME = 4
"""Beside the reasons to stop: a game has been read, well or not."""

A_QUOTE, A_PERCENT, A_SEMICOLON = ord('"'), ord("%"), ord(";")
A_BRACKET, A_BRACE, END_BRACE = ord("["), ord("{"), ord("}")
A_PARENTHESIS, END_PARENTHESIS, A_DOLLAR = ord("("), ord(")"), ord("$")
A_STAR, A_DOT, A_MARK, A_QUESTION = ord("*"), ord("."), ord("!"), ord("?")
A_PLUS, A_SHARP, LOWER_E = ord("+"), ord("#"), ord("e")

EVENT = np.frombuffer(b"[Event ", np.uint8)
FEN = np.frombuffer(b"FEN", np.uint8)
VARIANT = np.frombuffer(b"Variant", np.uint8)
EN_PASSANT = np.frombuffer(b"e.p.", np.uint8)
BYTE_ORDER_MARK = np.frombuffer(b"\xef\xbb\xbf", np.uint8)
ONE_NIL = np.frombuffer(b"1-0", np.uint8)
NIL_ONE = np.frombuffer(b"0-1", np.uint8)
HALVES = np.frombuffer(b"1/2-1/2", np.uint8)
HALF = np.frombuffer(b"1/2", np.uint8)

MOST_NAG = 1_000_000


@native
def put(ctx, kind, value, start, stop):
    """One event more; there is room, since each takes a byte of the text at least."""
    events = array_at(ctx.events, (ctx.most_events, EVENT_COLUMNS), np.int32)
    row = events[ctx.event_count]
    row[KIND], row[VALUE], row[FROM], row[TO] = kind, value, start, stop
    ctx.event_count += 1


@native
def fail(ctx, fault, at):
    ctx.fault, ctx.fault_at = fault, at
    return GAME


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
    """Whether such a line is [Name "value"], and nothing after it."""
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
    """The end of white space, and of lines that a percent sign takes out."""
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
    """Past the tags of a game; MORE, GAME with a fault, or FULL where all is well."""
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


@native
def comment_end(ctx, text, i):
    """Where a comment in braces ends; -1 where a game begins before it does, -2: more is needed."""
    size = ctx.length
    while i < size:
        if text[i] == END_BRACE:
            return i
        if is_new_line(text[i]) and i + 1 < size and text[i + 1] == A_BRACKET:
            if i + 1 + len(EVENT) >= size and not ctx.is_last:
                return np.int64(-2)
            if spells(text, i + 1, size, EVENT):
                return np.int64(-1)
        i += 1
    return np.int64(-1) if ctx.is_last else np.int64(-2)


@native
def token_end(text, i, size):
    """Where a word ends: at white space, a bracket, or a sign of its own."""
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
    """The result that a word is, or NO_RESULT."""
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


@native
def glyph(text, i, size):
    """The NAG of ! ? !! ?? !? ?!, which begins here."""
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
    """Past a comment or a NAG; `i` itself where there is none, -1: a fault, -2: more is needed."""
    c, size = text[i], ctx.length
    if c == A_BRACE:
        end = comment_end(ctx, text, i + 1)
        if end == -1:
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
            return np.int64(-2)
        fail(ctx, BAD_NAG, i)
        return np.int64(-1)
    put(ctx, NAG, number, i, end)
    return end


@native
def read_movetext(ctx, text, i, begin):
    """The moves of a game, to its end; MORE, or GAME, with ctx.asked_to at its end.

    1. blanks   2. where the next game begins   3. comments and NAGs   4. variations
    5. results and numbers   6. a move
    """
    size = ctx.length
    s = rules.load(ctx, 0, ctx.root) if ctx.given > 0 else rules.initial(ctx, 0)
    last = s
    has_moved = False
    depth = 0
    variation = i
    while i < size:
        c = text[i]
        if is_space(c) or c == A_DOT:
            i += 1
            continue
        starts_line = i == begin or is_new_line(text[i - 1])
        if starts_line and c == A_PERCENT:
            i = line_end(text, i, size)
            continue

        if starts_line and c == A_BRACKET:
            break

        end = read_annotation(ctx, text, i)
        if end < 0:
            return MORE if end == -2 else GAME
        if end > i:
            i = end
            continue
        if ctx.result != NO_RESULT:
            break  # the moves of another game, which has no tags

        if c == A_PARENTHESIS:
            if not has_moved:
                return fail(ctx, EARLY_VARIATION, i)
            if depth == DEEPEST_VARIATION:
                return fail(ctx, DEEP_VARIATION, i)
            variation = i
            rules.store(ctx.before[depth], last)
            rules.store(ctx.after[depth], s)
            depth += 1
            s, has_moved = last, False
            put(ctx, OPEN, 0, i, i + 1)
            i += 1
            continue
        if c == END_PARENTHESIS:
            if depth == 0:
                return fail(ctx, CLOSED_VARIATION, i)
            depth -= 1
            last, has_moved = rules.load(ctx, 0, ctx.before[depth]), True
            s = rules.load(ctx, 0, ctx.after[depth])
            put(ctx, CLOSE, 0, i, i + 1)
            i += 1
            continue

        if c == A_STAR:
            if depth == 0:
                ctx.result = UNKNOWN
            i += 1
            continue
        if c == LOWER_E and spells(text, i, size, EN_PASSANT):
            i += len(EN_PASSANT)
            continue
        end = token_end(text, i, size)
        if end == size and not ctx.is_last:
            return MORE
        if is_digit(c):
            result = result_at(text, i, end)
            if result != NO_RESULT and depth == 0:
                ctx.result = result
            if result != NO_RESULT or is_number(text, i, end):
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


@native
def read_game(ctx, text):
    """The game at ctx.at: MORE, END, ASK, or GAME once its row is written."""
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
    """Go to the next line that begins like a tag, or to the end; whether that is in the buffer."""
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
    ctx = contexts[0]
    text = array_at(ctx.text, (ctx.length,), np.uint8)
    while ctx.game_count < ctx.most_games:
        if ctx.skipping and not skip(ctx, text):
            return np.int64(MORE)
        status = read_game(ctx, text)
        if status != GAME:
            return np.int64(status)
    return np.int64(FULL)
