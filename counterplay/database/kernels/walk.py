"""The key of each position of many games, and who moves there.

Game g has the moves `first[g]` to `first[g + 1] - 1`. It has one position more than moves, so its
positions begin at `first[g] + g`.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules

CONTEXT = [
    ("count", np.int64),
    ("most", np.int64),  # at most this many plies of each game
    ("actions", np.int64),
    ("first", np.int64),
    ("start_count", np.int64),
    ("starts", np.int64),
    ("start_of", np.int64),
    ("keys", np.int64),
    ("movers", np.int64),  # -1 for chance; -2 if no move is counted
]

NOT_COUNTED = -2


@entry
def walk(contexts):
    ctx = contexts[0]
    first = array_at(ctx.first, (ctx.count + 1,), np.int64)
    total = first[ctx.count]
    actions = array_at(ctx.actions, (total + 1,), np.int64)
    starts = array_at(ctx.starts, (ctx.start_count,), rules.STATE)
    start_of = array_at(ctx.start_of, (ctx.count,), np.int64)
    keys = array_at(ctx.keys, (total + ctx.count,), np.uint64)
    movers = array_at(ctx.movers, (total + ctx.count,), np.int64)
    for game in range(ctx.count):
        begin, place = first[game], first[game] + game
        plies = min(first[game + 1] - begin, ctx.most)
        s = rules.load(ctx, 0, starts[start_of[game]])
        for ply in range(plies):
            action = actions[begin + ply]
            keys[place + ply] = rules.key(ctx, s)
            movers[place + ply] = rules.player(ctx, s)
            for other in range(ply):
                if keys[place + other] == keys[place + ply] and actions[begin + other] == action:
                    movers[place + ply] = NOT_COUNTED
                    break
            s = rules.result(ctx, (ply + 1) % 2, s, action)
        keys[place + plies] = rules.key(ctx, s)
    return total
