"""Crosses and rings: place either on a free square; whoever makes three in a row wins."""

from typing import NamedTuple

from counterplay.core.game.facts import Facts

FULL = 0o777
ACROSS, DOWN, ASLANT = (0o7, 0o70, 0o700), (0o111, 0o222, 0o444), (0o421, 0o124)
LINES = ACROSS + DOWN + ASLANT

facts = Facts(title="Crosses and rings", names=("Ann", "Ben"), most_actions=18, longest_game=9)


class State(NamedTuple):
    """A bit for each square, from the top left."""

    crosses: int
    rings: int
    turn: int


def initial():
    return State(0, 0, 0)


def player(s):
    return s.turn


def actions(s, moves):
    """A cross on square 0, a ring on square 0, a cross on square 1, and so on."""
    if terminal(s):
        return 0
    n = 0
    for square in range(9):
        if (s.crosses | s.rings) >> square & 1 == 0:
            moves[n], moves[n + 1] = 2 * square, 2 * square + 1
            n += 2
    return n


def result(s, a):
    bit = 1 << a // 2
    if a % 2 == 0:
        return State(s.crosses | bit, s.rings, 1 - s.turn)
    return State(s.crosses, s.rings | bit, 1 - s.turn)


def has_row(squares):
    found = False
    for line in LINES:
        found |= squares & line == line
    return found


def terminal(s):
    return s.crosses | s.rings == FULL or has_row(s.crosses) or has_row(s.rings)


def utility(s, p):
    if not has_row(s.crosses) and not has_row(s.rings):
        return 0
    return -1 if p == s.turn else 1


def show_move(s, a):
    return "XO"[a % 2] + square_name(a // 2)


def square_name(square):
    return "abc"[square % 3] + "321"[square // 3]


def mark_at(s, square):
    return "X" if s.crosses >> square & 1 else "O" if s.rings >> square & 1 else "."


def board(s):
    rows = [" ".join(mark_at(s, 3 * r + c) for c in range(3)) for r in range(3)]
    return "\n".join(f"{3 - r} {row}" for r, row in enumerate(rows)) + "\n  a b c"


def cells(s, a):
    return (square_name(a // 2),)


def show_position(s):
    """The squares from the top left, and who is to move: `X../.O./... Ann`."""
    rows = ["".join(mark_at(s, 3 * r + c) for c in range(3)) for r in range(3)]
    return f"{'/'.join(rows)} {facts.names[s.turn]}"


def parse_position(text):
    squares, _, name = text.partition(" ")
    marks = squares.replace("/", "")
    if len(marks) != 9 or set(marks) - set("XO.") or name not in facts.names:
        raise ValueError("write three rows of X, O and ., and Ann or Ben: 'X../.O./... Ann'")
    crosses = sum(1 << i for i, mark in enumerate(marks) if mark == "X")
    rings = sum(1 << i for i, mark in enumerate(marks) if mark == "O")
    if has_row(crosses) and has_row(rings):
        raise ValueError("two rows of three cannot be made in one game")
    return State(crosses, rings, facts.names.index(name))
