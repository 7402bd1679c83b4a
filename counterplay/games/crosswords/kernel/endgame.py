"""The end of a game with an empty bag: both racks are known, so alpha-beta searches it.

The values are points that the player to move gains on the other until the game is over. Two passes
in a row end it. Each position tries its best moves by points and tiles left, `WIDTH` of them and
the pass.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.games.crosswords.choosing import value_moves
from counterplay.games.crosswords.equipment import SLOTS
from counterplay.games.crosswords.moves import PASS, take, tiles_in, tiles_only, value_of
from counterplay.games.crosswords.scoring import lay, score_of

DEEPEST, WIDTH, MOST_SQUARES = 24, 24, 225
ABORTED, MOST_POINTS = 1 << 30, 1 << 20

CONTEXT = [
    ("fault", np.int64),
    ("halt", np.int64),
    ("depth", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("best_move", np.int64),
    ("best_value", np.int64),
    ("was_cut", np.int64),
    ("room", np.int64),
    ("moves_at", np.int64),
    ("scores_at", np.int64),
    ("values_at", np.int64),
    ("squares", np.int8, (DEEPEST + 2, MOST_SQUARES)),
    ("held", np.int64, (DEEPEST + 2, 2, SLOTS)),
    ("chosen", np.int64, (DEEPEST + 2, WIDTH + 1)),
]
"""depth      the plies that are searched
was_cut    1 if the search ended at that depth somewhere, so that a deeper one may say more"""


@entry
def search_end(contexts):
    """Search to the depth. The best move stays as it was if the nodes did not suffice."""
    ctx = contexts[0]
    root = ctx["root"]
    for square in range(len(root["board"])):
        ctx["squares"][0, square] = root["board"][square]
    for p in range(2):
        for slot in range(SLOTS):
            ctx["held"][0, p, slot] = root["racks"][p, slot]
    ctx["was_cut"] = 0
    value = negamax(ctx, 0, 0, -MOST_POINTS, MOST_POINTS, 0)
    if abs(value) < ABORTED:
        ctx["best_move"], ctx["best_value"] = ctx["chosen"][0, WIDTH], value


@native
def list_moves(ctx, ply, seat):
    """Write the best moves of a position into `chosen`, and a pass; return how many there are."""
    data = rules.data_of(ctx)
    moves = array_at(ctx["moves_at"], (ctx["room"],), np.int64)
    scores = array_at(ctx["scores_at"], (ctx["room"],), np.int64)
    values = array_at(ctx["values_at"], (ctx["room"],), np.float64)
    held = ctx["held"][ply]
    other = value_of(held[1 - seat], data)
    n = value_moves(ctx["squares"][ply], held[seat], 0, other, moves, scores, values, data) - 1
    count = min(n, WIDTH - 1)
    for i in range(count):
        best = i
        for j in range(i + 1, n):
            if values[j] > values[best]:
                best = j
        moves[i], moves[best] = moves[best], moves[i]
        values[i], values[best] = values[best], values[i]
        ctx["chosen"][ply, i] = moves[i]
    ctx["chosen"][ply, count] = PASS
    return count + 1


@recursive
def negamax(ctx, ply, seat, alpha, beta, passes):
    """The points that a player gains until the end; ABORTED or more if the nodes ran out."""
    data = rules.data_of(ctx)
    ctx["nodes"] += 1
    if ctx["nodes"] > ctx["node_limit"] or ctx["halt"]:
        return ABORTED
    own = value_of(ctx["held"][ply, seat], data)
    other = value_of(ctx["held"][ply, 1 - seat], data)
    if passes == 2:
        return other - own
    if ply >= ctx["depth"] or ply > DEEPEST:
        ctx["was_cut"] = 1
        return other - own
    n = list_moves(ctx, ply, seat)
    best, best_move = -MOST_POINTS, PASS
    for i in range(n):
        a = ctx["chosen"][ply, i]
        for square in range(data.size * data.size):
            ctx["squares"][ply + 1, square] = ctx["squares"][ply, square]
        for p in range(2):
            for slot in range(SLOTS):
                ctx["held"][ply + 1, p, slot] = ctx["held"][ply, p, slot]
        gained = 0
        if a != PASS:
            gained = score_of(ctx["squares"][ply], a, data)
            lay(ctx["squares"][ply + 1], a, data)
            take(ctx["held"][ply + 1, seat], tiles_only(a))
        if tiles_in(ctx["held"][ply + 1, seat]) == 0:
            value = gained + 2 * other
        else:
            after = negamax(
                ctx, ply + 1, 1 - seat, gained - beta, gained - max(alpha, best),
                passes + 1 if a == PASS else 0,
            )  # fmt: skip
            if abs(after) >= ABORTED:
                return ABORTED
            value = gained - after
        if value > best:
            best, best_move = value, a
        if best >= beta:
            break
    if ply == 0:
        ctx["chosen"][0, WIDTH] = best_move
    return best
