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

from counterplay.core.bits.bits import lowest, popcount
from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules

WIN, SCORED, REPETITION, NO_PROGRESS = rules.WIN, rules.SCORED, rules.REPETITION, rules.NO_PROGRESS
HAS_PATH = REPETITION > 0 or NO_PROGRESS > 0
HAS_NOISY, HAS_NULL, HAS_IN_CHECK = rules.HAS_NOISY, rules.HAS_NULL, rules.HAS_IN_CHECK
HAS_ORDER, HAS_FUNCTION = rules.HAS_ORDER, rules.HAS_FUNCTION
NET_WORDS, NET_PAIRS, NET_VIEWS = rules.NET_WORDS, rules.NET_PAIRS, rules.NET_VIEWS
HAS_NETWORK = NET_PAIRS > 0
HAS_EVALUATOR = HAS_NETWORK or HAS_FUNCTION
"""Without an evaluator nothing is pruned, passed or reduced."""
IS_SQUARED = rules.NET_SQUARED
MOST_ACTIONS = rules.MOST_ACTIONS
PROVEN = WIN + 1 if SCORED else WIN - 1000
LIMIT = WIN if SCORED else PROVEN - 1
INFINITY = 2**31 - 1

DEEPEST = 24
"""The most plies that a search looks ahead, and DEEPEST_ITERATION before quiescence search."""
DEEPEST_ITERATION = 20
FRAMES = DEEPEST + 2
MOVES = 40 * FRAMES + MOST_ACTIONS
"""The room for the moves of all plies. A ply that finds no room for its own is evaluated."""
CHANGES = 64 * NET_WORDS + 4
"""The room for the rows by which the sums of two states differ."""

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
HISTORY_BITS = 10
HISTORY = 2 << HISTORY_BITS
HISTORY_MOST = 1 << 13
ORDER = 1 << 17
"""A rank is the game's own order times this, plus KILLED for killers, plus history."""
MOST_ORDER = (1 << 13) - 1
KILLED = 1 << 16
FIRST_RANK = (1 << 31) - 1
ONE, UNIT = 255, 64
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

FUTILE_DEPTH, SKIP_DEPTH = 4, 3


class Lane(NamedTuple):
    """The arrays of one lane; the last five belong to all."""

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
        give_back(lane, end_value(s, p, ply))
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
def end_value(s, p, ply):
    """The payoff of a finished game: an early win is better than a late one."""
    v = np.int64(rules.score(0, s, p))
    if not SCORED:
        if v > 0:
            return v - ply
        if v < 0:
            return v + ply
    return v


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
def to_table(v, ply):
    """A value counted from its own state, not from the root."""
    if not SCORED:
        if v > PROVEN:
            return v + ply
        if v < -PROVEN:
            return v - ply
    return v


@hot
def from_table(v, ply):
    if not SCORED:
        if v > PROVEN:
            return v - ply
        if v < -PROVEN:
            return v + ply
    return v


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
    v, bound = from_table(np.int64(np.int32(word & 0xFFFFFFFF)), ply), word >> 40 & 3
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
        word = (to_table(best, ply) & 0xFFFFFFFF) | min(depth, 255) << 32
        i = np.int64(lane.keys[ply] & np.uint64(len(lane.table) - 1))
        lane.table[i, 0] = np.int64(lane.keys[ply])
        lane.table[i, 1] = word | bound << 40 | (tag & 0xFFFF) << 48
    give_back(lane, best)


# Evaluation -------------------------------------------------------------------------------------


@hot
def weigh(lane):
    """Evaluate the state."""
    ply = lane.now[AT]
    lane.frame[ply, STATIC] = evaluation(lane, ply, state_at(lane, ply), lane.frame[ply, MOVER])
    lane.now[MODE] = PRUNE


@hot
def evaluation(lane, ply, s, p):
    """The static evaluation of a state for player p, within its limits."""
    v = np.int64(0)
    if HAS_NETWORK:
        v += network_score(lane, ply, s, p)
    if HAS_FUNCTION:
        v += rules.points(s, p, lane.weights)
    return min(max(v, -LIMIT), LIMIT)


