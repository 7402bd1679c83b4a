"""Alpha-beta without recursion, for many games side by side: each thread of a GPU has a lane.

A GPU runs 32 threads in step. So the search is a loop, and all lanes go through the same phases in
each turn of it; a turn is about one node. A frame for each ply says where the search stands there:

    ENTER     a state has been reached: its value may be known
    EVALUATE  evaluate it
    PRUNE     what the evaluation says: a cutoff, or a pass to be tried
    LIST      list its moves and rank them
    RETURN    its value is known: back to the ply before
    PICK      the best of the moves that are left
    MAKE      make it
    DONE      the search of the root is over

It is a short form of `engine/alphabeta`, with the same scale of values: iterative deepening, null
windows for all but the first move, a small table for each lane, killers and history, null moves,
futility, late moves reduced and skipped near the horizon, quiescence search. The evaluation is that
of the game, its network included, to the last point.
"""

from typing import Any, NamedTuple

import numpy as np

from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.values import (
    EVALUATION_LIMIT,
    HAS_EVALUATOR,
    HAS_IN_CHECK,
    HAS_NOISY,
    HAS_NULL,
    INFINITY,
    PROVEN,
    from_state,
    to_state,
)
from counterplay.learning.kernels.lane_moves import credit, pick

REPETITION, NO_PROGRESS = rules.REPETITION, rules.NO_PROGRESS
HAS_PATH = REPETITION > 0 or NO_PROGRESS > 0
MOST_ACTIONS = rules.MOST_ACTIONS

DEEPEST = 24
"""The most plies that a search looks ahead, and DEEPEST_ITERATION before quiescence search."""
DEEPEST_ITERATION = 20
FRAMES = DEEPEST + 2
MOVES = 40 * FRAMES + MOST_ACTIONS
"""The room for the moves of all plies. A ply that finds no room for its own is evaluated."""

ENTER, EVALUATE, PRUNE, LIST, RETURN, PICK, MAKE, DONE = range(8)

FIELDS = 22
(
    ALPHA, BETA, DEPTH, BEST, BEST_MOVE, TURN, COUNT, TOP, STATIC, IS_CHECK, LESS, SINCE, FLOOR,
    PASSED, MOVER, IS_QUIET, KILLER, OTHER_KILLER, MOVE, HAS_SUMS, CEILING, FIRST,
) = range(FIELDS)  # fmt: skip
"""The fields of a frame.

FLOOR      alpha as it was at first
TOP        where the moves of this ply begin; COUNT how many there are, -1 while a pass is tried
TURN       the place of the move that is searched, MOVE; LESS plies less deep, up to CEILING
IS_QUIET   in quiescence search; PASSED: the move before was a pass
SINCE      the first state of the path that can still be repeated
FIRST      the tag of the move to try first
HAS_SUMS   whether the network's sums of this ply are there
"""

(AT, MODE, VALUE, ITERATION, SPENT, ROOT_MOVE, ROOT_VALUE, PAST) = range(8)
NOW = 8
"""Where a search stands: its ply, its phase, the value that is given back, its depth, its nodes,
the best move and value of the last whole iteration, the number of states before the root."""

(LEAST_NODES, MOST_NODES, MARGIN, MOST_ON, SCALE, BUCKETS, OPENING_PLIES, RESIGN) = range(8)
HOW = 8
"""What a search is told: after LEAST_NODES no iteration begins, after MOST_NODES it is broken off;
the margin of the evaluation; numbers of the network; and what self-play is told."""

NO_MOVE, NO_TAG = -1, -1
EXACT, LOWER, UPPER = 0, 1, 2
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FUTILE_DEPTH = 4


class Lane(NamedTuple):
    """The arrays of one lane; from `how` on they belong to all lanes."""

    now: Any
    states: Any
    frame: Any
    keys: Any
    moves: Any
    ranks: Any
    past: Any
    table: Any
    history: Any
    words: Any
    sums: Any
    fresh: Any
    changes: Any
    how: Any
    rows: Any
    bias: Any
    last: Any
    offsets: Any
    weights: Any


@hot
def begin_search(lane):
    """Start to search the root, which is in the first place of `states`, with its key."""
    now, frame = lane.now, lane.frame
    now[ITERATION], now[SPENT], now[ROOT_MOVE], now[ROOT_VALUE] = 1, 0, NO_MOVE, 0
    for ply in range(FRAMES):
        frame[ply, KILLER], frame[ply, OTHER_KILLER], frame[ply, HAS_SUMS] = NO_MOVE, NO_MOVE, 0
    enter_root(lane)


@hot
def enter_root(lane):
    now, frame = lane.now, lane.frame
    frame[0, ALPHA], frame[0, BETA], frame[0, DEPTH] = -INFINITY, INFINITY, now[ITERATION]
    frame[0, TOP], frame[0, PASSED] = 0, 0
    now[AT], now[MODE] = 0, ENTER


@hot
def state_at(lane, ply):
    return rules.load(0, np.int64(0), lane.states[ply])


