"""Chess notation: positions in FEN, moves in standard algebraic notation (SAN) or UCI notation.

A board is a dict from squares, a1 = 0 to h8 = 63 as White sees them, to the letters of FEN.
Castling rights are written as in X-FEN: K, Q, k or q if the rook is the outermost one on its side
of the king, otherwise the file of the rook. Shredder-FEN, with files only, is read too.
"""

import re

from counterplay.games.chess.board import PAWN
from counterplay.games.chess.moves import CASTLING, SPECIAL

FILES = "abcdefgh"
CODES = {"p": 1, "n": 2, "k": 3, "b": 5, "r": 6, "q": 7}
LETTERS = {code: letter for letter, code in CODES.items()}
KINDS = {"p": "pawn", "n": "knight", "k": "king", "b": "bishop", "r": "rook", "q": "queen"}
LOOKS = {letter: f"{kind} black" for letter, kind in KINDS.items()}
LOOKS |= {letter.upper(): f"{kind} white" for letter, kind in KINDS.items()}
SIDES = ("White", "Black")
MOVE = re.compile(
    r"(?P<piece>[NBRQK]?)(?P<file>[a-h]?)(?P<row>[1-8]?)[x:-]?(?P<goal>[a-h][1-8])"
    r"(=?\(?(?P<promotion>[NBRQnbrq])\)?)?"
)
UCI = re.compile(r"(?P<start>[a-h][1-8])(?P<goal>[a-h][1-8])(?P<promotion>[nbrq]?)")


def show_square(square):
    return f"{FILES[square % 8]}{square // 8 + 1}"


def read_square(text):
    return FILES.index(text[0]) + 8 * (int(text[1]) - 1)


# Positions --------------------------------------------------------------------------------------


def read_fen(text):
    """The board, the side to move, the rooks that may castle, the en passant square, the clock and
    the move number."""
    fields = text.split()
    if not 1 <= len(fields) <= 6:
        raise ValueError(f"a FEN has six fields, board w KQkq - 0 1; this one has {len(fields)}")
    field = dict(enumerate(fields))
    board = read_board(fields[0])
    side = field.get(1, "w")
    if side not in ("w", "b"):
        raise ValueError(f"the second field of a FEN is the side to move, w or b, not {side!r}")
    refuse_board(board)
    turn = "wb".index(side)
    rooks = read_castling(field.get(2, "-"), board)
    passing = read_passing(field.get(3, "-"), board, turn)
    clock = read_number(field.get(4, "0"), "fifth", "plies since the last capture or pawn move", 0)
    number = read_number(field.get(5, "1"), "sixth", "the number of the move", 0)
    return board, turn, rooks, passing, clock, max(number, 1)


def read_number(text, place, what, least):
    if not text.isascii() or not text.isdigit() or not least <= int(text) < 10_000:
        raise ValueError(f"the {place} field of a FEN must be a number, {what}, not {text!r}")
    return int(text)


def read_board(text):
    rows = text.split("/")
    if len(rows) != 8:
        raise ValueError(f"the board of a FEN has eight rows with / between them, not {len(rows)}")
    board = {}
    for row, marks in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for mark in marks:
            if mark in "12345678":
                file += int(mark)
            elif mark.lower() in CODES and mark.isascii():
                board[8 * row + file] = mark
                file += 1
            else:
                raise ValueError(
                    f"{mark!r} in row {row + 1} is not a piece: use PNBRQK, pnbrqk or 1 to 8"
                )
        if file != 8:
            raise ValueError(f"row {row + 1}, {marks!r}, has {file} squares instead of 8")
    return board


def refuse_board(board):
    """Raise ValueError if a board cannot occur in a game."""
    for side, letters in zip(SIDES, ("PNBRQK", "pnbrqk"), strict=True):
        count = {mark: sum(piece == mark for piece in board.values()) for mark in letters}
        pawn, knight, bishop, rook, queen, king = letters
        if count[king] != 1:
            raise ValueError(f"{side} has {count[king]} kings ({king}): each side has exactly one")
        extra = sum(max(count[mark] - 2, 0) for mark in (knight, bishop, rook))
        extra += max(count[queen] - 1, 0)
        if count[pawn] + extra > 8:
            raise ValueError(
                f"{side} has {count[pawn]} pawns and {extra} promoted pieces: at most 8 in all"
            )
    for square, piece in board.items():
        if piece in "Pp" and square // 8 in (0, 7):
            raise ValueError(f"there is a pawn on {show_square(square)}, where none can stand")


def read_castling(text, board):
    """The squares of the rooks that may castle."""
    rooks = set()
    if text == "-":
        return rooks
    for mark in text:
        is_white = mark.isupper()
        home, rook, king = (0, "R", "K") if is_white else (56, "r", "k")
        side = SIDES[not is_white]
        here = [square - home for square, piece in board.items() if piece == king]
        if not mark.isascii() or mark.lower() not in "kqabcdefgh":
            raise ValueError(
                f"{mark!r} is not a castling right: use KQkq, the file of a rook, or -"
            )
        if not 0 <= here[0] < 8:
            raise ValueError(f"{side} cannot castle ({mark}): the king is not on its first row")
        files = [c for c in range(8) if board.get(home + c) == rook]
        if mark in "Kk":
            files = [c for c in files if c > here[0]][-1:]
        elif mark in "Qq":
            files = [c for c in files if c < here[0]][:1]
        else:
            files = [c for c in files if c == FILES.index(mark.lower())]
        if not files:
            raise ValueError(f"{side} cannot castle ({mark}): there is no rook for it")
        rooks.add(home + files[0])
    for home, side in ((0, SIDES[0]), (56, SIDES[1])):
        king = next(q for q, piece in board.items() if piece == ("K" if home == 0 else "k"))
        wings = [rook > king for rook in rooks if home <= rook < home + 8]
        if len(wings) != len(set(wings)):
            raise ValueError(f"{side} has two rooks to castle with on one side of the king")
    return rooks


