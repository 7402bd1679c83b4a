"""Crosswords: words on a board, by the rules of Scrabble for two players.

Each player has seven tiles and sees only these. A player lays tiles in one line, so that all words
that are made are in the list, exchanges some tiles while seven or more are in the bag, or passes.
The first word covers the middle. Premium squares count once, for the tiles laid on them. All seven
tiles score 50 points more. The game ends when a player has laid the last tile and the bag is empty,
or after six turns without a score. Tiles on a rack are subtracted; the player who laid the last
tile gets those of the other.
"""

import numpy as np

from counterplay.core.compile.native import apart
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE, Facts, parameter, setting
from counterplay.core.game.hashing import hash
from counterplay.games.crosswords.drawing import draw
from counterplay.games.crosswords.equipment import (
    SLOTS,
    STANDARD_TILES,
    STANDARD_WORDS,
    equip,
    graph_of,
    read_tiles,
)
from counterplay.games.crosswords.leaves import leave_value, worth
from counterplay.games.crosswords.moves import (
    EXCHANGE,
    PASS,
    give,
    take,
    tiles_in,
    tiles_only,
    value_of,
    write_exchanges,
)
from counterplay.games.crosswords.notation import move_text, read_move, slot_text
from counterplay.games.crosswords.plays import all_plays
from counterplay.games.crosswords.scoring import lay, score_of

SIZE = parameter("size", 15, 3, 15, "squares on a side, an odd number")
RACK = parameter("rack", 7, 1, 7, "tiles on a rack")
BONUS = parameter("bonus", 50, 0, 1000, "points for a play with a whole rack")
TILES = parameter("tiles", STANDARD_TILES, about="each letter, how many tiles, and their value")
SPREAD = parameter("spread", True, about="whether the payoff is the difference of the points")
WORDS = setting("words", STANDARD_WORDS, "ENABLE, a file with a word a line, or the words")

MOST_SCORELESS = 6
EXCHANGES = 1 << RACK
SET = read_tiles(TILES)
BAG = sum(SET.counts)
if SIZE % 2 == 0:
    raise InputError(f"size={SIZE} must be odd: the first word covers the middle")
if BAG < 2 * RACK:
    raise InputError(f"tiles={TILES!r} are {BAG}, too few for two racks of {RACK}")
if max(SET.counts) > 127:
    raise InputError(f"tiles={TILES!r} has a letter more than 127 times")
data = equip(SIZE, RACK, BONUS, SET, graph_of(WORDS, SET.letters))

facts = Facts(
    title="Crosswords",
    names=("first", "second"),
    most_actions=65_535 if SET.counts[0] else 16_383,
    longest_game=2 * BAG + (5 * BAG + MOST_SCORELESS) * (1 + RACK),
    best=10_000 if SPREAD else 1,
    scored=SPREAD,
    chance=True,
    most_outcomes=SLOTS,
    hidden=True,
)

UNIT = facts.unit

State = np.dtype(
    [
        ("board", np.int8, (SIZE * SIZE,)),  # 0 empty, 1 to 30 letters, 32 more for blanks
        ("racks", np.int8, (2, SLOTS)),  # how many blanks, and how many of each letter
        ("bag", np.int8, (SLOTS,)),
        ("aside", np.int8, (SLOTS,)),  # exchanged tiles, until the new ones are drawn
        ("scores", np.int32, (2,)),
        ("turn", np.int8),
        ("scoreless", np.int8),  # turns in a row
        ("past", np.uint64),  # a hash of what both players have seen
        ("own", np.uint64, (2,)),  # a hash of the racks and moves of each player
    ]
)


def initial(out, data):
    out.board[:] = 0
    out.racks[:] = 0
    for slot in range(SLOTS):
        out.bag[slot] = data.counts[slot]
    out.aside[:] = 0
    out.scores[:] = 0
    out.turn = 0
    out.scoreless = 0
    out.past = np.uint64(0)
    out.own[:] = np.uint64(0)


@apart
def drawer(s):
    """The player who must draw a tile; -1 if none."""
    if tiles_in(s.bag) == 0:
        return -1
    if tiles_in(s.racks[0]) < RACK:
        return 0
    return 1 if tiles_in(s.racks[1]) < RACK else -1


def player(s):
    return CHANCE if drawer(s) >= 0 else s.turn


def terminal(s):
    if s.scoreless >= MOST_SCORELESS:
        return True
    is_out = tiles_in(s.racks[0]) == 0 or tiles_in(s.racks[1]) == 0
    return is_out and tiles_in(s.bag) == 0


@apart
def actions(s, moves, data):
    if terminal(s) or drawer(s) >= 0:
        return 0
    rack, no_scores = s.racks[s.turn], np.empty(0, np.int64)
    n = all_plays(s.board, rack, moves[: len(moves) - EXCHANGES], no_scores, data)
    if tiles_in(s.bag) >= RACK:
        n = write_exchanges(rack, moves, n)
    moves[n] = PASS
    return n + 1