@hot
def give_back(lane, v):
    lane.now[VALUE], lane.now[MODE] = v, RETURN


# A state has been reached ---------------------------------------------------------------------


@hot
def arrive(lane):
    """A state has been reached: its value may be known, from the rules or from the table."""
    now, frame = lane.now, lane.frame
    ply = now[AT]
    s = state_at(lane, ply)
    now[SPENT] += 1
    p = np.int64(rules.player(0, s))
    frame[ply, MOVER], frame[ply, FIRST], frame[ply, HAS_SUMS] = p, NO_TAG, 0
    if rules.terminal(0, s):
        give_back(lane, from_state(np.int64(rules.score(0, s, p)), ply))
        return
    if HAS_PATH and ply > 0 and is_repeated(lane, ply):
        give_back(lane, np.int64(0))
        return
    is_check = HAS_IN_CHECK and rules.in_check(0, s)
    frame[ply, IS_CHECK] = is_check
    frame[ply, IS_QUIET] = frame[ply, DEPTH] <= 0 and not is_check
    frame[ply, FLOOR], frame[ply, BEST] = frame[ply, ALPHA], -INFINITY
    frame[ply, BEST_MOVE], frame[ply, STATIC] = NO_MOVE, -INFINITY
    if is_full(frame, ply):
        now[MODE] = EVALUATE
    elif frame[ply, DEPTH] <= 0 or not is_in_table(lane, ply):
        now[MODE] = LIST if is_check else EVALUATE


@hot
def is_repeated(lane, ply) -> bool:
    """Whether this state occurred before, in the game or in the search, or nothing progresses."""
    root, since = lane.now[PAST], lane.frame[ply, SINCE]
    if NO_PROGRESS > 0 and root + ply - since >= NO_PROGRESS:
        return True
    key = lane.keys[ply]
    for i in range(since, root + ply):
        if (lane.past[i] if i < root else lane.keys[i - root]) == key:
            return True
    return False


@hot
def is_full(frame, ply):
    """Whether there is no room for another ply."""
    return ply >= DEEPEST or frame[ply, TOP] + MOST_ACTIONS > MOVES


# The table --------------------------------------------------------------------------------------


@hot
def tag_of(move):
    """16 bits of a move, by which the table knows it."""
    return np.int64((np.uint64(move) * GOLDEN) >> np.uint64(48))


@hot
def is_in_table(lane, ply) -> bool:
    """Whether the table settles the window; if so, its value is given back.

    An entry is the key, and one word: 32 bits of value, 8 of depth, 2 of bound, 16 of the move.
    """
    frame, key = lane.frame, lane.keys[ply]
    alpha, beta = frame[ply, ALPHA], frame[ply, BETA]
    i = np.int64(key & np.uint64(len(lane.table) - 1))
    if lane.table[i, 0] != np.int64(key):
        return False
    word = lane.table[i, 1]
    v, bound = from_state(np.int64(np.int32(word & 0xFFFFFFFF)), ply), word >> 40 & 3
    frame[ply, FIRST] = word >> 48 & 0xFFFF
    if ply == 0 or beta - alpha > 1 or (word >> 32 & 0xFF) < frame[ply, DEPTH]:
        return False
    is_known = bound == EXACT or (bound == LOWER and v >= beta) or (bound == UPPER and v <= alpha)
    if is_known:
        give_back(lane, v)
    return is_known


@hot
def leave(lane, ply):
    """A state is searched: keep its value in the table, and give it back."""
    frame = lane.frame
    best, depth = frame[ply, BEST], frame[ply, DEPTH]
    if depth > 0:
        bound = LOWER if best >= frame[ply, BETA] else EXACT if best > frame[ply, FLOOR] else UPPER
        move = frame[ply, BEST_MOVE]
        tag = tag_of(move) if move != NO_MOVE else frame[ply, FIRST]
        word = (to_state(best, ply) & 0xFFFFFFFF) | min(depth, 255) << 32
        i = np.int64(lane.keys[ply] & np.uint64(len(lane.table) - 1))
        lane.table[i, 0] = np.int64(lane.keys[ply])
        lane.table[i, 1] = word | bound << 40 | (tag & 0xFFFF) << 48
    give_back(lane, best)


# What the evaluation says ---------------------------------------------------------------------


@hot
def prune(lane):
    """What the evaluation says: a cutoff, a pass to be tried, or moves to be listed."""
    now, frame = lane.now, lane.frame
    ply = now[AT]
    static, alpha, beta = frame[ply, STATIC], frame[ply, ALPHA], frame[ply, BETA]
    depth = frame[ply, DEPTH]
    now[MODE] = LIST
    if is_full(frame, ply) or (depth <= 0 and (static >= beta or not HAS_NOISY)):
        give_back(lane, static)
    elif depth <= 0:
        frame[ply, BEST], frame[ply, ALPHA] = static, max(alpha, static)
    elif HAS_EVALUATOR and ply > 0 and beta - alpha == 1 and abs(beta) < PROVEN:
        if depth <= FUTILE_DEPTH and static - lane.how[MARGIN] * depth >= beta:
            give_back(lane, static)
        elif HAS_NULL and depth >= 3 and static >= beta and not frame[ply, PASSED]:
            try_pass(lane, ply, depth, beta)


