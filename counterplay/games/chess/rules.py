"""Chess, and Chess960: checkmate the king.

The board is always seen by the side to move, and turned over with every move (`board.py`). `rights`
has a bit for each rook that may still castle, and one behind a pawn that has just made a double
step, but only if a legal move takes it en passant. So equal states are equal positions. `clock`
counts the plies since the last pawn move or capture, `ply` those since the game began.

Draws that a player can claim are claimed: a position that occurs three times, and fifty moves
without a capture or a pawn move. With `claims=False`, only automatic draws count: five times, and
75 moves.

Rules: FIDE Laws of Chess, 2023.
"""

from functools import lru_cache

import numpy as np

from counterplay.core.bits.bits import bit, byteswap, lowest
from counterplay.core.bits.mixing import mixed
from counterplay.core.compile.native import apart
from counterplay.core.game.facts import Facts, parameter
from counterplay.games.chess import text
from counterplay.games.chess.board import (
    EIGHT,
    FIRST,
    KING,
    KNIGHT_ATTACKS,
    LIGHT,
    NOTHING,
    ONE,
    PAWN,
    QUEEN,
    SIXTH,
    State,
    attacks_of_their_pawns,
    diagonals,
    is_several,
    knights,
    pawns,
    straights,
    taken,
)
from counterplay.games.chess.endgame_index import index as index
from counterplay.games.chess.endgame_index import state as state
from counterplay.games.chess.endgame_material import size as size
from counterplay.games.chess.endgame_material import slices as slices
from counterplay.games.chess.endgame_names import parse_tables as parse_tables
from counterplay.games.chess.endgame_names import show_table as show_table
from counterplay.games.chess.endgame_names import tables_below as tables_below
from counterplay.games.chess.endgame_predecessors import predecessors as predecessors
from counterplay.games.chess.evaluation import static_evaluation
from counterplay.games.chess.evaluation_features import FEATURES as FEATURES
from counterplay.games.chess.evaluation_features import UNITS as UNITS
from counterplay.games.chess.evaluation_weights import hand_weights, learned_weights, piece_weights
from counterplay.games.chess.exchange import WORTH, code_at, gains
from counterplay.games.chess.moves import (
    C1,
    CASTLING,
    D1,
    DOUBLE_STEP,
    F1,
    G1,
    IN_PASSING,
    SPECIAL,
    actions,
    passers,
    view,
    width,
)
from counterplay.games.chess.moves import leaving as leaving
from counterplay.games.chess.moves import loud as loud
from counterplay.games.chess.network_inputs import features as features
from counterplay.presentation.drawings import Grid

START = parameter("start", 518, 0, 959, "the Chess960 number of the first row; 518 is RNBQKBNR")
CLAIMS = parameter("claims", True, about="whether draws that have to be claimed are")

facts = Facts(
    title="Chess",
    names=("White", "Black"),
    most_actions=218,
    longest_game=11_797 if CLAIMS else 17_697,
    unit=10_000,
    counted_in=("pawns", 100),
    repetition=3 if CLAIMS else 5,
    patience=100 if CLAIMS else 150,
)

DISTINCT_ACTIONS = 1 << 16

SEARCH = {"history_keys": False, "late_move_pruning": True}
"""As in most chess programs: repetitions are detected, but the game history is not part of the
table key; late quiet moves are pruned near the horizon."""

PATIENCE = facts.patience
"""The game is drawn after this many plies without a capture or a pawn move."""


def first_row(number):
    """The pieces of the first row, by the Chess960 number of the start (Scharnagl)."""
    row = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    number, queen = divmod(number, 6)
    row[2 * light + 1], row[2 * dark] = "b", "b"
    free = [c for c in range(8) if not row[c]]
    row[free.pop(queen)] = "q"
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    first, second = pairs[number]
    row[free[first]], row[free[second]] = "n", "n"
    rest = [c for c in range(8) if not row[c]]
    for c, piece in zip(rest, "rkr", strict=True):
        row[c] = piece
    return "".join(row)


ROW = first_row(START)
START_FEN = f"{ROW}/pppppppp/8/8/8/8/PPPPPPPP/{ROW.upper()} w KQkq - 0 1"


def placed(board, turn, rooks, clock, ply):
    """The state of a board as White sees it, without a right to capture en passant."""
    codes = {square: text.CODES[piece.lower()] for square, piece in board.items()}
    words = [sum((code >> i & 1) << square for square, code in codes.items()) for i in range(3)]
    words.append(sum(1 << a for a, piece in board.items() if piece.islower() == (turn == 1)))
    words.append(sum(1 << square for square in rooks))
    boards = [np.uint64(word) for word in words]
    if turn == 1:
        boards = [byteswap(word) for word in boards]
    return State(*boards, clock, ply)


BEGINNING = placed(text.read_board(START_FEN.split()[0]), 0, [], 0, 0)
HOME = np.uint64(sum(1 << c | 1 << (56 + c) for c in range(8) if ROW[c] == "r"))


