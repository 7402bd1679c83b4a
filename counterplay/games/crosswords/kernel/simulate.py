"""Games that go on for some turns after a move, against racks that are drawn from the unseen tiles.

Iteration i draws the same rack and the same row of tiles for every candidate, so that their
differences depend less on luck.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.hashing import hash
from counterplay.games.crosswords.choosing import BY_LEAVE, best_of, value_moves
from counterplay.games.crosswords.equipment import SLOTS
from counterplay.games.crosswords.leaves import leave_value
from counterplay.games.crosswords.moves import (
    EXCHANGE,
    PASS,
    TILE,
    TILE_BITS,
    slot_of,
    take,
    tiles_in,
    tiles_only,
    value_of,
)
from counterplay.games.crosswords.scoring import lay, score_of

MOST_ROW, MOST_SQUARES = 512, 225

CONTEXT = [
    ("fault", np.int64),
    ("halt", np.int64),
    ("dice_seed", np.uint64),
    ("first_round", np.int64),
    ("rounds", np.int64),
    ("turns", np.int64),
    ("candidates_at", np.int64),
    ("candidate_count", np.int64),
    ("results_at", np.int64),
    ("room", np.int64),
    ("moves_at", np.int64),
    ("scores_at", np.int64),
    ("values_at", np.int64),
    ("pool", np.int64, (SLOTS,)),
    ("squares", np.int8, (MOST_SQUARES,)),
    ("mixed", np.int64, (MOST_ROW,)),
    ("row", np.int64, (MOST_ROW,)),
    ("held", np.int64, (2, SLOTS)),
    ("points", np.int64, (2,)),
    ("leaves", np.float64, (2,)),
    ("ends", np.int64, (2,)),
]
"""pool      the tiles that the player does not see
turns     the turns after the candidate, of both players together
mixed     the pool in a random order: the other player's rack, then the bag
row       the bag, from ends[0] up to, but without, ends[1]
leaves    what each player kept on the last turn is worth"""


@entry
def simulate(contexts):
    """Write the result of each candidate in each round: the points that the player is ahead by."""
    ctx = contexts[0]
    count = ctx["candidate_count"]
    candidates = array_at(ctx["candidates_at"], (count,), np.int64)
    results = array_at(ctx["results_at"], (ctx["rounds"], count), np.float64)
    for i in range(ctx["rounds"]):
        size = mix_pool(ctx, ctx["first_round"] + i)
        for c in range(count):
            if ctx["halt"]:
                return
            results[i, c] = play_out(ctx, candidates[c], size)


@native
def mix_pool(ctx, number):
    """Lay the unseen tiles in a random order; return how many there are."""
    mixed, n = ctx["mixed"], 0
    for slot in range(SLOTS):
        for _ in range(ctx["pool"][slot]):
            mixed[n] = slot
            n += 1
    for i in range(n - 1, 0, -1):
        j = np.int64(hash(ctx["dice_seed"], number, i) % np.uint64(i + 1))
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return n


@native
def draw_up(ctx, seat, rack_size):
    """Let a player draw from the row."""
    ends, rack = ctx["ends"], ctx["held"][seat]
    missing = rack_size - tiles_in(rack)
    while missing > 0 and ends[0] < ends[1]:
        rack[ctx["row"][ends[0]]] += 1
        ends[0] += 1
        missing -= 1


@native
def make_move(ctx, seat, a):
    """Make a move of a player, who draws. True if it ends the game."""
    data = rules.data_of(ctx)
    rack = ctx["held"][seat]
    take(rack, tiles_only(a))
    ctx["leaves"][seat] = leave_value(rack, data) if ctx["ends"][0] < ctx["ends"][1] else 0.0
    if a != PASS and not a & EXCHANGE:
        ctx["points"][seat] += score_of(ctx["squares"], a, data)
        lay(ctx["squares"], a, data)
    draw_up(ctx, seat, data.rack_size)
    tiles = tiles_only(a) if a & EXCHANGE else 0
    while tiles:
        ctx["row"][ctx["ends"][1]] = slot_of(tiles & TILE)
        ctx["ends"][1] += 1
        tiles >>= TILE_BITS
    if tiles_in(rack) > 0:
        return False
    ctx["points"][seat] += 2 * value_of(ctx["held"][1 - seat], data)
    ctx["leaves"][0], ctx["leaves"][1] = 0.0, 0.0
    return True


@native
def play_out(ctx, candidate, size):
    """The points and the leave that the player is ahead by, some turns after a candidate."""
    data = rules.data_of(ctx)
    moves = array_at(ctx["moves_at"], (ctx["room"],), np.int64)
    scores = array_at(ctx["scores_at"], (ctx["room"],), np.int64)
    values = array_at(ctx["values_at"], (ctx["room"],), np.float64)
    held, points, root = ctx["held"], ctx["points"], ctx["root"]
    for square in range(data.size * data.size):
        ctx["squares"][square] = root["board"][square]
    held[:] = 0
    points[:] = 0
    ctx["leaves"][:] = 0.0
    for slot in range(SLOTS):
        held[0, slot] = root["racks"][0, slot]
    others = min(size, data.rack_size)
    for i in range(others):
        held[1, ctx["mixed"][i]] += 1
    for i in range(others, size):
        ctx["row"][i] = ctx["mixed"][i]
    ctx["ends"][0], ctx["ends"][1] = others, size
    is_over = make_move(ctx, 0, candidate)
    seat = 1
    for _ in range(ctx["turns"]):
        if is_over:
            break
        bag = ctx["ends"][1] - ctx["ends"][0]
        other = value_of(held[1 - seat], data)
        n = value_moves(ctx["squares"], held[seat], bag, other, moves, scores, values, data)
        is_over = make_move(ctx, seat, moves[best_of(n, moves, scores, values, BY_LEAVE)])
        seat = 1 - seat
    ahead = points[0] - points[1] + ctx["leaves"][0] - ctx["leaves"][1]
    if not is_over and ctx["ends"][0] == ctx["ends"][1]:
        # Nothing is left to draw: the tiles of both count against them.
        ahead += value_of(held[1], data) - value_of(held[0], data)
    return ahead
