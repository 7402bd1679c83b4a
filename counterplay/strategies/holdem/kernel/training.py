"""Regret minimisation over the betting tree and buckets, by external sampling (Lanctot and others
2009): deals and the opponent's choices are drawn, the traverser tries all own choices.

A table has a row for each node of the betting tree and each bucket, with a number for each move:
its regret, and the sum of the strategies so far. Iteration t counts t times in both (Brown and
Sandholm 2019). Threads share the tables without locks: now and then an addition is lost, which does
not matter.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.engine.shared.random import random_below, random_fraction
from counterplay.games.poker.hands import CARD_BITS, CARD_KEYS, NO_CARDS, strength
from counterplay.strategies.holdem.cards import HAND_COUNT, HAND_KEYS, HAND_MASKS, KIND_OF
from counterplay.strategies.holdem.kernel.shares import MOST_SHARE, SHARE_FIELDS, share_of
from counterplay.strategies.holdem.nodes import FOLD_END, NODE

MOST_CHOICES = 24
DEEPEST = 256
SURELY_BAD = -200.0
"""Chips: a move whose regret is so many times the weight of an iteration is mostly skipped (Brown
and Sandholm 2019). To come back into play, it would have to win that much in later iterations."""

SKIPPED = 0.95
"""How often such a move is skipped."""

CONTEXT = [
    *SHARE_FIELDS,
    ("random", np.uint64),
    ("rounds", np.int64),
    ("done", np.int64),
    ("begun", np.int64),
    ("stride", np.int64),
    ("prune_after", np.int64),
    ("is_pruning", np.int64),
    ("traverser", np.int64),
    ("weight", np.float64),
    ("winner", np.float64),
    ("nodes", np.int64),
    ("node_count", np.int64),
    ("regrets", np.int64),
    ("sums", np.int64),
    ("row_count", np.int64),
    ("flop_masks", np.int64),
    ("flop_count", np.int64),
    ("flop_buckets", np.int64),
    ("turn_masks", np.int64),
    ("turn_count", np.int64),
    ("turn_buckets", np.int64),
    ("river_buckets", np.int64),
    ("dealt", np.int64, (9,)),
    ("hands", np.int64, (2,)),
    ("bucket", np.int64, (2, 4)),
    ("renamed", np.int64, (4,)),
    ("model", np.int64),
    ("is_forced", np.int64),
    ("strategies", np.int64, (2,)),
    ("values", np.int64),
    ("policy", np.float64, (DEEPEST, MOST_CHOICES)),
    ("move_values", np.float64, (DEEPEST, MOST_CHOICES)),
    ("is_skipped", np.int64, (DEEPEST, MOST_CHOICES)),
]


@entry
def train(contexts):
    """Make iterations until there are `rounds`."""
    ctx = contexts[0]
    while ctx.done < ctx.rounds and not ctx.halt:
        t = ctx.begun + ctx.done * ctx.stride + 1
        ctx.weight = np.float64(t)
        ctx.is_pruning = t > ctx.prune_after
        deal(ctx)
        for p in range(2):
            ctx.traverser = p
            traverse(ctx, np.int64(0), np.int64(0))
        ctx.done += 1


@native
def deal(ctx):
    """Deal both hands and five cards; find the buckets of both on all streets, and who wins."""
    used = np.int64(0)
    for i in range(9):
        card = random_below(ctx, 52)
        while used >> card & 1:
            card = random_below(ctx, 52)
        used |= np.int64(1) << card
        ctx.dealt[i] = card
    key, mask = np.int64(NO_CARDS), np.int64(0)
    for i in range(4, 9):
        key += CARD_KEYS[ctx.dealt[i]]
        mask += CARD_BITS[ctx.dealt[i]]
    for p in range(2):
        hand = number_of(ctx.dealt[2 * p], ctx.dealt[2 * p + 1])
        ctx.hands[p] = hand
        ctx.bucket[p, 0] = KIND_OF[hand]
        rivers = array_at(ctx.river_buckets, (MOST_SHARE + 1,), np.uint16)
        ctx.bucket[p, 3] = rivers[share_of(ctx, hand, key, mask)]
    last = CARD_BITS[ctx.dealt[8]]
    find_buckets(ctx, np.int64(2), mask - last, ctx.turn_masks, ctx.turn_count, ctx.turn_buckets)
    last += CARD_BITS[ctx.dealt[7]]
    find_buckets(ctx, np.int64(1), mask - last, ctx.flop_masks, ctx.flop_count, ctx.flop_buckets)
    first = strength_with(ctx, ctx.hands[0], key, mask)
    second = strength_with(ctx, ctx.hands[1], key, mask)
    ctx.winner = np.float64(first > second) - np.float64(first < second)


@native
def strength_with(ctx, hand, key, mask):
    """The strength of a hand on a complete table."""
    return strength(key + HAND_KEYS[hand], mask + HAND_MASKS[hand], rules.data_of(ctx))


@native
def number_of(first, second):
    """The number of a hand, as `hand_number` says."""
    low, high = min(first, second), max(first, second)
    return low * (103 - low) // 2 + high - low - 1


@native
def find_buckets(ctx, street, mask, masks_at, count, buckets_at):
    """Set the buckets of both hands on a street, from the table of canonical cards."""
    masks = array_at(masks_at, (count,), np.int64)
    buckets = array_at(buckets_at, (count, HAND_COUNT), np.uint16)
    wanted = rename_suits(ctx, mask)
    low, high = np.int64(0), count - 1
    while low < high:
        middle = (low + high) // 2
        if masks[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    for p in range(2):
        first, second = ctx.dealt[2 * p], ctx.dealt[2 * p + 1]
        first = first // 4 * 4 + ctx.renamed[first % 4]
        second = second // 4 * 4 + ctx.renamed[second % 4]
        ctx.bucket[p, street] = buckets[low, number_of(first, second)]


@native
def rename_suits(ctx, mask):
    """Set the new name of each suit, the suit with the highest ranks first; return the new bits."""
    found = np.int64(0)
    for suit in range(4):
        mine, place = mask >> 16 * suit & 0x1FFF, np.int64(0)
        for other in range(4):
            theirs = mask >> 16 * other & 0x1FFF
            place += theirs > mine or (theirs == mine and other < suit)
        ctx.renamed[suit] = place
        found |= mine << 16 * place
    return found


@recursive
def traverse(ctx, node, depth) -> float:
    """What the traverser gets on average from a node; the regrets below it are updated."""
    here = array_at(ctx.nodes, (ctx.node_count,), NODE)[node]
    mover, count = np.int64(here["player"]), np.int64(here["count"])
    if mover < 0:
        payoff = here["stake"] if mover == FOLD_END else here["stake"] * ctx.winner
        return payoff if ctx.traverser == 0 else -payoff
    row = here["row"] + ctx.bucket[mover, np.int64(here["street"])] * count
    first_child = np.int64(here["first"]) + 1
    if mover != ctx.traverser:
        return traverse(ctx, first_child + other_move(ctx, depth, row, count), depth + 1)
    regrets = array_at(ctx.regrets, (ctx.row_count,), np.float64)
    match_regrets(ctx, depth, regrets, row, count)
    policy = ctx.policy[depth]
    expected = 0.0
    for j in range(count):
        ctx.is_skipped[depth, j] = is_pruned(ctx, regrets[row + j], policy[j])
        if ctx.is_skipped[depth, j] == 0:
            value = traverse(ctx, first_child + np.int64(j), depth + 1)
            ctx.move_values[depth, j] = value
            expected += policy[j] * value
    for j in range(count):
        if ctx.is_skipped[depth, j] == 0:
            regrets[row + j] += ctx.weight * (ctx.move_values[depth, j] - expected)
    return expected


@native
def other_move(ctx, depth, row, count):
    """A move of the player who does not traverse, drawn from the own strategy, or from the model if
    that must be followed."""
    policy = ctx.policy[depth]
    if ctx.is_forced:
        model = array_at(ctx.model, (ctx.row_count,), np.float64)
        for j in range(count):
            policy[j] = model[row + j]
    else:
        regrets = array_at(ctx.regrets, (ctx.row_count,), np.float64)
        sums = array_at(ctx.sums, (ctx.row_count,), np.float64)
        match_regrets(ctx, depth, regrets, row, count)
        for j in range(count):
            sums[row + j] += ctx.weight * policy[j]
    left = random_fraction(ctx)
    for j in range(count - 1):
        left -= policy[j]
        if left < 0:
            return np.int64(j)
    return count - 1


@native
def is_pruned(ctx, regret, chance):
    """1 if a move is skipped this time: it has long been bad, and is not played."""
    if not ctx.is_pruning or chance > 0 or regret > SURELY_BAD * ctx.weight:
        return np.int64(0)
    return np.int64(random_fraction(ctx) < SKIPPED)


@native
def match_regrets(ctx, depth, regrets, row, count):
    """Set the policy of a depth by regret matching."""
    policy, positive = ctx.policy[depth], 0.0
    for j in range(count):
        positive += max(regrets[row + j], 0.0)
    for j in range(count):
        policy[j] = max(regrets[row + j], 0.0) / positive if positive > 0 else 1.0 / count


@entry
def expect(contexts):
    """Write what the button wins on average in each of `rounds` deals, if both follow strategies.

    Each deal is played twice, with hands exchanged, so that luck is even.
    """
    ctx = contexts[0]
    values = array_at(ctx.values, (ctx.rounds,), np.float64)
    while ctx.done < ctx.rounds and not ctx.halt:
        deal(ctx)
        value = expected_payoff(ctx, np.int64(0))
        for street in range(4):
            other = ctx.bucket[0, street]
            ctx.bucket[0, street] = ctx.bucket[1, street]
            ctx.bucket[1, street] = other
        ctx.winner = -ctx.winner
        values[ctx.done] = (value + expected_payoff(ctx, np.int64(0))) / 2
        ctx.done += 1


@recursive
def expected_payoff(ctx, node) -> float:
    """What the button wins on average from a node."""
    here = array_at(ctx.nodes, (ctx.node_count,), NODE)[node]
    mover, count = np.int64(here["player"]), np.int64(here["count"])
    if mover < 0:
        return here["stake"] if mover == FOLD_END else here["stake"] * ctx.winner
    row = here["row"] + ctx.bucket[mover, np.int64(here["street"])] * count
    strategy = array_at(ctx.strategies[mover], (ctx.row_count,), np.float64)
    first_child, value = np.int64(here["first"]) + 1, 0.0
    for j in range(count):
        if strategy[row + j] > 0:
            value += strategy[row + j] * expected_payoff(ctx, first_child + np.int64(j))
    return value
