"""The arrays that the PGN kernel fills: columns of games and events, and their codes."""

MORE, END, FULL, ASK = 0, 1, 2, 3
"""Why the kernel stopped: it needs more text, the text has ended, the arrays are full, or Python
must read the start position."""

EVENT_COLUMNS = 4
KIND, VALUE, FROM, TO = range(EVENT_COLUMNS)
"""Columns of an event: its kind, a number, and its first and last byte."""

MOVE, SIDE_MOVE, COMMENT, NAG, OPEN, CLOSE = range(6)
"""Kinds of events. A side move is part of a variation, which lies between OPEN and CLOSE."""

GAME_COLUMNS = 10
(
    START,  # the first byte of the game: of its first tag or move
    MOVETEXT,  # the first byte after its tags
    STOP,
    LINE,  # the number of its first line
    FIRST_EVENT,
    LAST_EVENT,
    RESULT,
    FAULT,  # one of the codes below; 0 if the game is sound
    FAULT_AT,
    FAULT_LINE,
) = range(GAME_COLUMNS)

NO_RESULT, UNKNOWN, WHITE_WINS, BLACK_WINS, DRAW = range(5)
RESULTS = ("*", "*", "1-0", "0-1", "1/2-1/2")

(
    SOUND,
    BAD_TAG,
    BAD_START,
    NO_MOVE,
    ILLEGAL,
    AMBIGUOUS,
    OPEN_COMMENT,
    OPEN_VARIATION,
    EARLY_VARIATION,
    CLOSED_VARIATION,
    DEEP_VARIATION,
    BAD_NAG,
    TOO_LONG,
) = range(13)

DEEPEST_VARIATION = 128