def read_passing(text, board, turn):
    """The en passant square, or None."""
    if text == "-":
        return None
    if not re.fullmatch("[a-h][36]", text):
        raise ValueError(f"the fourth field of a FEN is - or a square such as e3, not {text!r}")
    square, back = read_square(text), (-8 if turn == 0 else 8)
    if (square // 8 == 5) != (turn == 0):
        raise ValueError(f"{text} is not a square on which {SIDES[turn]} can capture en passant")
    if square in board or board.get(square + back) != ("p" if turn == 0 else "P"):
        raise ValueError(f"no pawn has just passed {text}")
    return square


def show_fen(board, turn, castling, passing, clock, number):
    rows = []
    for row in range(7, -1, -1):
        marks = "".join(board.get(8 * row + file, ".") for file in range(8))
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), marks))
    square = "-" if passing is None else show_square(passing)
    return f"{'/'.join(rows)} {'wb'[turn]} {castling or '-'} {square} {clock} {number}"


def show_castling(board, rooks):
    """The castling rights in X-FEN: White first, the king's side first."""
    marks = []
    for home, king, rook in ((0, "K", "R"), (56, "k", "r")):
        here = next(square for square, piece in board.items() if piece == king)
        there = [home + c for c in range(8) if board.get(home + c) == rook]
        for square in sorted((r for r in rooks if home <= r < home + 8), reverse=True):
            is_short = square > here
            outermost = max(there) if is_short else min(there)
            mark = ("k" if is_short else "q") if square == outermost else FILES[square % 8]
            marks.append(mark.upper() if home == 0 else mark)
    return "".join(marks)


def rows_of(board):
    """The pieces row by row from the top, as White sees them."""
    return [[board.get(8 * row + file, ".") for file in range(8)] for row in range(7, -1, -1)]


# Moves as (start, goal, kind), with squares as White sees them ----------------------------


def show_san(move, others, letter, takes, mark):
    """A move in standard algebraic notation. `others` are the legal moves of pieces of its kind."""
    start, goal, kind = move
    if kind == CASTLING:
        return ("O-O" if goal > start else "O-O-O") + mark
    if letter == "p":
        before = f"{FILES[start % 8]}x" if takes else ""
        after = f"={LETTERS[kind - SPECIAL].upper()}" if kind > SPECIAL + PAWN else ""
        return f"{before}{show_square(goal)}{after}{mark}"
    rivals = [other for other, there, _ in others if there == goal and other != start]
    which = ""
    if rivals:
        if all(other % 8 != start % 8 for other in rivals):
            which = FILES[start % 8]
        elif all(other // 8 != start // 8 for other in rivals):
            which = str(start // 8 + 1)
        else:
            which = show_square(start)
    return f"{letter.upper()}{which}{'x' if takes else ''}{show_square(goal)}{mark}"


def show_uci(move, is_960):
    """A move in UCI notation: castling by the king's two squares, in Chess960 by king and rook."""
    start, goal, kind = move
    if kind == CASTLING and not is_960:
        goal = start // 8 * 8 + (6 if goal > start else 2)
    promotion = LETTERS[kind - SPECIAL] if kind > SPECIAL + PAWN else ""
    return f"{show_square(start)}{show_square(goal)}{promotion}"


def matching(text, moves, letter_of):
    """The moves (start, goal, kind) that a text may mean; None if it is not a move at all."""
    text = text.strip().rstrip("+#!?")
    if text.upper().replace("0", "O") in ("O-O", "O-O-O"):
        is_short = len(text) == 3
        return [m for m in moves if m[2] == CASTLING and (m[1] > m[0]) == is_short]
    found = UCI.fullmatch(text)
    if found:
        names = {show_uci(m, False): m for m in moves} | {show_uci(m, True): m for m in moves}
        return [names[text]] if text in names else []
    text = text.removesuffix("e.p.").strip()
    found = MOVE.fullmatch(text)
    if found is None:
        return None
    letter = found["piece"].lower() or "p"
    promotion = (found["promotion"] or "").lower()
    fitting = []
    for start, goal, kind in moves:
        becomes = LETTERS[kind - SPECIAL] if kind > SPECIAL + PAWN else ""
        if (
            kind != CASTLING
            and letter_of(start) == letter
            and show_square(goal) == found["goal"]
            and (not found["file"] or FILES[start % 8] == found["file"])
            and (not found["row"] or str(start // 8 + 1) == found["row"])
            and becomes == promotion
        ):
            fitting.append((start, goal, kind))
    return fitting