def chance(s, outcomes, probabilities):
    """The tiles of the bag, each kind by its number."""
    total, n = tiles_in(s.bag), 0
    for slot in range(SLOTS):
        if s.bag[slot] > 0:
            outcomes[n], probabilities[n] = slot, s.bag[slot] / total
            n += 1
    return n


@apart
def result(s, a, out, data):
    out.board[:] = s.board
    out.racks[:] = s.racks
    out.bag[:] = s.bag
    out.aside[:] = s.aside
    out.scores[:] = s.scores
    out.turn = s.turn
    out.scoreless = s.scoreless
    out.past = s.past
    out.own[:] = s.own
    p = drawer(s)
    if p >= 0:
        draw_tile(out, p, a)
        return
    p, gained = int(s.turn), 0
    out.own[p] = hash(s.own[p], s.racks[p], a)
    out.past = hash(s.past, a)
    take(out.racks[p], tiles_only(a))
    if a & EXCHANGE:
        give(out.aside, tiles_only(a))
        out.past = hash(s.past, EXCHANGE, tiles_in(out.aside))
    elif a != PASS:
        gained = score_of(s.board, a, data)
        lay(out.board, a, data)
    out.scores[p] = s.scores[p] + gained
    out.scoreless = 0 if gained > 0 else s.scoreless + 1
    out.turn = 1 - s.turn


def draw_tile(out, p, slot):
    """Give a tile of the bag to a player. Exchanged tiles go back when the rack is full."""
    out.racks[p, slot] += 1
    out.bag[slot] -= 1
    if tiles_in(out.racks[p]) == RACK:
        for other in range(SLOTS):
            out.bag[other] += out.aside[other]
        out.aside[:] = 0


def final_score(s, p, data):
    """The points of a player after the tiles that are left have been counted."""
    own, other = value_of(s.racks[p], data), value_of(s.racks[1 - p], data)
    is_out = tiles_in(s.racks[p]) == 0 and tiles_in(s.bag) == 0
    return int(s.scores[p]) - own + (other if is_out else 0)


def utility(s, p, data):
    spread = final_score(s, p, data) - final_score(s, 1 - p, data)
    return spread if SPREAD else (spread > 0) - (spread < 0)


@apart
def key(s):
    return hash(s.board, s.racks, s.bag, s.aside, s.scores, s.turn, s.scoreless)


@apart
def information(s, p):
    """All moves as p has seen them, the own racks, and the number of tiles in the bag."""
    return hash(s.past, s.own[p], s.racks[p], tiles_in(s.bag), s.turn)


@apart
def resample(s, p, seed, out):
    """All tiles that player p does not see, mixed and dealt again."""
    out.board[:] = s.board
    out.racks[:] = s.racks
    out.bag[:] = s.bag
    out.aside[:] = s.aside
    out.scores[:] = s.scores
    out.turn = s.turn
    out.scoreless = s.scoreless
    out.past = s.past
    out.own[:] = s.own
    other, is_other_aside = 1 - p, s.turn == p and tiles_in(s.aside) > 0
    held, aside = tiles_in(s.racks[other]), tiles_in(s.aside)
    for slot in range(SLOTS):
        out.bag[slot] += s.racks[other, slot] + (s.aside[slot] if is_other_aside else 0)
    out.racks[other, :] = 0
    for i in range(held):
        slot = any_tile(out.bag, hash(seed, i))
        out.racks[other, slot] += 1
        out.bag[slot] -= 1
    if is_other_aside:
        out.aside[:] = 0
        for i in range(aside):
            slot = any_tile(out.bag, hash(seed, held + i))
            out.aside[slot] += 1
            out.bag[slot] -= 1


def any_tile(bag, word):
    """A tile of the bag, drawn by a random word."""
    skip = np.int64(word % np.uint64(tiles_in(bag)))
    for slot in range(SLOTS):
        skip -= bag[slot]
        if skip < 0:
            return slot
    return 0


# Search.


@apart
def order(s, a, data):
    """The points of a move with what it leaves on the rack, in thousandths."""
    rack = s.racks[s.turn].astype(np.int64)
    take(rack, tiles_only(a))
    gained = 0 if a == PASS or a & EXCHANGE else score_of(s.board, a, data)
    if tiles_in(s.bag) > 0:
        return round(1000 * (gained + leave_value(rack, data)))
    other = value_of(s.racks[1 - s.turn], data)
    return round(1000 * (gained + worth(rack, 0, other, data)))


@apart
def evaluate(s, p, data):
    """The points that player p is ahead by, with what both hold."""
    ahead = float(s.scores[p] - s.scores[1 - p])
    if tiles_in(s.bag) > 0:
        ahead += leave_value(s.racks[p], data) - leave_value(s.racks[1 - p], data)
    else:
        ahead += value_of(s.racks[1 - p], data) - value_of(s.racks[p], data)
    return round(UNIT * ahead)


# Notation and drawing.


def show_move(s, a):
    if player(s) == CHANCE:
        return slot_text(a, SET.letters)
    return move_text(s.board, a, SET.letters, SIZE)


def parse_move(s, text):
    return read_move(s.board, text, SET.letters, SIZE)


def board(s, p):
    return draw(s, p, facts.names, SET.letters, SIZE)