def initial():
    return State(BEGINNING.low, BEGINNING.mid, BEGINNING.high, BEGINNING.mine, HOME, 0, 0)


def player(s):
    return s.ply & 1


@apart
def result(s, a):
    start, goal, kind = bit(a & 63), bit(a >> 6 & 63), a >> 12
    keep = ~(start | goal)
    low, mid, high = s.low & keep, s.mid & keep, s.high & keep
    mine = s.mine & keep
    rights = s.rights & keep & ~SIXTH
    clock = s.clock + 1
    if kind == CASTLING:
        king, rook = (bit(G1), bit(F1)) if goal > start else (bit(C1), bit(D1))
        low |= king
        mid |= king | rook
        high |= rook
        mine |= king | rook
        rights &= ~FIRST
    elif kind & 3 == 0:  # en passant
        low = (low & ~(goal >> EIGHT)) | goal
        mine |= goal
        clock = 0
    else:
        if kind & 1:
            low |= goal
        if kind & 2:
            mid |= goal
        if kind & 4:
            high |= goal
        mine |= goal
        if kind == KING:
            rights &= ~FIRST
        if kind == PAWN or kind & SPECIAL or goal & taken(s):
            clock = 0
    after = State(
        byteswap(low),
        byteswap(mid),
        byteswap(high),
        byteswap((low | mid | high) ^ mine),
        byteswap(rights),
        clock,
        s.ply + 1,
    )
    if kind == DOUBLE_STEP:
        return with_passing(after, byteswap(start << EIGHT))
    return after


@apart
def with_passing(s, goal):
    """The state, with the right to take in passing on `goal` if a legal move does it."""
    if attacks_of_their_pawns(goal) & pawns(s) & s.mine == NOTHING:
        return s
    if passers(s, view(s), goal) == NOTHING:
        return s
    return State(s.low, s.mid, s.high, s.mine, s.rights | goal, s.clock, s.ply)


# Ends -------------------------------------------------------------------------------------------


@apart
def terminal(s):
    """Whether there is no legal move; seldom must they be counted to know."""
    v = view(s)
    if v.checkers == NOTHING:
        free = s.mine & ~v.pinned
        if ((pawns(s) & free) << EIGHT) & ~v.taken:
            return False
        horses = knights(s) & free
        while horses != NOTHING:
            if KNIGHT_ATTACKS[lowest(horses)] & ~s.mine:
                return False
            horses &= horses - ONE
    return width(s) == 0


def utility(s, p):
    if not threatened(s):
        return 0
    return -1 if p == player(s) else 1


@apart
def drawn(s):
    """Fifty moves in which nothing happened, or nobody can ever be mated."""
    return s.clock >= PATIENCE or is_dead(s)


def is_dead(s):
    """Bare kings, one minor piece beside them, or bishops on squares of one colour."""
    if pawns(s) | straights(s):
        return False
    horses, bishops = knights(s), diagonals(s)
    if horses:
        return bishops == NOTHING and not is_several(horses)
    return bishops & LIGHT == NOTHING or bishops & ~LIGHT == NOTHING


# Optional functions for searches -----------------------------------------------------------------


HALF = np.uint64(32)


@apart
def key(s):
    """A key of the board, the rights and the side to move."""
    pieces = mixed(mixed(mixed(NOTHING, s.low), s.mid), s.high)
    return mixed(mixed(pieces, s.mine), s.rights ^ np.uint64(s.ply & 1) << HALF)


@apart
def irreversible(s, a):
    """A capture, a pawn's move, or one that gives up the right to castle."""
    kind, goal = a >> 12, bit(a >> 6 & 63)
    if kind == PAWN or kind & SPECIAL or kind & 3 == 0 or goal & taken(s):
        return True
    return s.rights & FIRST & (bit(a & 63) if kind != KING else FIRST) != NOTHING


@apart
def noisy(s, a):
    """Captures that do not lose material, and promotions to a queen."""
    kind = a >> 12
    if kind == SPECIAL | QUEEN or kind == IN_PASSING:
        return True
    return kind != CASTLING and bit(a >> 6 & 63) & taken(s) != NOTHING and gains(s, a, 0)


@apart
def exchange(s, a, least):
    """Whether a move wins `least` or more on its target square. A promotion always does."""
    kind = a >> 12
    if kind == CASTLING:
        return least <= 0
    if kind == IN_PASSING or (kind & SPECIAL and kind != DOUBLE_STEP):
        return True
    return gains(s, a, least)


@apart
def order(s, a):
    """Captures by most valuable victim, then least valuable attacker; losing captures last."""
    kind, start, goal = a >> 12, bit(a & 63), bit(a >> 6 & 63)
    if kind == CASTLING:
        return 0
    prize = WORTH[code_at(s, goal)]
    if kind == SPECIAL | QUEEN:
        return 2000 + prize
    if kind & SPECIAL and kind != DOUBLE_STEP:
        return -1000
    if kind == IN_PASSING:
        return 1100
    if prize == 0:
        return 0
    rank = prize - code_at(s, start)
    return 1000 + rank if gains(s, a, 0) else rank - 2000