@hot
def try_pass(lane, ply, depth, beta):
    """Search the state after a pass, if the game allows one."""
    frame = lane.frame
    child = rules.null(0, np.int64(0), state_at(lane, ply))
    if np.int64(rules.player(0, child)) == frame[ply, MOVER]:
        return
    rules.store(lane.states[ply + 1], child)
    lane.keys[ply + 1] = rules.key(0, child)
    frame[ply, MOVE], frame[ply, COUNT] = NO_MOVE, -1
    frame[ply + 1, ALPHA], frame[ply + 1, BETA] = -beta, 1 - beta
    frame[ply + 1, DEPTH] = depth - 3 - depth // 4
    frame[ply + 1, PASSED], frame[ply + 1, TOP] = 1, frame[ply, TOP]
    frame[ply + 1, SINCE] = lane.now[PAST] + ply + 1
    lane.now[AT], lane.now[MODE] = ply + 1, ENTER


# Values go back -------------------------------------------------------------------------------


@hot
def settle(lane):
    """Take values back to the plies before, up to a move that has to be made."""
    now, frame = lane.now, lane.frame
    while now[MODE] == RETURN or now[MODE] == PICK:
        ply = now[AT]
        if now[MODE] == PICK:
            pick(lane, ply)
        elif ply == 0:
            end_iteration(lane)
        else:
            now[AT] = ply - 1
            v = now[VALUE]
            take_back(lane, ply - 1, v if frame[ply, MOVER] == frame[ply - 1, MOVER] else -v)


@hot
def end_iteration(lane):
    """The root was searched to the depth of this iteration: go on, or end the search."""
    now = lane.now
    now[ROOT_VALUE] = now[VALUE]
    if lane.frame[0, BEST_MOVE] != NO_MOVE:
        now[ROOT_MOVE] = lane.frame[0, BEST_MOVE]
    is_over = now[SPENT] >= lane.how[LEAST_NODES] or now[ITERATION] >= DEEPEST_ITERATION
    if is_over or abs(now[VALUE]) > PROVEN:
        now[MODE] = DONE
    else:
        now[ITERATION] += 1
        enter_root(lane)


@hot
def take_back(lane, ply, v):
    """A successor of the state at this ply is worth v for the player to move there."""
    now, frame = lane.now, lane.frame
    alpha, beta = frame[ply, ALPHA], frame[ply, BETA]
    now[MODE] = PICK
    if frame[ply, COUNT] < 0:  # it was a pass
        now[MODE] = LIST
        if v >= beta:
            give_back(lane, min(v, np.int64(EVALUATION_LIMIT)))
        return
    if v > alpha and (frame[ply, LESS] > 0 or (frame[ply, CEILING] < beta and v < beta)):
        # Better than expected: search it again, not reduced, or with the whole window.
        if frame[ply, LESS] == 0:
            frame[ply, CEILING] = beta
        frame[ply, LESS] = 0
        send(lane, ply)
        return
    if v > frame[ply, BEST]:
        frame[ply, BEST] = v
        if v > alpha:
            frame[ply, BEST_MOVE], frame[ply, ALPHA] = frame[ply, MOVE], v
            if v >= beta:
                if not frame[ply, IS_QUIET]:
                    credit(lane, ply)
                leave(lane, ply)


@hot
def send(lane, ply):
    """Search the successor, which is at the next ply."""
    frame = lane.frame
    low, high = frame[ply, ALPHA], frame[ply, CEILING]
    if frame[ply + 1, MOVER] == frame[ply, MOVER]:
        frame[ply + 1, ALPHA], frame[ply + 1, BETA] = low, high
    else:
        frame[ply + 1, ALPHA], frame[ply + 1, BETA] = -high, -low
    frame[ply + 1, DEPTH] = frame[ply, DEPTH] - 1 - frame[ply, LESS]
    lane.now[AT], lane.now[MODE] = ply + 1, ENTER


@hot
def make(lane):
    """Make the move that was chosen, and search what follows."""
    frame, ply = lane.frame, lane.now[AT]
    s = state_at(lane, ply)
    child = rules.result(0, np.int64(0), s, frame[ply, MOVE])
    rules.store(lane.states[ply + 1], child)
    lane.keys[ply + 1] = rules.key(0, child)
    if HAS_PATH:
        is_final = rules.irreversible(0, s, frame[ply, MOVE])
        frame[ply + 1, SINCE] = lane.now[PAST] + ply + 1 if is_final else frame[ply, SINCE]
    frame[ply + 1, MOVER] = np.int64(rules.player(0, child))
    frame[ply + 1, TOP] = frame[ply, TOP] + frame[ply, COUNT]
    frame[ply + 1, PASSED] = 0
    if HAS_IN_CHECK and frame[ply, LESS] > 0 and rules.in_check(0, child):
        frame[ply, LESS] = 0
    send(lane, ply)
