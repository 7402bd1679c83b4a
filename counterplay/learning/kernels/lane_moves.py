"""The moves of a lane's state: listed, ranked, and picked one after the other.

A rank is the game's own order times ORDER, plus KILLED for killers, plus history.
"""

import numpy as np

from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.values import HAS_EVALUATOR, HAS_ORDER, PROVEN
from counterplay.learning.kernels.lane_search import (
    ALPHA,
    AT,
    BEST,
    BETA,
    CEILING,
    COUNT,
    DEPTH,
    FIRST,
    GOLDEN,
    IS_CHECK,
    IS_QUIET,
    KILLER,
    LESS,
    MAKE,
    MARGIN,
    MODE,
    MOVE,
    MOVER,
    OTHER_KILLER,
    PICK,
    STATIC,
    TOP,
    TURN,
    leave,
    state_at,
    tag_of,
)

HISTORY_BITS = 10
HISTORY = 2 << HISTORY_BITS
HISTORY_MOST = 1 << 13
ORDER, MOST_ORDER = 1 << 17, (1 << 13) - 1
KILLED = 1 << 16
FIRST_RANK = (1 << 31) - 1
SKIP_DEPTH = 3


@hot
def list_moves(lane):
    """List the moves of a state, and rank them."""
    now, frame = lane.now, lane.frame
    ply = now[AT]
    s = state_at(lane, ply)
    room = lane.moves[frame[ply, TOP] :]
    n = np.int64(0)
    if frame[ply, IS_QUIET]:
        for i in range(np.int64(rules.loud(0, s, room))):
            if rules.noisy(0, s, room[i]):
                room[n] = room[i]
                n += 1
    else:
        n = np.int64(rules.actions(0, s, room))
    for i in range(n):
        lane.ranks[frame[ply, TOP] + i] = rank_of(lane, ply, s, room[i])
    frame[ply, TURN], frame[ply, COUNT] = -1, n
    now[MODE] = PICK


@hot
def rank_of(lane, ply, s, move):
    """Moves of a higher rank are tried first."""
    frame, rank = lane.frame, np.int64(0)
    if HAS_ORDER:
        rank = min(max(np.int64(rules.order(0, s, move)), -MOST_ORDER), MOST_ORDER) * ORDER
    if frame[ply, IS_QUIET]:
        return rank
    if tag_of(move) == frame[ply, FIRST]:
        return np.int64(FIRST_RANK)
    if move == frame[ply, KILLER]:
        return rank + KILLED
    if move == frame[ply, OTHER_KILLER]:
        return rank + KILLED - 1
    return rank + lane.history[history_slot(move, frame[ply, MOVER])]


@hot
def history_slot(move, p):
    slot = np.int64((np.uint64(move) * GOLDEN) >> np.uint64(64 - HISTORY_BITS))
    return slot + (p << HISTORY_BITS)


@hot
def credit(lane, ply):
    """A move caused a cutoff: if it is quiet, try it early elsewhere, and those before it later."""
    frame, ranks = lane.frame, lane.ranks
    top, turn, depth = frame[ply, TOP], frame[ply, TURN], frame[ply, DEPTH]
    move, rank = lane.moves[top + turn], ranks[top + turn]
    if rank > KILLED and rank != FIRST_RANK:  # it is loud
        return
    if frame[ply, KILLER] != move:
        frame[ply, KILLER], frame[ply, OTHER_KILLER] = move, frame[ply, KILLER]
    weight = min(depth * depth * 16, HISTORY_MOST // 8)
    for i in range(turn + 1):
        if i == turn or abs(ranks[top + i]) <= KILLED:
            slot = history_slot(lane.moves[top + i], frame[ply, MOVER])
            old = np.int64(lane.history[slot])
            change = weight if i == turn else -weight
            lane.history[slot] = old + change - old * weight // HISTORY_MOST


@hot
def pick(lane, ply):
    """Choose the move of the highest rank that is left. Late ones are searched less deep."""
    frame, moves, ranks = lane.frame, lane.moves, lane.ranks
    turn, top = frame[ply, TURN] + 1, frame[ply, TOP]
    if turn >= frame[ply, COUNT]:
        leave(lane, ply)
        return
    best = top + turn
    for i in range(top + turn + 1, top + frame[ply, COUNT]):
        if ranks[i] > ranks[best]:
            best = i
    move, rank = moves[best], ranks[best]
    moves[best], ranks[best] = moves[top + turn], ranks[top + turn]
    moves[top + turn], ranks[top + turn] = move, rank
    is_late = HAS_EVALUATOR and turn > 2 and rank < KILLED - 1 and frame[ply, BEST] > -PROVEN
    less = np.int64(0)
    if is_late and not frame[ply, IS_CHECK] and not frame[ply, IS_QUIET]:
        if is_hopeless(lane, ply, turn):
            leave(lane, ply)
            return
        if frame[ply, DEPTH] >= 3:
            less = np.int64(1 + (turn >= 8) + (frame[ply, DEPTH] >= 6 and turn >= 16))
    frame[ply, TURN], frame[ply, MOVE], frame[ply, LESS] = turn, move, less
    frame[ply, CEILING] = frame[ply, BETA] if turn == 0 else frame[ply, ALPHA] + 1
    lane.now[MODE] = MAKE


@hot
def is_hopeless(lane, ply, turn) -> bool:
    """Whether the late quiet moves that are left can be skipped, near the horizon."""
    frame, depth = lane.frame, lane.frame[ply, DEPTH]
    if ply == 0 or depth > SKIP_DEPTH or frame[ply, BETA] - frame[ply, ALPHA] > 1:
        return False
    hoped = frame[ply, STATIC] + lane.how[MARGIN] * (depth + 1)
    return turn >= 4 + 2 * depth * depth or hoped <= frame[ply, ALPHA]