@hot
def network_score(lane, ply, s, p):
    """The score of a state by the network, for player p."""
    how, words = lane.how, lane.words
    update_sums(lane, ply, s)
    us = np.int64(rules.side(0, s)) if NET_VIEWS == 2 else np.int64(0)
    on = np.int64(0)
    for i in range(NET_WORDS):
        on += popcount(words[(ply * NET_VIEWS + us) * NET_WORDS + i])
    if on == 0:
        return np.int64(0)
    bucket = min(on * how[BUCKETS] // (how[MOST_ON] + 1), how[BUCKETS] - 1)
    total = lane.offsets[bucket]
    for k in range(NET_VIEWS):
        view = us if k == 0 else 1 - us
        part = weighted(lane, (ply * NET_VIEWS + view) * NET_PAIRS, bucket * NET_VIEWS + k)
        total += part // ONE if IS_SQUARED else part
    score = total * how[SCALE] // (ONE * UNIT)
    return score if us == p else -score


@hot
def update_sums(lane, ply, s):
    """The sums of the network at this ply, from those of the nearest ply before that has some."""
    frame, words, fresh, changes = lane.frame, lane.words, lane.fresh, lane.changes
    source = ply - 1
    while source >= 0 and not frame[source, HAS_SUMS]:
        source -= 1
    for view in range(NET_VIEWS):
        rules.inputs(0, s, np.int64(view), fresh)
        old, own = (max(source, 0) * NET_VIEWS + view), ply * NET_VIEWS + view
        differ, on = np.int64(0), np.int64(0)
        for i in range(NET_WORDS):
            on += popcount(fresh[i])
            differ += popcount(fresh[i] ^ words[old * NET_WORDS + i])
        is_new = source < 0 or differ > on
        count = np.int64(0)
        for i in range(NET_WORDS):
            before = np.uint64(0) if is_new else words[old * NET_WORDS + i]
            count = put_rows(changes, count, fresh[i] & ~before, i)
            count = put_rows(changes, count, before & ~fresh[i], NET_WORDS + i)
            words[own * NET_WORDS + i] = fresh[i]
        while count == 0 or count & 3:
            changes[count] = 128 * NET_WORDS
            count += 1
        add_rows(lane, own * NET_PAIRS, old * NET_PAIRS, is_new, count)
    frame[ply, HAS_SUMS] = 1


@hot
def put_rows(changes, count, goes, word):
    """List the rows of the inputs that go on, or the negative ones of those that go off."""
    while goes != 0:
        changes[count] = 64 * word + lowest(goes)
        count += 1
        goes &= goes - np.uint64(1)
    return count


@hot
def add_rows(lane, own, old, is_new, count):
    """Add the listed rows to the old sums, four at a time, or to those of no inputs.

    A number is two sums, low + high * 2**16. Such numbers can be added like any others: a carry out
    of the lower sum is what its sign says.
    """
    sums, rows, changes = lane.sums, lane.rows, lane.changes
    for k in range(0, count, 4):
        a, b, c, d = changes[k], changes[k + 1], changes[k + 2], changes[k + 3]
        for j in range(NET_PAIRS):
            before = sums[own + j]
            if k == 0:
                before = lane.bias[j] if is_new else sums[old + j]
            two, more = np.int32(rows[a, j] + rows[b, j]), np.int32(rows[c, j] + rows[d, j])
            sums[own + j] = np.int32(np.int32(before + two) + more)


@hot
def weighted(lane, start, row):
    """The weighted sum of what the activation makes of one view's sums."""
    total = np.int32(0)
    for j in range(NET_PAIRS):
        both, pair = lane.sums[start + j], lane.last[row, j]
        low, low_weight = np.int32(np.int16(both)), np.int32(np.int16(pair))
        high = np.int32(np.int32(both - low) >> np.int32(16))
        high_weight = np.int32(np.int32(pair - low_weight) >> np.int32(16))
        low = min(max(low, np.int32(0)), np.int32(ONE))
        high = min(max(high, np.int32(0)), np.int32(ONE))
        if IS_SQUARED:
            low, high = np.int32(low * low), np.int32(high * high)
        total = np.int32(total + np.int32(low * low_weight) + np.int32(high * high_weight))
    return np.int64(total)


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


# Moves ------------------------------------------------------------------------------------------


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
            give_back(lane, min(v, np.int64(LIMIT)))
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
