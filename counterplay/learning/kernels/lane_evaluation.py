"""The static evaluation of a lane's state: the game's function, its network, or their sum.

It is that of the game on the CPU, to the last point. Only the sums of the network are kept in
another form: one number holds two of them.
"""

import numpy as np

from counterplay.core.bits.bits import lowest, popcount
from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules
from counterplay.core.network import evaluate as network
from counterplay.engine.alphabeta.kernel.values import EVALUATION_LIMIT
from counterplay.learning.kernels.lane_search import (
    AT,
    BUCKETS,
    FRAMES,
    HAS_SUMS,
    MODE,
    MOST_ON,
    MOVER,
    PRUNE,
    SCALE,
    STATIC,
    state_at,
)

HAS_FUNCTION, IS_SQUARED = rules.HAS_FUNCTION, rules.NET_SQUARED
NET_WORDS, NET_PAIRS, NET_VIEWS = rules.NET_WORDS, rules.NET_PAIRS, rules.NET_VIEWS
HAS_NETWORK = NET_PAIRS > 0
ONE, ONE_SCORE = network.ONE, network.ONE * network.UNIT
CHANGES = 64 * NET_WORDS + 4
"""The room for the rows by which the sums of two states differ."""
ALL_WORDS = max(FRAMES * NET_VIEWS * NET_WORDS, 1)
ALL_PAIRS = max(FRAMES * NET_VIEWS * NET_PAIRS, 1)


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
    return min(max(v, -EVALUATION_LIMIT), EVALUATION_LIMIT)


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
    score = total * how[SCALE] // ONE_SCORE
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
