"""Whole games of two players who do not look ahead, for matches and to learn the values of leaves.

The tiles are in a row before the game, and each player draws from an end of it: so the same row
gives the same luck to both, and two games with the seats exchanged are a fair pair.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.hashing import hash
from counterplay.games.crosswords.choosing import best_of, value_moves
from counterplay.games.crosswords.equipment import SLOTS
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
from counterplay.games.crosswords.scoring import lay

MOST_BAG, MOST_SQUARES, MOST_SCORELESS = 256, 225, 6

TURN = np.dtype(
    [
        ("game", np.int64),
        ("seat", np.int64),
        ("bag", np.int64),
        ("gained", np.int64),
        ("leave", np.int8, (SLOTS,)),
    ]
)
"""A turn of a game: who moved, the tiles that were in the bag, the points, and the leave."""

CONTEXT = [
    ("fault", np.int64),
    ("halt", np.int64),
    ("dice_seed", np.uint64),
    ("first_game", np.int64),
    ("games", np.int64),
    ("ways", np.int64, (2,)),
    ("room", np.int64),
    ("moves_at", np.int64),
    ("scores_at", np.int64),
    ("values_at", np.int64),
    ("spreads_at", np.int64),
    ("turns_at", np.int64),
    ("turn_room", np.int64),
    ("turn_count", np.int64),
    ("squares", np.int8, (MOST_SQUARES,)),
    ("row", np.int64, (MOST_BAG,)),
    ("held", np.int64, (2, SLOTS)),
    ("points", np.int64, (2,)),
    ("ends", np.int64, (2,)),
]
"""ways      how each player chooses (`choosing.py`)
row       the tiles that are not drawn: from ends[0] up to, but without, ends[1]"""


@entry
def play_games(contexts):
    """Play games, and write the spread of each for the player who is first in its pair."""
    ctx = contexts[0]
    spreads = array_at(ctx["spreads_at"], (ctx["games"],), np.int64)
    for i in range(ctx["games"]):
        if ctx["halt"]:
            break
        number = ctx["first_game"] + i
        swapped = number & 1
        play_game(ctx, number, number >> 1, swapped)
        spread = ctx["points"][0] - ctx["points"][1]
        spreads[i] = -spread if swapped else spread


@native
def shuffle_row(ctx, number):
    """Lay all tiles in a row, in an order that the number of the pair decides."""
    data, n = rules.data_of(ctx), 0
    row = ctx["row"]
    for slot in range(SLOTS):
        for _ in range(data.counts[slot]):
            row[n] = slot
            n += 1
    for i in range(n - 1, 0, -1):
        j = np.int64(hash(ctx["dice_seed"], number, i) % np.uint64(i + 1))
        row[i], row[j] = row[j], row[i]
    ctx["ends"][0], ctx["ends"][1] = 0, n


@native
def refill(ctx, seat, rack_size):
    """Let a player draw: the first seat from the front of the row, the other from its end."""
    ends, rack = ctx["ends"], ctx["held"][seat]
    missing = rack_size - tiles_in(rack)
    while missing > 0 and ends[0] < ends[1]:
        if seat == 0:
            rack[ctx["row"][ends[0]]] += 1
            ends[0] += 1
        else:
            ends[1] -= 1
            rack[ctx["row"][ends[1]]] += 1
        missing -= 1


@native
def put_back(ctx, tiles, number, turn):
    """Put exchanged tiles into the row, at random places."""
    ends, row = ctx["ends"], ctx["row"]
    count = 0
    while tiles:
        tile = slot_of(tiles & TILE)
        tiles >>= TILE_BITS
        ends[0] -= 1  # the first player has drawn, so there is room
        at = ends[0]
        word = hash(ctx["dice_seed"], number, turn + 1000, count)
        j = ends[0] + np.int64(word % np.uint64(ends[1] - ends[0]))
        row[at] = row[j]
        row[j] = tile
        count += 1


@native
def write_turn(ctx, number, seat, bag, gained):
    """Keep a turn for the learner, if there is room."""
    if ctx["turn_count"] < ctx["turn_room"]:
        turns = array_at(ctx["turns_at"], (ctx["turn_room"],), TURN)
        turn = turns[ctx["turn_count"]]
        turn["game"], turn["seat"], turn["bag"], turn["gained"] = number, seat, bag, gained
        for slot in range(SLOTS):
            turn["leave"][slot] = ctx["held"][seat][slot]
        ctx["turn_count"] += 1


@native
def play_game(ctx, number, pair, swapped):
    """Play one game. The points of both seats are in `points` afterwards."""
    data = rules.data_of(ctx)
    moves = array_at(ctx["moves_at"], (ctx["room"],), np.int64)
    scores = array_at(ctx["scores_at"], (ctx["room"],), np.int64)
    values = array_at(ctx["values_at"], (ctx["room"],), np.float64)
    squares = ctx["squares"]
    held, ends, points = ctx["held"], ctx["ends"], ctx["points"]
    squares[:] = 0
    held[:] = 0
    points[:] = 0
    shuffle_row(ctx, pair)
    refill(ctx, 0, data.rack_size)
    refill(ctx, 1, data.rack_size)
    seat, scoreless, turn = 0, 0, 0
    while scoreless < MOST_SCORELESS:
        rack, bag = held[seat], ends[1] - ends[0]
        n = value_moves(
            squares, rack, bag, value_of(held[1 - seat], data), moves, scores, values, data
        )
        way = ctx["ways"][1 - seat if swapped else seat]
        best = best_of(n, moves, scores, values, way)
        a, gained = moves[best], scores[best]
        take(rack, tiles_only(a))
        write_turn(ctx, number, seat, bag, gained)
        if a != PASS and not a & EXCHANGE:
            lay(squares, a, data)
        points[seat] += gained
        scoreless = 0 if gained > 0 else scoreless + 1
        refill(ctx, seat, data.rack_size)
        if a & EXCHANGE:
            put_back(ctx, tiles_only(a), pair, turn)
        if tiles_in(rack) == 0:
            left = value_of(held[1 - seat], data)
            points[seat] += left
            points[1 - seat] -= left
            return
        seat = 1 - seat
        turn += 1
    for p in range(2):
        points[p] -= value_of(held[p], data)