@apart
def threatened(s):
    """Whether the king is in check."""
    return view(s).checkers != NOTHING


# Endgame tables know the rules by a hash of their code, so the function keeps its first name.
in_check = threatened


@apart
def null(s):
    """The state after a null move; the same state in check, or with only pawns (zugzwang)."""
    if (s.high | knights(s)) & s.mine and not threatened(s):
        theirs = taken(s) ^ s.mine
        rights = byteswap(s.rights & ~SIXTH)
        low, mid, high = byteswap(s.low), byteswap(s.mid), byteswap(s.high)
        return State(low, mid, high, byteswap(theirs), rights, s.clock + 1, s.ply + 1)
    return s


@apart
def evaluate(s, weights):
    return static_evaluation(s, weights)


NETWORK = "chess.network"
WEIGHTS = learned_weights()
NAMED_WEIGHTS = {"pieces": piece_weights(), "hand": hand_weights(), "learned": WEIGHTS}


# Notation and drawing ----------------------------------------------------------------------------


def seen_by_white(s, square):
    return square ^ 56 if player(s) else square


@lru_cache(256)  # showing one move needs all of them
def read_moves(s):
    """The legal moves in the form of `text.py`, by their number."""
    buffer = np.zeros(facts.most_actions, np.int64)
    listed = [int(a) for a in buffer[: actions(s, buffer)]]
    return {a: as_text_has_it(s, a) for a in listed}


def as_text_has_it(s, a):
    return seen_by_white(s, a & 63), seen_by_white(s, a >> 6 & 63), a >> 12


@lru_cache(256)
def board_of(s):
    """The pieces by their squares, in the form of `text.py`."""
    low, mid, high, mine = int(s.low), int(s.mid), int(s.high), int(s.mine)
    turn, board = player(s), {}
    for square in range(64):
        code = (low >> square & 1) | (mid >> square & 1) << 1 | (high >> square & 1) << 2
        if code:
            is_black = (mine >> square & 1) == turn
            letter = text.LETTERS[code]
            board[square ^ 56 if turn else square] = letter if is_black else letter.upper()
    return board


def show_end(s):
    if terminal(s):
        return "checkmate" if threatened(s) else "stalemate"
    return "lack of material" if is_dead(s) else "the fifty-move rule"


def show_move(s, a):
    """A move in standard algebraic notation: Nf3, exd5, O-O, e8=Q+, Rad1#."""
    board, move = board_of(s), as_text_has_it(s, a)
    letter, others = board[move[0]].lower(), []
    if letter not in "pk":
        others = [other for other in read_moves(s).values() if board[other[0]].lower() == letter]
    after = result(s, a)
    mark = ""
    if threatened(after):
        mark = "#" if terminal(after) else "+"
    return text.show_san(move, others, letter, move[1] in board or move[2] == IN_PASSING, mark)


def parse_move(s, said):
    """A move from standard algebraic notation, strict or loose, or from UCI notation."""
    moves, board = read_moves(s), board_of(s)
    fitting = text.matching(said, list(moves.values()), lambda square: board[square].lower())
    if fitting is None:
        raise ValueError("a move is written as Nf3, exd5, O-O, e8=Q or g1f3")
    if len(fitting) > 1:
        ways = " or ".join(text.show_square(start) for start, _, _ in fitting)
        raise ValueError(f"the move is ambiguous: it can start on {ways}")
    return next((a for a, move in moves.items() if move in fitting), None)


def show_position(s):
    """A position in FEN; in X-FEN where Chess960 needs it."""
    board = board_of(s)
    rights = int(s.rights)
    squares = [seen_by_white(s, i) for i in range(64) if rights >> i & 1]
    rooks = [square for square in squares if square // 8 in (0, 7)]
    passing = next((square for square in squares if square // 8 in (2, 5)), None)
    castling = text.show_castling(board, rooks)
    return text.show_fen(board, player(s), castling, passing, s.clock, s.ply // 2 + 1)


def parse_position(said):
    """A position from a FEN. Its last fields may be left out."""
    board, turn, rooks, passing, clock, number = text.read_fen(said)
    s = placed(board, turn, rooks, clock, 2 * (number - 1) + turn)
    other = placed(board, 1 - turn, rooks, clock, 0)
    if threatened(other):
        raise ValueError(f"{text.SIDES[turn]} is to move and could capture the king")
    return s if passing is None else with_passing(s, bit(seen_by_white(s, passing)))


def board(s):
    pieces = board_of(s)
    king = "k" if player(s) else "K"
    marks = [square ^ 56 for square, piece in pieces.items() if piece == king and threatened(s)]
    return Grid(text.rows_of(pieces), looks=text.LOOKS, ground="chequered", marks=marks)


def cells(s, a):
    """The start and the target of a move; for castling, those of the king."""
    start, goal, kind = as_text_has_it(s, a)
    if kind == CASTLING:
        goal = goal // 8 * 8 + (6 if goal > start else 2)
    return text.show_square(start), text.show_square(goal)
