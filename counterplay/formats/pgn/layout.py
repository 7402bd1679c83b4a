"""What the kernel that reads PGN leaves behind, and in which column; see `kernels/pgn.py`."""

MORE, END, FULL, ASK = 0, 1, 2, 3
"""Why the kernel stopped: it needs more text, there is none, no room, or a start to be read."""

EVENT_COLUMNS = 4
KIND, VALUE, FROM, TO = range(EVENT_COLUMNS)
"""A column of an event: what it is, a number that belongs to it, and the bytes it stands in."""

MOVE, SIDE_MOVE, COMMENT, NAG, OPEN, CLOSE = range(6)
"""Events. A side move stands in a variation; a variation is what lies between open and close."""

GAME_COLUMNS = 10
(
    START,  # where the game begins: its first tag, or its first move
    MOVETEXT,  # where its tags end
    STOP,
    LINE,  # the number of its first line
    FIRST_EVENT,
    LAST_EVENT,
    RESULT,
    FAULT,  # one of those below; 0 where all is well
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
